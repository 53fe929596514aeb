import { dubaiDate, type Fils, fils, fromAed, type Transaction } from 'contract'

/** A movement of the wallet, in fils. */
interface StatementRow {
  transaction: Transaction
  /** The Dubai day on which it moved. */
  date: string
  /** Into the wallet; negative: out of it. */
  amount: Fils
  balance: Fils
}

export interface Statement {
  opening: Fils
  credits: Fils
  debits: Fils
  closing: Fils
  rows: StatementRow[]
}

/** When it moved money: a top-up at its approval, a payment at its settlement. */
const movedAt = ({ decided_at, created_at }: Transaction): string => decided_at ?? created_at
const dayOf = (transaction: Transaction): string => dubaiDate(new Date(movedAt(transaction)))
const monthOf = (transaction: Transaction): string => dayOf(transaction).slice(0, 7)
const hasMoved = ({ balance_after }: Transaction): boolean => balance_after !== null
const signed = ({ amount, direction }: Transaction): Fils => fils(direction === 'credit' ? fromAed(amount) : -fromAed(amount))
const sum = (amounts: readonly Fils[]): Fils => fils(amounts.reduce((total, amount) => total + amount, 0))
const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

/** An approval and what it settles carry the same moment: the money comes first, then the payments, oldest first (W2). */
const inOrder = (a: Transaction, b: Transaction): number =>
  compare(movedAt(a), movedAt(b)) || compare(a.direction, b.direction) || compare(a.created_at, b.created_at) || compare(a.id, b.id)

/** What moved in a month YYYY-MM of Dubai, exact to the fils: closing is opening plus credits minus debits. */
export function statementOf(transactions: readonly Transaction[], month: string): Statement {
  const moved = transactions.filter(hasMoved)
  const opening = sum(moved.filter((each) => monthOf(each) < month).map(signed))
  let balance = opening
  const rows = moved
    .filter((each) => monthOf(each) === month)
    .sort(inOrder)
    .map((transaction) => {
      const amount = signed(transaction)
      balance = fils(balance + amount)
      return { transaction, date: dayOf(transaction), amount, balance }
    })
  const credits = sum(rows.map(({ amount }) => fils(Math.max(0, amount))))
  const debits = sum(rows.map(({ amount }) => fils(Math.max(0, -amount))))
  return { opening, credits, debits, closing: balance, rows }
}

/** The months from the first movement to today's, newest first. */
export function monthsOf(transactions: readonly Transaction[], today: string): string[] {
  const last = today.slice(0, 7)
  const first = transactions.filter(hasMoved).map(monthOf).sort()[0] ?? last
  const months: string[] = []
  for (let [year = 0, month = 1] = first.split('-').map(Number); ; ) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > last) break
    months.unshift(name)
    month = (month % 12) + 1
    if (month === 1) year += 1
  }
  return months
}
