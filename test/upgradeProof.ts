import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument, listApplications, listEmployees, pathOf } from 'contract'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { findAllMiscounted } from '../server/src/dashboard/countsProof.ts'
import { findWrongDays } from '../server/src/dashboard/daysProof.ts'
import type { Db } from '../server/src/db/open.ts'
import { findMiskeptClocks, fromFirst } from '../server/src/deadlines/proof.ts'
import { verifyChain } from '../server/src/journal/chain.ts'
import { countAllMiskept } from '../server/src/persons/proof.ts'
import { RuleBook } from '../server/src/rules/book.ts'
import { findBroken } from '../server/src/transactions/invariants.ts'
import type { Client } from './twoServers.ts'
import { amountOf, type Extra, expiryOf, extraOf, passportOf, rejectedOf, STAGES, type Unit } from './upgradeTraffic.ts'

interface Kept {
  db: Db
  data_dir: string
  done: readonly Unit[]
  administrator: Client
  origin: string
}

/** What was acknowledged is there once and nothing else is, each record is whole in the tables of this version, and all proofs hold. */
export async function expectKept(kept: Kept): Promise<void> {
  const { db, done } = kept
  expect(await rowsOf(db)).toEqual(done.map(wantedOf).toSorted((a, b) => a.number.localeCompare(b.number)))
  expect(await furtherOf(db)).toEqual(done.flatMap(wantedFurther).toSorted(byWords))
  expect(await papersOf(db)).toEqual(done.map(({ number }) => `${passportOf(number)}E residence ${expiryOf(number)}`).toSorted(byWords))
  await expectClocks(db)
  expect(await findBroken(db)).toEqual([])
  expect(await findAllMiscounted(db, new Date())).toEqual([])
  expect(await findWrongDays(db)).toEqual([])
  expect(await countAllMiskept(db, new Date())).toBe(0)
  const key = Buffer.from((await readFile(join(kept.data_dir, 'keys/master.key'), 'utf8')).trim(), 'hex')
  expect(await verifyChain(db, key)).toMatchObject({ broken: undefined })
  await expectMails(kept)
  await expectRead(kept)
}

type Row = ReturnType<typeof wantedOf>

const wantedOf = ({ number, company_id, application_id, employee_id, topup_id }: Unit) => ({
  number: passportOf(number),
  company_id,
  application_id,
  employee_id,
  topup_id,
  amount: amountOf(number) * 100,
  topup: 'approved',
  expires_on: expiryOf(number),
  stages: STAGES.length,
  status: 'completed',
  /** Of the application, its stages, and the receipt. */
  files: STAGES.length + 2,
})

/** Each application, with its top-up by amount and its employee by passport number: what was doubled is there twice, what is nobody's has nulls. */
async function rowsOf(db: Db): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select a.passport_number as number, a.company_id, a.id as application_id, e.id as employee_id, t.id as topup_id, t.amount_fils as amount,
      t.status as topup, e.visa_expiry_date as expires_on, a.status,
      (select count(*)::int from stages s where s.application_id = a.id) as stages,
      (select count(*)::int from documents d where d.application_id = a.id or d.transaction_id = t.id
        or d.stage_id in (select s.id from stages s where s.application_id = a.id)) as files
    from (select * from visa_applications where application_type = 'new') a
    full join (select * from employees where passport_number like '%E') e on e.passport_number = a.passport_number || 'E'
    full join (select * from transactions where type = 'topup' and amount_fils < ${rejectedOf(0) * 100}) t on t.amount_fils = 100 * substr(a.passport_number, 2)::int
    order by 1`)
  return rows
}

/** What triggers wrote beside the employee records. */
async function papersOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ said: string }>(sql`
    select e.passport_number || ' ' || p.kind || ' ' || p.expires_on as said from papers p join employees e on e.person_id = p.person_id
    where p.kind = 'residence' and p.state = 'held' and e.passport_number like '%E'`)
  return rows.map(({ said }) => said).toSorted(byWords)
}

const byWords = (a: string, b: string): number => (a < b ? -1 : 1)

const wantedFurther = ({ number }: Unit): string[] => {
  const said: Record<Extra, string[]> = {
    renewed: [`${passportOf(number)}E renewed`],
    rejected: [`AED ${rejectedOf(number)} rejected`],
    cancelled: [`${passportOf(number)}E cancelled`],
    corrected: [],
  }
  return said[extraOf(number)]
}

async function furtherOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ said: string }>(sql`
    select passport_number || ' renewed' as said from visa_applications where application_type = 'renewal'
    union all select 'AED ' || amount_fils / 100 || ' ' || status from transactions where type = 'topup' and amount_fils >= ${rejectedOf(0) * 100}
    union all select passport_number || ' ' || status from employees where status <> 'active'`)
  return rows.map(({ said }) => said).toSorted(byWords)
}

async function expectClocks(db: Db): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.execute<{ waiting: boolean }>(sql`
      select exists (select from deadline_marks) or exists (select from companies c where not exists (select from deadline_companies d
        where d.company_id = c.id and d.rules_version = (select version from rules_version))) as waiting`)
    return rows[0]?.waiting
  }
  await expect.poll(waiting).toBe(false)
  expect(await findMiskeptClocks(db, fromFirst(), new RuleBook(db), Number.MAX_SAFE_INTEGER)).toEqual([])
}

/** What was due has left once, whichever version wrote it and whichever sent it. */
async function expectMails({ db, data_dir }: Kept): Promise<void> {
  const due = async () => (await db.execute(sql`select from mails where ended_at is null and due_at <= now() limit 1`)).rows.length
  await expect.poll(due, { timeout: 120_000 }).toBe(0)
  const { rows } = await db.execute<{ id: string; ending: string }>(
    sql`select id, ending from mails where ended_at is not null order by id`,
  )
  const files = (await readdir(join(data_dir, 'outbox'))).map((file) => file.slice(-'.eml'.length - 36, -'.eml'.length))
  expect(rows.filter(({ ending }) => ending === 'given_up')).toEqual([])
  expect(files.toSorted()).toEqual(rows.filter(({ ending }) => ['sent', 'kept'].includes(ending)).map(({ id }) => id))
}

/** Through this version: what lists say, and the bytes of each document. */
async function expectRead({ db, done, administrator, origin }: Kept): Promise<void> {
  for (const list of [listApplications, listEmployees]) {
    const { status, reply } = await administrator.send(list, { query: { limit: 100 } })
    expect([list.name, status, (reply as unknown[]).length]).toEqual([list.name, 200, Math.min(100, done.length)])
  }
  // A server that was killed leaves files that no record took, which the sweeper removes.
  const { rows } = await db.execute<{ id: string; size: number }>(
    sql`select id, size from documents where coalesce(application_id, stage_id, transaction_id) is not null`,
  )
  for (const { id, size } of rows) {
    const answer = await fetch(`${origin}/api${pathOf(getDocument, { id })}`, { headers: administrator.cookies })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([id, answer.status, answer.ok ? bytes.length : bytes.toString()]).toEqual([id, 200, size])
  }
}
