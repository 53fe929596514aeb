import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addRule, getApplication, listApplications, listCompanies, listRules, login, registerClient, submitApplication } from 'contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { command } from '../../test/command.ts'
import { onCluster } from '../../test/database.ts'
import { dataString, PDF } from '../../test/files.ts'
import { client, type ServerProcess, startServer } from '../../test/serverProcess.ts'
import { newEmployee } from '../../test/submission.ts'

const CLIENTS = 8
const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
const EMPTY = `restored_${process.pid}`

let folder: string
const inFolder = (name: string) => join(folder, name)
const running: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
})
afterAll(async () => {
  await Promise.all(running.map((server) => server.end('SIGTERM')))
  await onCluster(`drop database if exists ${EMPTY} with (force)`, EMPTY)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...environment })
  running.push(server)
  return server
}

const run = (name: 'backup' | 'restore' | 'ledger', args: string[], environment: Record<string, string>, input = '') =>
  command([name, ...args], environment, { input })

const fileOf = (name: string) => dataString(Buffer.concat([PDF, Buffer.from(`%${name}`)]))

async function signedIn(origin: string) {
  const { send } = client(origin)
  expect((await send(login, { body: ADMIN })).status).toBe(200)
  return send
}

/** Submits applications until stopped; notes the acknowledged ones. */
async function keepSubmitting(origin: string, name: string, acknowledged: Map<string, string>, ended: () => boolean): Promise<void> {
  const send = await signedIn(origin)
  const [company] = (await send(listCompanies, {})).reply
  for (let count = 0; !ended(); count++) {
    const employee_name = `${name} ${count}`
    const body = newEmployee(company as { id: string }, {
      employee_name,
      passport_number: `N${name}${count}`.replaceAll(' ', ''),
      documents: { passport_front: fileOf(employee_name) },
    })
    const { status, reply } = await send(submitApplication, { body })
    if (status === 201) acknowledged.set(reply.id, employee_name)
  }
}

/** The applications of a portal, each with its file as sent. */
async function applicationsAt(origin: string): Promise<Set<string>> {
  const send = await signedIn(origin)
  const ids = new Set<string>()
  for (const { id, employee_name } of (await send(listApplications, {})).reply) {
    const { reply } = await send(getApplication, { params: { id } })
    expect(reply.documents.passport_front).toBe(fileOf(employee_name))
    ids.add(id)
  }
  return ids
}

/** With what an administrator wrote, and who confirmed what. */
const rulesAt = async (origin: string) => (await (await signedIn(origin))(listRules, {})).reply

describe('a backup made while 8 clients write (T70)', () => {
  const embedded = () => ({ DATA_DIR: inFolder('first') })
  const acknowledged = new Map<string, string>()
  let before: string[]

  it('is written beside the running portal, for its owner alone', async () => {
    const { origin } = await start(embedded())
    const account = { user_full_name: 'Omar Haddad', user_email: 'omar@falcon.example', user_password: 'falcon-2026' }
    await client(origin).send(registerClient, {
      body: {
        company_name: 'Falcon Trading LLC',
        trade_license: 'CN-1',
        contact_person: 'Omar',
        company_email: 'o@falcon.example',
        company_phone: '04',
        ...account,
      },
    })
    const rule = { key: 'vat', value: { percent: 6 }, in_force_from: '2030-01-01', source_name: 'Announced', confidence: 'press' } as const
    expect((await (await signedIn(origin))(addRule, { body: rule })).status).toBe(201)
    let ended = false
    const clients = Array.from({ length: CLIENTS }, (_, number) => keepSubmitting(origin, `Client ${number}`, acknowledged, () => ended))
    await vi.waitUntil(() => acknowledged.size >= 2 * CLIENTS, { timeout: 30_000, interval: 20 })
    before = [...acknowledged.keys()]
    const made = await run('backup', [inFolder('one.backup')], embedded())
    const during = acknowledged.size
    await vi.waitUntil(() => acknowledged.size > during, { timeout: 30_000, interval: 20 })
    ended = true
    await Promise.all(clients)
    expect(made).toEqual({ code: 0, said: expect.stringMatching(/holds \d+ rows of \d+ tables and \d+ documents, \d+ bytes, after/) })
    expect((await stat(inFolder('one.backup'))).mode & 0o777).toBe(0o600)
    const key = (await readFile(inFolder('first/keys/master.key'), 'utf8')).trim()
    const bytes = await readFile(inFolder('one.backup'))
    expect([bytes.includes(key), bytes.includes(Buffer.from(key, 'hex'))]).toEqual([false, false])
  })

  it('is restored into an empty PostgreSQL with the key that is typed, whole', async () => {
    const DATABASE_URL = await onCluster(`create database ${EMPTY}`, EMPTY)
    const key = await readFile(inFolder('first/keys/master.key'), 'utf8')
    const there = { DATA_DIR: inFolder('second'), DATABASE_URL }
    const { code, said } = await run('restore', [inFolder('one.backup')], there, key)
    expect([code, said]).toEqual([0, expect.stringMatching(/Restored the backup of \S+ in \d+\.\d s: \d+ rows and \d+ documents/)])
    expect(said).not.toContain(key.trim())
    expect(await run('ledger', ['check'], there)).toMatchObject({ code: 0 })
    const { origin } = await start({ ...there, MASTER_KEY: key.trim() })
    const ids = await applicationsAt(origin)
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    // The start after it brings no rule along again.
    expect(await rulesAt(origin)).toEqual(await rulesAt((running[0] as ServerProcess).origin))
    // A document is stored before its application, so some may have none yet.
    expect(Number(/(\d+) documents\./.exec(said)?.[1])).toBeGreaterThanOrEqual(ids.size)
  })

  it('goes back from PostgreSQL into an empty embedded database, which then works on', async () => {
    const DATABASE_URL = await onCluster('select 1', EMPTY)
    const [, second] = running
    const made = await run('backup', [inFolder('two.backup')], { DATA_DIR: inFolder('second'), DATABASE_URL })
    expect(made).toMatchObject({ code: 0 })
    const there = { DATA_DIR: inFolder('third'), MASTER_KEY_FILE: inFolder('first/keys/master.key') }
    expect(await run('restore', [inFolder('two.backup')], there)).toMatchObject({ code: 0 })
    const { origin } = await start(there)
    expect(await applicationsAt(origin)).toEqual(await applicationsAt((second as ServerProcess).origin))
    const more = new Map<string, string>()
    await keepSubmitting(origin, 'Later', more, () => more.size > 0)
    expect(await applicationsAt(origin)).toContain([...more.keys()][0])
  })
})
