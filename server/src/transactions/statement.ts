import { addMonths, dubaiDate, type Fils, fils, plus, type Statement, startOf, sum, toAed } from 'contract'
import { and, asc, eq, gte, lt, min, type SQL, sql } from 'drizzle-orm'
import { aed } from '../db/columns.ts'
import type { Db } from '../db/open.ts'
import { ledger, transactions } from '../db/wallet.table.ts'

const ofWallet = (company_id: string): SQL | undefined => and(eq(ledger.company_id, company_id), eq(ledger.account, 'wallet'))
const monthOf = (moment: string): string => dubaiDate(new Date(moment)).slice(0, 7)
const startOfMonth = (month: string): string => startOf(`${month}-01`)

/** A month before the first movement or in the future: the current month. Read from one snapshot. */
export async function findStatement(db: Db, company_id: string, wanted: string | undefined, now: Date): Promise<Statement> {
  const read = async (tx: Db) => {
    const months = await listMonths(tx, company_id, now)
    const month = months.find((each) => each === wanted) ?? monthOf(now.toISOString())
    const opening = await sumUntil(tx, company_id, startOfMonth(month))
    const rows = await listMovements(tx, company_id, month, opening)
    return { months, ...added(month, opening, rows) }
  }
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

async function listMonths(db: Db, company_id: string, now: Date): Promise<string[]> {
  const [moved] = await db
    .select({ first: min(ledger.created_at) })
    .from(ledger)
    .where(ofWallet(company_id))
  const last = monthOf(now.toISOString())
  const months = [last]
  for (let month = last; moved?.first && month > monthOf(moved.first); months.push(month)) month = addMonths(month, -1)
  return months
}

async function sumUntil(db: Db, company_id: string, end: string): Promise<Fils> {
  const [found] = await db
    .select({ moved: sql<number>`coalesce(sum(${ledger.amount_fils}), 0)`.mapWith(Number) })
    .from(ledger)
    .where(and(ofWallet(company_id), lt(ledger.created_at, end)))
  return fils(found?.moved ?? 0)
}

/** In order of movement: payments settled by an approval have its time and come after it. */
const listMovements = (db: Db, company_id: string, month: string, opening: Fils) =>
  db
    .select({
      id: transactions.id,
      type: transactions.type,
      direction: transactions.direction,
      amount_fils: transactions.amount_fils,
      employee_name: transactions.employee_name,
      notes: transactions.notes,
      moved_at: ledger.created_at,
      balance: aed(sql`${opening} + sum(${ledger.amount_fils}) over (order by ${ledger.created_at}, ${ledger.seq})`),
    })
    .from(ledger)
    .innerJoin(transactions, eq(transactions.id, ledger.transaction_id))
    .where(and(ofWallet(company_id), gte(ledger.created_at, startOfMonth(month)), lt(ledger.created_at, startOfMonth(addMonths(month, 1)))))
    .orderBy(asc(ledger.created_at), asc(ledger.seq))

function added(month: string, opening: Fils, rows: Awaited<ReturnType<typeof listMovements>>): Omit<Statement, 'months'> {
  const sumOf = (direction: 'credit' | 'debit') => sum(rows.filter((row) => row.direction === direction).map((row) => row.amount_fils))
  const [credits, debits] = [sumOf('credit'), sumOf('debit')]
  return {
    month,
    opening: toAed(opening),
    credits: toAed(credits),
    debits: toAed(debits),
    closing: toAed(plus(opening, fils(credits - debits))),
    rows: rows.map(({ amount_fils, moved_at, ...row }) => ({
      ...row,
      amount: toAed(amount_fils),
      moved_on: dubaiDate(new Date(moved_at)),
    })),
  }
}

export function emptyStatement(now: Date): Statement {
  const month = monthOf(now.toISOString())
  return { months: [month], ...added(month, fils(0), []) }
}
