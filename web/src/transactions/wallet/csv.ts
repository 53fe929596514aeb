import { formatAmount, fromAed, type Transaction } from 'contract'
import { csvDay, csvOf } from '../../ui/files/csv.ts'

/** `7500.00`: exact, without grouping. */
const plain = (aed: number): string => formatAmount(fromAed(aed)).replaceAll(',', '')

export const CSV_COLUMNS = [
  'date',
  'requestedOn',
  'transaction',
  'status',
  'employee',
  'requestedBy',
  'credit',
  'debit',
  'balance',
  'notes',
  'decidedOn',
  'id',
] as const
type CsvColumn = (typeof CSV_COLUMNS)[number]

interface Words {
  heads: Record<CsvColumn, string>
  typeOf: (transaction: Transaction) => string
  statusOf: (transaction: Transaction) => string
}

/** The transactions as a table for spreadsheets, dated by the movement: days of Dubai, amounts as exact texts, credits and debits apart. */
export function transactionsCsv(transactions: readonly Transaction[], { heads, typeOf, statusOf }: Words): string {
  const row = (transaction: Transaction): Record<CsvColumn, string> => ({
    date: csvDay(transaction.moved_at ?? transaction.created_at),
    requestedOn: csvDay(transaction.created_at),
    transaction: typeOf(transaction),
    status: statusOf(transaction),
    employee: transaction.employee_name ?? '',
    requestedBy: transaction.user_name ?? '',
    credit: transaction.direction === 'credit' ? plain(transaction.amount) : '',
    debit: transaction.direction === 'debit' ? plain(transaction.amount) : '',
    balance: transaction.balance_after === null ? '' : plain(transaction.balance_after),
    notes: transaction.notes ?? '',
    decidedOn: csvDay(transaction.decided_at),
    id: transaction.id,
  })
  const inColumns = (of: Record<CsvColumn, string>): string[] => CSV_COLUMNS.map((column) => of[column])
  return csvOf([inColumns(heads), ...transactions.map((each) => inColumns(row(each)))])
}
