import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginTwoStep, confirmTwoStep, getApplication, getDraft, login, renewRecoveryCodes, saveDraft, submitApplication } from 'contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { command } from '../../test/command.ts'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { dataString, JPEG, PDF } from '../../test/files.ts'
import { PASSWORD } from '../../test/given.ts'
import { encryptAsBefore } from '../../test/olderFile.ts'
import { client, type ServerProcess, startServer } from '../../test/serverProcess.ts'
import { newEmployee } from '../../test/submission.ts'
import { register } from '../../test/twoServers.ts'
import { codeOf } from '../../test/twoStep.ts'
import { openPool } from '../src/db/open.ts'

const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
let database: FreshDatabase
let folder: string
let settings: Record<string, string>
const running: ServerProcess[] = []

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'rotate-'))
  settings = { DATA_DIR: folder, DATABASE_URL: database.url, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
})
afterAll(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')))
  await database.drop()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ ...settings, ...more })
  running.push(server)
  return server
}

async function encryptPhotoAsBefore(id: string): Promise<void> {
  const master_key = Buffer.from((await readFile(join(folder, 'keys/master.key'), 'utf8')).trim(), 'hex')
  const wrapped_key = await encryptAsBefore({ files_dir: join(folder, 'files'), master_key }, id, JPEG)
  const pool = openPool({ connectionString: database.url }, () => undefined)
  await pool.query('update documents set wrapped_key = $1 where id = $2', [wrapped_key, id])
  await pool.end()
}

const rotate = () => command(['key', 'rotate', 'next.key'], settings, { folder })

it('a rotated master key opens what the one before it sealed, which opens nothing any more (T61)', async () => {
  const first = await start()
  const administrator = client(first.origin)
  await administrator.send(login, { body: ADMIN })
  const { as, company } = await register({ servers: [first, first], administrator })
  const files = { passport_front: dataString(PDF), photo: dataString(JPEG, 'image/jpeg') }
  const { id, document_details } = (await as.send(submitApplication, { body: newEmployee(company, { documents: files }) })).reply
  const draft = { params: { kind: 'new' }, query: { company_id: company.id } } as const
  const fields = { employee_name: 'Sara Khan' }
  expect((await as.send(saveDraft, { ...draft, body: { fields } })).status).toBe(200)

  const { secret } = (await as.send(beginTwoStep, { body: { password: PASSWORD } })).reply
  const confirmed = await as.send(confirmTwoStep, { body: { code: codeOf(secret, new Date()) } })
  expect(confirmed.status).toBe(200)

  const refused = await rotate()
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Stop every portal on it first') })
  await first.end('SIGTERM')
  await encryptPhotoAsBefore(document_details.photo?.id ?? '')
  expect(await rotate()).toMatchObject({ code: 0, said: expect.stringContaining('5 secrets were encrypted under the new key') })
  expect((await stat(join(folder, 'next.key'))).mode & 0o777).toBe(0o600)
  const key = await readFile(join(folder, 'next.key'), 'utf8')
  expect(await rotate()).toMatchObject({ code: 1 })
  expect(await readFile(join(folder, 'next.key'), 'utf8')).toBe(key)

  await expect(start()).rejects.toThrow('The master key is not the one')
  const second = await start({ MASTER_KEY_FILE: join(folder, 'next.key') })
  const same = as.at(second.origin)
  expect((await same.send(getApplication, { params: { id } })).reply.documents).toMatchObject(files)
  expect((await same.send(getDraft, draft)).reply).toMatchObject({ fields })
  const proof = { password: PASSWORD, code: codeOf(secret, new Date(), 1) }
  expect((await same.send(renewRecoveryCodes, { body: proof })).status).toBe(200)
})
