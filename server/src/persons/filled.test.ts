import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPortal } from '../../../test/crowd.ts'
import { emptyDatabase, type FreshDatabase } from '../../../test/database.ts'
import { copyMigrationsUntil } from '../../../test/firstRelease.ts'
import { migrate } from '../db/migrate.ts'
import { openDb, openPool } from '../db/open.ts'
import { countAllMiskept } from './proof.ts'

const BEFORE = '0013_document_attachments'
let database: FreshDatabase
let pool: pg.Pool
let folder: string
const heard: string[] = []
/** Rows that the server of before wrote while the back-fill ran. */
let written = 0

/** As a server of before writes it: a case of the `n`th old one's company, with its passport number, but of none of those below. */
const CASE_BESIDE = `insert into visa_applications (id, application_type, company_id, employee_name, passport_number, nationality, visa_type, priority,
    employee_location, annual_leave_type, ticket_frequency, current_stage, status, submitted_at, cost_fils, search_text)
  select gen_random_uuid(), 'renewal', company_id, employee_name, passport_number, nationality, 'employee', 'normal', 'inside_uae', 'working_days', 'annual',
    'Offer Letter', 'active', now(), 750000, search_text from visa_applications where nationality <> 'Omani' order by submitted_at, id offset $1 limit 1`

/** In the largest company: two renewals of one name without a number, whom nobody else is, and a case of a record under another number. */
const WITHOUT_NUMBER = `with of as (select id as company_id from companies order by created_at limit 1), record as (
    select e.id from employees e join of on of.company_id = e.company_id order by e.created_at limit 1)
  insert into visa_applications (id, application_type, company_id, employee_id, employee_name, passport_number, nationality, visa_type, priority,
    employee_location, annual_leave_type, ticket_frequency, current_stage, status, submitted_at, visa_expiry_date, cost_fils, search_text)
  select gen_random_uuid(), 'renewal', of.company_id, case when passport is not null then record.id end, name, passport, 'Omani', 'employee', 'normal',
    'inside_uae', 'working_days', 'annual', 'Offer Letter', 'active', now() - interval '1 day', '2026-12-01', 750000, lower(name)
  from of, record, (values ('Zubaida Quill', null), ('ZUBAIDA  quill', null), ('Somebody', 'OLD-1')) given(name, passport)`

beforeAll(async () => {
  database = await emptyDatabase()
  pool = openPool({ connectionString: database.url }, () => undefined)
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await migrate(pool, await copyMigrationsUntil(BEFORE, folder))
  await fillPortal(pool, { applications: 700, companies: 20 })
  await pool.query(WITHOUT_NUMBER)
  const listening = new pg.Client(database.url)
  await listening.connect()
  listening.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listening.query('listen changes')
  let isDone = false
  const migrating = migrate(pool).finally(() => {
    isDone = true
  })
  while (!isDone) await pool.query(CASE_BESIDE, [written++ * 3])
  await migrating
  await listening.query('select 1')
  await listening.end()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const numberOf = async (query: string) => (await pool.query<{ n: number }>(`select count(*)::int as n from (${query}) counted`)).rows[0]?.n

describe('rows of before (S12)', () => {
  it('have one person for each company and passport number, also where a server of before wrote meanwhile', async () => {
    const numbered = `select company_id, passport_number, person_id from visa_applications where employee_id is null and passport_number is not null
      union select company_id, passport_number, person_id from employees`
    expect(written).toBeGreaterThan(0)
    expect(
      await numberOf(`select from (${numbered}) found group by company_id, passport_number having count(distinct person_id) > 1`),
    ).toBe(0)
    const people = await numberOf(`select distinct company_id, passport_number from (${numbered}) found`)
    expect(await numberOf('select from persons')).toBe((people ?? 0) + 1)
  })

  it('follow the named record, and the name where there is no number', async () => {
    const { rows } = await pool.query<{ person_id: string; same: boolean }>(`select a.person_id, a.person_id = e.person_id as same
      from visa_applications a left join employees e on e.id = a.employee_id where a.nationality = 'Omani' order by a.passport_number`)
    expect(rows.map(({ same }) => same)).toEqual([true, null, null])
    expect(rows[1]?.person_id).toBe(rows[2]?.person_id)
  })

  it('keep what would be computed, and nobody was told of them', async () => {
    expect(await countAllMiskept(openDb(pool), new Date())).toBe(0)
    expect(await numberOf('select from visa_applications where stage_since < submitted_at or stage_since is null')).toBe(0)
    expect(
      await numberOf('select from visa_applications a where (expires_on is null) <> (expiry_date is null and visa_expiry_date is null)'),
    ).toBe(0)
    expect(heard.length).toBeLessThanOrEqual(written)
  })
})
