import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FILLED_AT, fillPortal, migrateUntil } from '../../../test/crowd.ts'
import { emptyDatabase, type FreshDatabase } from '../../../test/database.ts'
import { migrate } from '../db/migrate.ts'
import { openDb, openPool } from '../db/open.ts'
import { countAllMiskept } from '../persons/proof.ts'

const BEFORE = '0073_nationality_word_filled'
let database: FreshDatabase
let pool: pg.Pool
/** Records that the server of before changed while the register was filled. */
let written = 0

/** As a server of before writes: it knows of no papers. */
const CHANGE_BESIDE = `update employees set visa_expiry_date = case when $1 % 3 = 0 then null else date '2027-01-01' + $1::int end, visa_number = null, eid_number = $1
  where id = (select id from employees order by id desc offset $1::int * 7 % 300 limit 1)`
/** Of a person who has one already. */
const SECOND_RECORD = `insert into employees (id, company_id, employee_name, passport_number, nationality, visa_expiry_date, status, search_text, created_at, person_id)
  select gen_random_uuid(), company_id, employee_name, passport_number || '-new', nationality, '2031-01-01', 'active', search_text, now(), person_id
  from employees order by id limit 3`

beforeAll(async () => {
  database = await emptyDatabase()
  pool = openPool({ connectionString: database.url }, () => undefined)
  await migrateUntil(pool, FILLED_AT)
  await fillPortal(pool, { applications: 700, companies: 20 })
  await migrateUntil(pool, BEFORE)
  await pool.query(SECOND_RECORD)
  await pool.query('delete from changes')
  let isDone = false
  const migrating = migrate(pool).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await pool.query(CHANGE_BESIDE, [written++])
    await sleep(20)
  }
  await migrating
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const numberOf = async (query: string) => (await pool.query<{ n: number }>(`select count(*)::int as n from (${query}) counted`)).rows[0]?.n

it('has the papers of records of before, also of those that a server of before wrote meanwhile', async () => {
  expect(written).toBeGreaterThan(0)
  expect(await countAllMiskept(openDb(pool), new Date())).toBe(0)
  expect(await numberOf(`select from papers where kind = 'passport'`)).toBe(await numberOf('select distinct person_id from employees'))
  expect(await numberOf(`select from papers where kind = 'residence' and state = 'held' and expires_on is not null`)).toBe(
    await numberOf('select distinct person_id from employees where visa_expiry_date is not null'),
  )
  // Only of what was changed anybody was told.
  expect(await numberOf(`select from changes where noun = 'employee'`)).toBeLessThanOrEqual(written)
})
