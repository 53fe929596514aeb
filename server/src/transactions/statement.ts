import { addMonths, dubaiDate, type Fils, fils, minus, plus, type Statement, startOf, sum, toAed } from 'contract'
import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { ledger, transactions } from '../db/wallet.table.ts'

const ofWallet = (company_id: string): SQL | undefined => and(eq(ledger.company_id, company_id), eq(ledger.account, 'wallet'))
/** No entry of a wallet is without it. */
const balance = sql<Fils>`${ledger.balance_fils}`.mapWith((value) => fils(Number(value)))
const monthOf = (moment: string): string => dubaiDate(new Date(moment)).slice(0, 7)
const startOfMonth = (month: string): string => startOf(`${month}-01`)

/** A month before the first movement or in the future: the current month. It reads that month alone, because each entry keeps its balance. */
export async function findStatement(db: Db, company_id: string, wanted: string | undefined, now: Date): Promise<Statement> {
  const months = await listMonths(db, company_id, now)
  const month = months.find((each) => each === wanted) ?? monthOf(now.toISOString())
  const rows = await listMovements(db, company_id, month)
  const [first] = rows
  const opening = first ? minus(first.balance, first.moved) : await balanceBefore(db, company_id, month)
  return { months, ...added(month, opening, rows) }
}

async function listMonths(db: Db, company_id: string, now: Date): Promise<string[]> {
  const [first] = await db
    .select({ moved_at: ledger.created_at })
    .from(ledger)
    .where(ofWallet(company_id))
    .orderBy(asc(ledger.created_at), asc(ledger.seq))
    .limit(1)
  const last = monthOf(now.toISOString())
  const months = [last]
  for (let month = last; first && month > monthOf(first.moved_at); months.push(month)) month = addMonths(month, -1)
  return months
}

async function balanceBefore(db: Db, company_id: string, month: string): Promise<Fils> {
  const [last] = await db
    .select({ balance })
    .from(ledger)
    .where(and(ofWallet(company_id), lt(ledger.created_at, startOfMonth(month))))
    .orderBy(desc(ledger.created_at), desc(ledger.seq))
    .limit(1)
  return last?.balance ?? fils(0)
}

/** In order of movement: payments settled by an approval come after it. */
const listMovements = (db: Db, company_id: string, month: string) =>
  db
    .select({
      id: transactions.id,
      type: transactions.type,
      direction: transactions.direction,
      amount_fils: transactions.amount_fils,
      employee_name: transactions.employee_name,
      notes: transactions.notes,
      moved_at: ledger.created_at,
      moved: ledger.amount_fils,
      balance,
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
    rows: rows.map(({ amount_fils, balance, moved_at, moved: _, ...row }) => ({
      ...row,
      amount: toAed(amount_fils),
      balance: toAed(balance),
      moved_on: dubaiDate(new Date(moved_at)),
    })),
  }
}

export function emptyStatement(now: Date): Statement {
  const month = monthOf(now.toISOString())
  return { months: [month], ...added(month, fils(0), []) }
}
