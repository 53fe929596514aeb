import { addMonths, dubaiDate } from 'contract'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { pagesRead } from '../../../test/pagesRead.ts'
import { startPortal } from '../../../test/portal.ts'
import { alongOwners } from '../db/keyset.ts'
import { openPool } from '../db/open.ts'
import { transactions } from '../db/wallet.table.ts'
import type { Viewer } from '../http/session.ts'
import { listLedger } from './ledger.ts'

const portal = startPortal()
const make = given(portal)

const UNPAID = 5_000
const AT_ONCE = 250
/** Of 8 KB: deeper indexes, the fifty rows that a loop reads ahead, and what the first run of a function reads of the catalogue. */
const FEW_PAGES = 200

/**
 * So many a page of fifty rows, each of which is looked up in several tables. A plan may read both tables of ten thousand rows
 * once, which is 420 pages here; a loop over their rows would touch 15,000 and more.
 */
const PAGE = 1_500

/** A company that owes so many visas, and has moved money as often. */
async function owing(count: number): Promise<string> {
  const { id } = await make.company()
  await portal.db.execute(sql`insert into transactions (id, company_id, type, status, amount_fils, direction, created_at)
    select gen_random_uuid(), ${id}, 'visa_payment', 'pending', 650000, 'debit', now() from generate_series(1, ${count})`)
  await portal.db.execute(sql`insert into transactions (id, company_id, type, status, amount_fils, direction, reference, created_at)
    select gen_random_uuid(), ${id}, 'topup', 'pending', 1, 'credit', 'M' || n || ${id}, now() - n * interval '1 hour' from generate_series(${count}::int, 1, -1) n`)
  for (let moved = 0; moved < count; moved += AT_ONCE) {
    await move(id)
    if (moved < 2 * AT_ONCE) await portal.db.execute(sql`analyze transactions, ledger`)
  }
  return id
}

/** Approves the oldest top-ups that wait. A transaction that changes one wallet thousands of times reads all its versions each time. */
const move = (company: string) =>
  portal.db.transaction(async (tx) => {
    await tx.execute(sql`select lock_wallet(${company})`)
    await tx.execute(sql`with oldest as (select id from transactions where company_id = ${company} and type = 'topup' and status = 'pending'
        order by created_at limit ${AT_ONCE}), approved as (update transactions t set status = 'approved', decided_at = now() from oldest
        where t.id = oldest.id returning t.*), in_order as materialized (select * from approved order by created_at)
      select post_movement(id, company_id, amount_fils, 'bank_clearing', created_at) from in_order`)
  })

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** How many pages the statement touches; it is taken back. */
async function pagesOf(statement: ReturnType<typeof sql>): Promise<number> {
  let pages = 0
  const explain = portal.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(sql`explain (analyze, buffers, format json) ${statement}`)
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    pages = plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN
    tx.rollback()
  })
  await explain.catch(() => undefined)
  return pages
}

const month = (
  company: string,
) => sql`select balance_fils from ledger where company_id = ${company} and created_at < now() - interval '7 days'
  order by created_at desc, seq desc limit 1`
/** Newest first, of a large company and another one. */
const page = (company: string) =>
  sql`select chosen.id from ${alongOwners(
    { key: transactions.created_at, type: 'timestamptz', descending: true, id: transactions.id },
    { from: transactions, by: [{ of: transactions.company_id, owners: [company, few] }] },
    undefined,
    sql`51`,
  )} chosen`
const READS: Record<string, (company: string) => ReturnType<typeof sql>> = {
  'a submission': (company) => sql`select charge_visa(${v7()}, ${company}, ${v7()}, 'Sara Khan', null, 650000, now())`,
  'what is due': (company) => sql`select due_of_wallet(${company})`,
  'what a payment lacks': (company) => sql`select owed_through(t) from transactions t where t.id = (select id from transactions
    where company_id = ${company} and type = 'visa_payment' order by seq desc limit 1)`,
  'what a top-up covers': (company) => sql`select count(*) from covered_payments(${company}, 2000000)`,
  'the balance before a month': month,
  'a page over several companies': page,
}

let few: string
let many: string
beforeAll(async () => {
  ;[few, many] = [await owing(10), await owing(UNPAID)]
  await portal.db.execute(sql`vacuum analyze`)
})

it.each(Object.entries(READS))('%s reads as much with thousands of unpaid visas and movements as with ten', async (_, read) => {
  await pagesOf(read(few))
  expect(await pagesOf(read(many))).toBeLessThan((await pagesOf(read(few))) + FEW_PAGES)
})

it.each<Partial<Parameters<typeof listLedger>[2]>>([
  { type: 'visa_payment' },
  { type: 'topup' },
  { status: 'approved' },
  { status: 'completed' },
  { status: 'pending' },
  { pending: 'true' },
  { q: 'm4711' },
  { q: 'm4711', type: 'topup' },
])('the ledger of %o reads as much as a page of all of it, also of a month', async (narrowed) => {
  const pool = openPool({ connectionString: portal.database_url }, () => undefined)
  const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
  const month = addMonths(dubaiDate(new Date()).slice(0, 7), -2)
  for (const of of [{}, { company_id: many }])
    for (const asked of [{}, ...(narrowed.q ? [] : [{ month }])])
      expect(
        await pagesRead(pool, (db) => listLedger(db, admin, { limit: 50, sort: '-moved_at', ...of, ...asked, ...narrowed })),
      ).toBeLessThan(PAGE + FEW_PAGES)
  await pool.end()
})

it('a month of the ledger, with its total, reads as much as a page of all of it', async () => {
  const pool = openPool({ connectionString: portal.database_url }, () => undefined)
  const admin = { role: 'admin', company_ids: [] as string[] } as Viewer
  const read = (asked: { month?: string; company_id?: string; limit?: number }) =>
    pagesRead(pool, (db) => listLedger(db, admin, { limit: 50, sort: '-moved_at', ...asked }))
  const month = addMonths(dubaiDate(new Date()).slice(0, 7), -2)
  for (const asked of [{}, { company_id: many }]) {
    const whole = await read(asked)
    expect(await read({ ...asked, month })).toBeLessThan(whole + FEW_PAGES)
  }
  await pool.end()
})
