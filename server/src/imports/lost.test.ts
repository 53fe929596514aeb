import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkImport, IMPORT_UNDO_DAYS, type Import, listEmployees, runImport, undoImport } from 'contract'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { client, startServer } from '../../../test/serverProcess.ts'
import { newPeople } from '../../../test/sheets.ts'
import { startSession } from '../auth/sessions.ts'
import { importRows } from '../db/imports.table.ts'
import { runSweeps, SWEEPS } from '../privacy/sweeps.ts'

const portal = startPortal()
const make = given(portal)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lost-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const PEOPLE = [
  { employee_name: 'Sara Khan', passport_number: 'N111', visa_number: 'V1', 'work_permit.number': 'WP1' },
  { employee_name: 'علي حسن', passport_number: 'N222' },
]

async function office() {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  const omar = as(portal, user)
  const sheet = newPeople(company.id, PEOPLE)
  const { fingerprint } = (await omar.send(checkImport, { body: sheet })).reply
  return { company, user, omar, body: { ...sheet, file_name: 'staff.xlsx', fingerprint } }
}

const kept = async () =>
  (
    await portal.db.execute(sql`select (select count(*) from employees) as employees, (select count(*) from persons) as persons,
      (select count(*) from papers) as papers, (select count(*) from imports) as imports, (select count(*) from import_rows) as rows,
      (select count(*) from history) as lines, (select count(*) from idempotency_keys) as keys`)
  ).rows

const waiting = async () =>
  (await portal.db.execute(sql`select pid from pg_locks where relation = 'imports'::regclass and not granted`)).rows.map(({ pid }) => pid)

it('an import whose server is killed in the middle leaves nothing, and the next server takes it', async () => {
  const { user, body } = await office()
  const before = await kept()
  const settings = { DATABASE_URL: portal.database_url, DATA_DIR: folder, MASTER_KEY: portal.master_key.toString('hex') }
  const server = await startServer(settings)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const holding = new pg.Client({ connectionString: portal.database_url })
  await holding.connect()
  try {
    // People and papers are written by then, and the import waits to be.
    await holding.query('begin; lock table imports in share mode')
    const there = client(server.origin, { cookie: `session=${await startSession(portal.db, user.id, new Date())}` })
    const sent = there.send(runImport, { body }, headers).catch(() => 'no answer')
    await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
    await server.end('SIGKILL')
    expect(await sent).toBe('no answer')
  } finally {
    await holding.end()
  }
  await expect.poll(waiting).toEqual([])
  await expect.poll(kept).toEqual(before)
  const { send } = as(portal, user)
  expect((await send(listEmployees, { query: {} })).reply).toEqual([])
  expect((await send(runImport, { body }, headers)).status).toBe(201)
  expect((await send(runImport, { body }, headers)).status).toBe(201)
  expect((await send(listEmployees, { query: {} })).reply).toHaveLength(2)
})

it('what an undoing needs is gone after seven days, and not before', async () => {
  const { user, omar, body } = await office()
  const { id, imported_at } = (await omar.send(runImport, { body })).reply as Import
  const ofImport = sql`${importRows.import_id} = ${id}`
  const rowsAfter = async (ms: number) => {
    await runSweeps(SWEEPS, portal, new Date(Date.parse(imported_at) + IMPORT_UNDO_DAYS * 86_400_000 + ms), () => undefined)
    return portal.db.$count(importRows, ofImport)
  }
  expect(await rowsAfter(0)).toBe(2)
  expect(await rowsAfter(1)).toBe(0)
  portal.clock.moment = new Date(Date.parse(imported_at) + IMPORT_UNDO_DAYS * 86_400_000)
  const { send } = as(portal, user)
  expect((await send(undoImport, { params: { id } })).status).toBe(409)
  expect((await send(listEmployees, { query: {} })).reply).toHaveLength(2)
})
