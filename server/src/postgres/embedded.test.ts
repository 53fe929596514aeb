import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbedded } from './embedded.ts'

/** Was started once. */
let started: string
let dataDir: string
const portals: ChildProcess[] = []

beforeAll(async () => {
  started = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'data')
  await (await startEmbedded(started, { fsync: false })).stop()
})
afterAll(() => rmSync(join(started, '..'), { recursive: true, force: true }))

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'data')
})

afterEach(async () => {
  await Promise.all(portals.splice(0).map(kill))
  rmSync(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 5 })
})

/** As it is left behind where it was started before; to create a database each time takes longer than to start it. */
const leaveBehind = () => execFileSync('cp', ['-a', started, dataDir])

/** A process that holds the database like the portal; resolves to the database's address. */
async function startPortal(): Promise<{ portal: ChildProcess; url: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded.ts'))
  const program = `
    import { startEmbedded } from ${module}
    const { url, stop } = await startEmbedded(${JSON.stringify(dataDir)}, { fsync: false })
    process.on('SIGTERM', stop)
    console.log(url)`
  const portal = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  portals.push(portal)
  const [first] = (await once(portal.stdout, 'data')) as [Buffer]
  return { portal, url: first.toString().trim() }
}

async function kill(portal: ChildProcess): Promise<void> {
  if (portal.exitCode !== null || portal.signalCode !== null) return
  portal.kill('SIGKILL')
  await once(portal, 'exit')
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const locked = /^Another portal is already running on .*data\. Stop it first/

describe('startEmbedded', () => {
  it('makes a database that sorts and compares by Unicode code points', async () => {
    const database = await startEmbedded(dataDir, { fsync: false })
    const [row] = await query(database.url, `select datlocale, lower('É') as lower from pg_database where datname = current_database()`)
    expect(row).toEqual({ datlocale: 'C.UTF-8', lower: 'é' })
    await database.stop()
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('lets no other user of the machine read or lock what it keeps', async () => {
    await startPortal()
    const modes = ['', 'portal.lock', 'postgres.log', 'postgres', 'postgres/.s.PGSQL.5432'].map(
      (name) => statSync(join(dataDir, name)).mode & 0o777,
    )
    expect(modes).toEqual([0o711, 0o600, 0o600, 0o700, 0o700])
  })

  it('refuses a second portal on the same data, also in the same process, until the first has stopped', async () => {
    leaveBehind()
    const { portal } = await startPortal()
    await expect(startEmbedded(dataDir)).rejects.toThrow(locked)
    portal.kill('SIGTERM')
    await once(portal, 'exit')

    const database = await startEmbedded(dataDir)
    await expect(startEmbedded(dataDir)).rejects.toThrow(locked)
    await database.stop()
  })

  it('recovers what was committed after the portal was killed', async () => {
    leaveBehind()
    const { portal, url } = await startPortal()
    await query(url, 'create table kept as select 7 as seven')
    await kill(portal)

    const database = await startEmbedded(dataDir)
    expect(await query(database.url, 'select seven from kept')).toEqual([{ seven: 7 }])
    await database.stop()
  })

  it('stops the PostgreSQL that outlived its portal, then starts its own', async () => {
    leaveBehind()
    const { portal } = await startPortal()
    const orphan = postmaster()
    // A stopped process does not react to its parent's end; continued, it is an orphan that is ending.
    process.kill(orphan, 'SIGSTOP')
    await kill(portal)
    setTimeout(() => process.kill(orphan, 'SIGCONT'), 300)

    const database = await startEmbedded(dataDir)
    expect(postmaster()).not.toBe(orphan)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
  })

  it('starts where the process id it left behind belongs to another program now', async () => {
    leaveBehind()
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n5432\n\n\n0 0\nready\n`)

    const database = await startEmbedded(dataDir, { fsync: false })
    expect(postmaster()).not.toBe(process.pid)
    await database.stop()
  })

  it('starts where what it left behind is a zombie that nobody collects (T49)', async () => {
    leaveBehind()
    const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    // A shell collects its child; the program that replaces it does not.
    const careless = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'], ...owner })
    const [printed] = (await once(careless.stdout, 'data')) as [Buffer]
    const zombie = String(printed).trim()
    await vi.waitUntil(() => execFileSync('ps', ['-o', 'state=', '-p', zombie], { encoding: 'utf8' }).startsWith('Z'), { timeout: 10_000 })
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      writeFileSync(join(dataDir, 'postgres', name), `${zombie}\n${dataDir}/postgres\n1\n5432\n\n\n0 0\nready\n`)
    }
    const database = await startEmbedded(dataDir, { fsync: false })
    await database.stop()
    await kill(careless)
  })

  it('starts where the power went before its process id was written (T49)', async () => {
    leaveBehind()
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), '')

    const database = await startEmbedded(dataDir, { fsync: false })
    await database.stop()
  })

  it('begins again where the first start was interrupted', async () => {
    mkdirSync(join(dataDir, 'postgres.new'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '18\n')

    const database = await startEmbedded(dataDir, { fsync: false })
    await database.stop()
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
  })

  it('works below a path too long for a socket, and leaves no socket directory behind', async () => {
    const home = dataDir
    dataDir = join(home, `a, "quoted" 'name' ${'x'.repeat(90)}`)
    const database = await startEmbedded(dataDir, { fsync: false })
    const socketDir = new URL(database.url).searchParams.get('host') ?? ''
    expect(socketDir).not.toContain(home)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
    expect(existsSync(socketDir)).toBe(false)
    dataDir = home
  })

  it('refuses the data of another major version and says which backup to restore', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    await expect(startEmbedded(dataDir)).rejects.toThrow(
      /written by PostgreSQL 17.*restore the last backup \(npm run portal -- restore\)\.$/,
    )
  })
})
