import { dubaiDate, formatAmount, fromAed, type Transaction } from 'contract'

/** Tells a spreadsheet that the bytes are UTF-8. */
const BOM = '\uFEFF'

/** A spreadsheet takes a cell that begins so for a formula. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (text: string): string => {
  const safe = guarded(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with CRLF, readable by spreadsheets in any language. */
export const csvOf = (rows: readonly (readonly string[])[]): string => BOM + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** `7500.00`: exact, without grouping. */
const plain = (aed: number): string => formatAmount(fromAed(aed)).replaceAll(',', '')
const day = (moment: string | null): string => (moment ? dubaiDate(new Date(moment)) : '')

export const CSV_COLUMNS = [
  'date',
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

/** The transactions as a table for spreadsheets: days of Dubai, amounts as exact texts, credits and debits apart. */
export function transactionsCsv(transactions: readonly Transaction[], { heads, typeOf, statusOf }: Words): string {
  const row = (transaction: Transaction): Record<CsvColumn, string> => ({
    date: day(transaction.created_at),
    transaction: typeOf(transaction),
    status: statusOf(transaction),
    employee: transaction.employee_name ?? '',
    requestedBy: transaction.user_name ?? '',
    credit: transaction.direction === 'credit' ? plain(transaction.amount) : '',
    debit: transaction.direction === 'debit' ? plain(transaction.amount) : '',
    balance: transaction.balance_after === null ? '' : plain(transaction.balance_after),
    notes: transaction.notes ?? '',
    decidedOn: day(transaction.decided_at),
    id: transaction.id,
  })
  const inColumns = (of: Record<CsvColumn, string>): string[] => CSV_COLUMNS.map((column) => of[column])
  return csvOf([inColumns(heads), ...transactions.map((each) => inColumns(row(each)))])
}
