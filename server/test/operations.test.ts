import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addStage, approveTopup, login, requestTopup, submitApplication } from 'contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { command } from '../../test/command.ts'
import { freshDatabase, onCluster } from '../../test/database.ts'
import { dataString, PDF } from '../../test/files.ts'
import { client, startServer } from '../../test/serverProcess.ts'
import { newEmployee } from '../../test/submission.ts'
import { register } from '../../test/twoServers.ts'

const ROOT = join(import.meta.dirname, '../..')
const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
const EMPTY = `operations_${process.pid}`

let folder: string
let settings: Record<string, string>
let restored: Record<string, string>
let topup: string
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'operations-'))
  settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url }
  restored = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: await onCluster(`create database ${EMPTY}`, EMPTY) }
  stops.push(
    () => database.drop(),
    () => onCluster(`drop database ${EMPTY} with (force)`, EMPTY),
    () => rm(folder, { recursive: true, maxRetries: 5 }),
  )
  topup = await fillPortal()
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

/** A company with a paid, completed application of the run-book's passport number; answers its top-up. */
async function fillPortal(): Promise<string> {
  const server = await startServer({ ...settings, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  const administrator = client(server.origin)
  await administrator.send(login, { body: ADMIN })
  const { as, company } = await register({ servers: [server, server], administrator })
  const body = newEmployee(company, { passport_number: 'N1234567', documents: { passport_front: dataString(PDF) } })
  const { id } = (await as.send(submitApplication, { body })).reply
  const paid = (await as.send(requestTopup, { body: { amount: 20_000, receipt_document: dataString(PDF) } })).reply
  await administrator.send(approveTopup, { params: { id: paid.id }, body: {} })
  await administrator.send(addStage, { params: { id }, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
  await server.end('SIGTERM')
  return paid.id
}

/** The commands of the run-book in its order, with placeholders filled in. */
function commands(): { line: string; args: string[] }[] {
  const blocks = [...readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text)
  const lines = blocks.join('').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [, rest = ''] = /^npm run portal -- (.*?)(?:\s+#.*)?$/.exec(line) ?? []
    const args = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    return { line, args: args.map((arg) => (arg === 'TRANSACTION_ID' ? topup : arg.replace(/^\/\w+\//, `${folder}/`))) }
  })
}

it('every command of the run-book does what it says, one after the other', { timeout: 300_000 }, async () => {
  expect(commands().length).toBeGreaterThan(10)
  for (const { line, args } of commands()) {
    const environment = args[0] === 'restore' ? restored : settings
    const { code, said } = await command(args, environment, { folder })
    expect({ line, code, said }).toMatchObject({ code: 0 })
    // As the run-book says.
    if (args[0] === 'key') for (const each of [settings, restored]) each.MASTER_KEY_FILE = args[2] ?? ''
  }
  expect((await stat(join(folder, 'N1234567/person.json'))).size).toBeGreaterThan(0)
})
