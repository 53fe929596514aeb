import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Program, programOf } from '../../test/program.ts'

/** Variables of another server, which `pg` would use to complete an address. */
const OF_ANOTHER_SERVER = {
  PGHOST: '192.0.2.1',
  PGHOSTADDR: '192.0.2.1',
  PGPORT: '55440',
  PGUSER: 'nobody',
  PGPASSWORD: 'wrong',
  PGPASSFILE: '/nowhere/pgpass',
  PGDATABASE: 'nothing',
  PGDATA: '/nowhere',
  PGSERVICE: 'nothing',
  PGSERVICEFILE: '/nowhere/service.conf',
  PGOPTIONS: '-c search_path=nowhere',
  PGAPPNAME: 'another program',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGREPLICATION: 'true',
  PGCLIENT_ENCODING: 'LATIN1',
  PGCLIENTENCODING: 'LATIN1',
  PGCONNECT_TIMEOUT: '1',
  PGTZ: 'Asia/Tokyo',
  PGDATESTYLE: 'German',
}

let folder: string
const running: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'main-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Run {
  child: ChildProcess
  out: () => string
  err: () => string
  /** The exit status. */
  end: Promise<number | null>
}

function run(program: Program, args: string[], environment: NodeJS.ProcessEnv): Run {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn', ...environment }
  const child = spawn(process.execPath, [programOf(program), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (data) => {
    said.out += data
  })
  child.stderr.on('data', (data) => {
    said.err += data
  })
  return { child, out: () => said.out, err: () => said.err, end: once(child, 'close').then(([code]) => code) }
}

const account = async (args: string[], environment: NodeJS.ProcessEnv = {}) => {
  const command = run('portal', ['account', ...args], environment)
  return { code: await command.end, out: command.out(), err: command.err() }
}

async function start(environment: NodeJS.ProcessEnv = {}): Promise<Run & { address: string }> {
  const portal = run('main', [], environment)
  const findAddress = () => {
    if (portal.child.exitCode !== null) throw new Error(`The portal did not start: ${portal.out()}${portal.err()}`)
    return /ready at (\S+)/.exec(portal.out())?.[1]
  }
  const address = (await vi.waitUntil(findAddress, { timeout: 60_000 })).replace('localhost', '127.0.0.1')
  await vi.waitUntil(async () => (await fetch(`${address}/readyz`)).ok, { timeout: 60_000 })
  return { ...portal, address }
}

async function refusal(environment: NodeJS.ProcessEnv) {
  const portal = run('main', [], environment)
  return { code: await portal.end, err: portal.err() }
}

const signIn = async (address: string, email: string, password: string) =>
  (
    await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email, password }),
      headers: { 'content-type': 'application/json' },
    })
  ).status

async function stop(portal: Run, signal: NodeJS.Signals = 'SIGTERM') {
  portal.child.kill(signal)
  expect(await portal.end, portal.err()).toBe(0)
}

describe('the portal on the embedded database, beside the variables of another server', () => {
  it('shows the first admin once, is not started twice, and accounts are made beside it and without it (A1)', async () => {
    const first = await start(OF_ANOTHER_SERVER)
    await vi.waitFor(() => expect(first.out()).toContain('shown this once'), 5_000)
    const [, email = '', password = ''] = /E-mail\s+(\S+)\s+Password\s+(\S+)/.exec(first.out()) ?? []
    expect(email).toBe('admin@visa-portal.local')
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    expect(await signIn(first.address, email, password)).toBe(200)
    const second = await refusal(OF_ANOTHER_SERVER)
    expect([second.code, second.err]).toEqual([1, expect.stringMatching(/^Another portal is already running on \S+\. .*\n$/)])
    const made = await account(['create-admin', 'boss@portal.example', 'The Boss'], OF_ANOTHER_SERVER)
    const shown = /shown this once: (\S+)/.exec(made.out)?.[1] ?? ''
    expect(await signIn(first.address, 'boss@portal.example', shown)).toBe(200)
    await stop(first)

    const reset = await account(['reset-password', 'BOSS@portal.example'], { ...OF_ANOTHER_SERVER, ACCOUNT_PASSWORD: 'a new password' })
    expect(reset).toEqual({ code: 0, out: 'The password of BOSS@portal.example was changed, and all sessions ended.\n', err: '' })
    const again = await start(OF_ANOTHER_SERVER)
    expect(await signIn(again.address, 'boss@portal.example', 'a new password')).toBe(200)
    await stop(again, 'SIGINT')
    expect(again.out()).not.toMatch(/Password/)
  })
})

describe('the portal on a server of its own', () => {
  it('creates the admin of the settings on an empty database, without showing the password', async () => {
    const database = await freshDatabase()
    const settings = { DATABASE_URL: database.url, ADMIN_EMAIL: 'boss@portal.example', ADMIN_PASSWORD: 'twelve characters' }
    const portal = await start(settings)
    await vi.waitFor(() => expect(portal.out()).toContain('boss@portal.example'), 5_000)
    expect(await signIn(portal.address, settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD)).toBe(200)
    expect(portal.out()).not.toContain(settings.ADMIN_PASSWORD)
    await stop(portal)
    const changed = await start({ ...settings, ADMIN_PASSWORD: 'another password' })
    expect(await signIn(changed.address, settings.ADMIN_EMAIL, 'another password')).toBe(401)
    await stop(changed)
    await database.drop()
  })

  it('names the command when nobody said who the admin is', async () => {
    const database = await freshDatabase()
    const portal = await start({ DATABASE_URL: database.url })
    const command = 'npm run portal -- account create-admin EMAIL "Full Name"'
    await vi.waitFor(() => expect(portal.out()).toContain(`There is no account yet. Create an administrator: ${command}`), 5_000)
    await stop(portal)
    await database.drop()
  })

  it('warns in one line where https comes from a proxy that it was not told of', async () => {
    const database = await freshDatabase()
    const lines = async (environment: NodeJS.ProcessEnv) => {
      const portal = run('main', [], { DATABASE_URL: database.url, PUBLIC_URL: 'https://portal.example', ...environment })
      await vi.waitFor(() => expect(portal.out()).toContain('There is no account yet'), 60_000)
      await stop(portal)
      return portal
        .out()
        .split('\n')
        .filter((line) => line.includes('TRUST_PROXY'))
    }
    expect(await lines({})).toEqual([
      expect.stringMatching(/^PUBLIC_URL is https but TRUST_PROXY is not set: .* Set TRUST_PROXY to the address of the proxy\.$/),
    ])
    expect(await lines({ TRUST_PROXY: 'loopback' })).toEqual([])
    await database.drop()
  })

  it('lets a request finish that came before the signal to end, refuses later ones, and takes a second one from npm for the same', async () => {
    const database = await freshDatabase()
    const portal = await start({ DATABASE_URL: database.url })
    const body = JSON.stringify({ email: 'nobody@portal.example', password: 'wrong' })
    const port = Number(new URL(portal.address).port)
    const late = connect(port, '127.0.0.1')
    const refused = text(late)
    late.write('GET /api/settings HTTP/1.1\r\n')
    await once(late, 'connect')
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue`
    socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n`)
    await vi.waitUntil(() => answer.startsWith('HTTP/1.1 100'), { timeout: 10_000 })
    portal.child.kill('SIGINT')
    portal.child.kill('SIGINT')
    const isEnding = () =>
      fetch(`${portal.address}/healthz`).then(
        ({ ok }) => !ok,
        () => true,
      )
    await vi.waitUntil(isEnding, { timeout: 20_000 })
    late.write('Host: localhost\r\n\r\n')
    expect(await refused).toMatch(/^HTTP\/1.1 503 .*retry-after: 1\r\n.*application\/problem\+json.*The portal is restarting/s)
    socket.write(body)
    const from = Date.now()
    expect(await portal.end).toBe(0)
    expect(Date.now() - from).toBeLessThan(5_000)
    expect(answer).toContain('HTTP/1.1 401')
    await database.drop()
  })
})

describe('a start that cannot be', () => {
  it('is one sentence and status 1, for each reason', async () => {
    const blocked = join(folder, 'file')
    writeFileSync(blocked, '')
    const data = await refusal({ DATA_DIR: join(blocked, 'data') })
    expect([data.code, data.err]).toEqual([
      1,
      expect.stringMatching(/^The data directory \S+ cannot be written \(ENOTDIR.*\)\. Set DATA_DIR .*\n$/),
    ])
    const url = await refusal({ DATABASE_URL: 'postgresql://portal:hidden@127.0.0.1:9/portal' })
    expect([url.code, url.err]).toEqual([
      1,
      expect.stringMatching(/^The database does not answer \(.*ECONNREFUSED.*\)\. Check DATABASE_URL .*\n$/),
    ])
    expect(url.err).not.toContain('hidden')
    const settings = await refusal({ PORT: 'abc', MAX_FILE_MB: '-1' })
    expect([settings.code, settings.err]).toEqual([
      1,
      'These settings need attention:\n  PORT must be a whole number\n  MAX_FILE_MB must be at least 1\n',
    ])
  })

  it('tells of a taken port', async () => {
    const database = await freshDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, err } = await refusal({ DATABASE_URL: database.url, PORT: String(port) })
    expect([code, err]).toEqual([1, `Port ${port} of 127.0.0.1 is already taken. Stop what uses it, or set PORT to another one.\n`])
    other.close()
    await database.drop()
  })
})

it('tells with --help how it is used', async () => {
  const help = run('main', ['--help'], {})
  expect([await help.end, help.out()]).toEqual([0, expect.stringContaining('.env.example')])
})
