import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationStatus, currentStage, DAY_MS, STAGE_NAMES, StageStatus, type VisaApplication } from 'contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { applications, stages } from '../src/db/applications.table.ts'
import { openChanges } from '../src/db/changes.ts'
import { type Db, openDb, openPool } from '../src/db/open.ts'
import { employees, users } from '../src/db/people.table.ts'
import { openFileStore } from '../src/files/fileStore.ts'
import { openVault } from '../src/keys/vault.ts'
import { readSettings } from '../src/settings.ts'
import { findBroken } from '../src/transactions/invariants.ts'
import { type Account, fill, planYear, WHOLE_YEAR, YEAR_DAYS } from './fill.ts'
import { emiratesId } from './people.ts'
import { random } from './random.ts'

const UNTIL = new Date('2026-11-20T06:00:00.000Z')
const PASSWORD = 'a password of the demo'
const stops: (() => Promise<unknown>)[] = []
let db: Db
let accounts: Account[]

async function filled(): Promise<{ db: Db; accounts: Account[] }> {
  const database = await freshDatabase()
  const data = await mkdtemp(join(tmpdir(), 'demo-'))
  const pool = openPool({ connectionString: database.url }, () => {})
  stops.push(
    () => pool.end(),
    () => database.drop(),
    () => rm(data, { recursive: true, maxRetries: 5 }),
  )
  const settings = readSettings({ DATA_DIR: data })
  const key = randomBytes(32)
  const files = openFileStore(settings.files_dir, key, settings.max_file_mb)
  const opened = openDb(pool)
  const changes = openChanges({ connectionString: database.url })
  stops.unshift(() => changes.close())
  const size = { companies: 6, applications: 24 }
  return {
    db: opened,
    accounts: await fill({ db: opened, files, vault: openVault(key), settings, changes }, size, { until: UNTIL, password: PASSWORD }),
  }
}

/** Every row without what is made up anew each time: ids, keys, references and salted hashes. */
async function contents(of: Db): Promise<string[]> {
  const all: string[] = []
  for (const table of [
    'companies',
    'users',
    'employees',
    'visa_applications',
    'stages',
    'documents',
    'history',
    'transactions',
    'wallets',
  ]) {
    const { rows } = await of.execute<{ row: Record<string, unknown> }>(sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`)
    const told = rows.map(({ row }) => Object.entries(row).filter(([name]) => !/(^|_)(id|by|to|key|hash|seq|reference)$/.test(name)))
    all.push(...told.map((row) => `${table} ${JSON.stringify(row)}`).sort())
  }
  return all
}

beforeAll(async () => {
  ;({ db, accounts } = await filled())
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

describe('the demo', () => {
  it('is filled by the rules: stage and status of every application follow from its stages', async () => {
    const rows = await db.select().from(applications)
    const recorded = Map.groupBy(await db.select().from(stages), (stage) => stage.application_id)
    expect(rows).toHaveLength(24)
    for (const { id, current_stage, status } of rows) {
      const own = recorded.get(id) ?? []
      expect({ current_stage, status }).toEqual({ current_stage: currentStage(own), status: applicationStatus(own) })
    }
  })

  it('keeps an employee record of everybody whose application was completed (E1)', async () => {
    const completed = await db
      .select({ record: employees.id, expiry_date: applications.expiry_date, visa_expiry_date: employees.visa_expiry_date })
      .from(applications)
      .leftJoin(employees, eq(employees.id, applications.employee_id))
      .where(eq(applications.status, 'completed'))
    expect(completed.length).toBeGreaterThan(10)
    for (const { record, expiry_date, visa_expiry_date } of completed) {
      expect(record).not.toBeNull()
      expect(visa_expiry_date).toBe(expiry_date)
    }
  })

  it('names an account of each role, one of them waiting, and leaves no session behind', async () => {
    const rows = await db.select().from(users)
    const found = accounts.map(({ email }) => rows.find((row) => row.email === email))
    expect(found.map((row) => [row?.role, row?.approved])).toEqual([
      ['admin', true],
      ['company_admin', true],
      ['company_admin', true],
      ['employee', true],
      ['company_admin', false],
    ])
    const { rows: open } = await db.execute(sql`select 1 from sessions`)
    expect(open).toEqual([])
  })

  it('has top-ups of every ending, and wallets that add up', async () => {
    const { rows } = await db.execute<{ status: string }>(sql`select distinct status from transactions where type = 'topup' order by 1`)
    expect(rows.map(({ status }) => status)).toEqual(['approved', 'pending', 'rejected'])
    expect(await findBroken(db)).toEqual([])
  })

  it('lets nothing happen after the moment at which it ends', async () => {
    const { rows } = await db.execute<{ last: string }>(sql`select max(happened_at)::text as last from history`)
    expect(Date.parse(rows[0]?.last ?? '')).toBeLessThan(UNTIL.getTime())
  })

  if (process.env.DEMO_AGAIN)
    it('is the same when it is filled again', async () => {
      expect(await contents((await filled()).db)).toEqual(await contents(db))
    })
})

describe('the whole year', () => {
  const year = planYear(WHOLE_YEAR, UNTIL.getTime())
  const finalOf = ({ steps }: (typeof year.applications)[number]) =>
    [...new Map(steps.map((step) => [step.stage, step.status]))].map(([stage_name, status]) => ({ stage_name, status }))

  it('is the same when it is planned again, so that the demo is the same when it is filled again', () => {
    expect(planYear(WHOLE_YEAR, UNTIL.getTime())).toEqual(year)
  })

  it('has 25 companies and 400 applications at every stage, with every status', () => {
    expect([year.companies.length + year.newcomers.length, year.applications.length]).toEqual([25, 400])
    const active = year.applications.filter(({ ending }) => ending !== 'completed')
    expect(new Set<VisaApplication['current_stage']>(active.map((each) => currentStage(finalOf(each))))).toEqual(new Set(STAGE_NAMES))
    expect(new Set(active.flatMap(finalOf).map(({ status }) => status))).toEqual(new Set(StageStatus.options))
    expect(active.length).toBeGreaterThan(100)
  })

  it('has what tries a screen: long names, Arabic ones, a passport of 40 characters, a licence seen before', () => {
    const people = year.applications.map(({ person }) => person)
    expect(people.filter(({ fields }) => fields.employee_name.length > 60).length).toBeGreaterThan(2)
    expect(people.filter(({ fields }) => /\p{Script=Arabic}/u.test(fields.employee_name)).length).toBeGreaterThan(20)
    expect(people.filter(({ fields }) => fields.passport_number.length === 40)).toHaveLength(1)
    const known = new Set(year.companies.map(({ trade_license }) => trade_license))
    expect(year.newcomers.filter(({ trade_license }) => known.has(trade_license))).toHaveLength(1)
  })

  it.each([0, 1, 2, 3, 4, 5, 6])('begins after the provider opens, %i days later too', (days) => {
    const until = UNTIL.getTime() + days * DAY_MS
    const first = Math.min(...planYear(WHOLE_YEAR, until).companies.map(({ registered_at }) => registered_at))
    expect(first).toBeGreaterThan(until - YEAR_DAYS * DAY_MS)
  })

  it('has every step in its order and before its end', () => {
    for (const { company, submitted_at, steps } of year.applications) {
      const moments = [company.approved_at, submitted_at, ...steps.map(({ at }) => at), UNTIL.getTime()]
      expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    }
  })
})

it('gives Emirates IDs their check digit, and wrong ones another (F24)', () => {
  const isRight = (eid: string) => {
    const digits = [...eid.replaceAll('-', '')].toReversed().map((digit, at) => Number(digit) * (1 + (at % 2)))
    return digits.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
  }
  const rng = random('emirates ids')
  for (let each = 0; each < 50; each++) {
    const [right, wrong] = [emiratesId(rng, true), emiratesId(rng, false)]
    expect(right).toMatch(/^784-(19|20)\d\d-\d{7}-\d$/)
    expect([isRight(right), isRight(wrong)]).toEqual([true, false])
  }
})
