import { addMonths, dubaiDate, type Fils, fils, plus, type Statement, startOf, sum, toAed } from 'contract'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { ledger, transactions } from '../db/wallet.table.ts'

const toFils = (value: unknown): Fils => fils(Number(value))
const monthOf = (moment: string): string => dubaiDate(new Date(moment)).slice(0, 7)
const startOfMonth = (month: string): string => startOf(`${month}-01`)

/** A month before the first movement or in the future: the current month. It reads that month alone, because each entry keeps its balance. */
export async function findStatement(db: Db, company_id: string, wanted: string | undefined, now: Date): Promise<Statement> {
  const current = monthOf(now.toISOString())
  const month = wanted ?? current
  const { first, opening, rows } = await readMonth(db, company_id, month)
  const months = [current]
  for (let each = current; first && each > monthOf(first); months.push(each)) each = addMonths(each, -1)
  if (!months.includes(month)) return findStatement(db, company_id, undefined, now)
  return { months, ...added(month, opening, rows) }
}

const earliest = (company_id: string) => sql`select first.created_at from ${ledger} first
  where first.company_id = ${company_id} order by first.created_at, first.seq limit 1`
const balanceBefore = (company_id: string, moment: string) => sql`select last.balance_fils from ${ledger} last
  where last.company_id = ${company_id} and last.created_at < ${moment} order by last.created_at desc, last.seq desc limit 1`

/** In order of movement: payments settled by an approval come after it. */
async function readMonth(db: Db, company_id: string, month: string) {
  const [begin, end] = [startOfMonth(month), startOfMonth(addMonths(month, 1))]
  const read = await db
    .select({
      first: sql<string | null>`(${earliest(company_id)})`,
      opening: sql`coalesce((${balanceBefore(company_id, begin)}), 0)`.mapWith(toFils),
      id: transactions.id,
      type: transactions.type,
      direction: transactions.direction,
      amount: transactions.amount_fils,
      employee_name: transactions.employee_name,
      notes: transactions.notes,
      moved_at: ledger.created_at,
      balance: ledger.balance_fils,
    })
    .from(sql`(select 1) as one`)
    .leftJoin(ledger, and(eq(ledger.company_id, company_id), gte(ledger.created_at, begin), lt(ledger.created_at, end)))
    .leftJoin(transactions, eq(transactions.id, ledger.transaction_id))
    .orderBy(asc(ledger.created_at), asc(ledger.seq))
  const rows = read.flatMap(({ id, type, direction, amount, moved_at, balance, employee_name, notes }) =>
    // The one row of a month without a movement has none of them.
    id && type && direction && amount !== null && moved_at && balance !== null
      ? [{ id, type, direction, amount, moved_at, balance, employee_name, notes }]
      : [],
  )
  return { first: read[0]?.first, opening: read[0]?.opening ?? fils(0), rows }
}

function added(month: string, opening: Fils, rows: Awaited<ReturnType<typeof readMonth>>['rows']): Omit<Statement, 'months'> {
  const sumOf = (direction: 'credit' | 'debit') => sum(rows.filter((row) => row.direction === direction).map((row) => row.amount))
  const [credits, debits] = [sumOf('credit'), sumOf('debit')]
  return {
    month,
    opening: toAed(opening),
    credits: toAed(credits),
    debits: toAed(debits),
    closing: toAed(plus(opening, fils(credits - debits))),
    rows: rows.map(({ amount, balance, moved_at, ...row }) => ({
      ...row,
      amount: toAed(amount),
      balance: toAed(balance),
      moved_on: dubaiDate(new Date(moved_at)),
    })),
  }
}

export function emptyStatement(now: Date): Statement {
  const month = monthOf(now.toISOString())
  return { months: [month], ...added(month, fils(0), []) }
}
