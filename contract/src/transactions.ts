import { z } from 'zod'
import { call } from './call.ts'
import { DocumentInfo, DocumentOut, DocumentsQuery, DocumentValue } from './documents.ts'
import { ById, CompaniesQuery, DateOnly, FreeText, Id, Line, ListQuery, Month, Password, sortBy, Timestamp } from './fields.ts'
import { type Fils, fils, fromAed, plus, shortfall } from './money.ts'

export const TransactionType = z.enum(['topup', 'visa_payment', 'reversal'])
export type TransactionType = z.infer<typeof TransactionType>
export const TransactionStatus = z.enum(['pending', 'approved', 'rejected', 'completed'])
export type TransactionStatus = z.infer<typeof TransactionStatus>
export const Direction = z.enum(['credit', 'debit'])

export const MIN_TOPUP = 1
export const DEFAULT_REJECT_NOTE = 'Top-up request rejected'
export const AMOUNT_NOT_VALID = 'Please enter a valid amount'

/** At most two decimals (W1), judged by the number's shortest text instead of float arithmetic. */
export const isAmount = (value: number): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(String(value))
export const Amount = z.number().refine((value) => value > 0 && isAmount(value), AMOUNT_NOT_VALID)

/** Told apart when read out or typed from a bank statement: no 0 and O, no 1, I and L, no U and V. */
export const REFERENCE_LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ'
export const REFERENCE_LENGTH = 8
/** What the company writes into its bank transfer, so that the top-up is found by it. */
export const TopupReference = z.string().regex(new RegExp(`^[${REFERENCE_LETTERS}]{${REFERENCE_LENGTH}}$`))

const Settles = z.object({ transaction_id: Id, employee_name: z.string().nullable(), amount: z.number() })

export const Transaction = z.object({
  id: Id,
  company_id: Id,
  /** `Deleted company` once the company is gone (W6). */
  company_name: z.string(),
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  type: TransactionType,
  status: TransactionStatus,
  /** In AED, always positive; `direction` gives the sign (W11). */
  amount: z.number(),
  direction: Direction,
  notes: z.string().nullable(),
  application_id: Id.nullable(),
  employee_name: z.string().nullable(),
  reverses_id: Id.nullable(),
  /** Of a top-up; null for other types and for those of earlier releases. */
  reference: TopupReference.nullable(),
  created_at: Timestamp,
  decided_by_name: z.string().nullable(),
  decided_at: Timestamp.nullable(),
  receipt_document: DocumentOut,
  receipt_details: DocumentInfo.nullable(),
  /** When the money moved, never before an earlier movement of the wallet; null while nothing has moved, as the next two. */
  moved_at: Timestamp.nullable(),
  /** The number of the movement in the company's wallet: 1, 2, 3. */
  seq: z.number().int().nullable(),
  /** AED in the wallet after this movement. */
  balance_after: z.number().nullable(),
  reversed: z.number(),
  /** For administrators: the receipt, or the company's amount within seven days, came before (W10). */
  receipt_seen_before: z.boolean(),
  amount_seen_before: z.boolean(),
  /** For administrators: what the approval of a pending top-up would leave in the wallet and due, and the payments that it would settle. */
  if_approved: z.object({ balance: z.number(), due: z.number(), settles: z.array(Settles) }).nullable(),
})
export type Transaction = z.infer<typeof Transaction>

/** In AED: what the wallet holds, what visa payments wait for, and top-ups that are not decided. */
export const Balance = z.object({ balance: z.number(), due: z.number(), pending_topups: z.number() })
export type Balance = z.infer<typeof Balance>

/** What is due after a payment of this cost, and what the wallet lacks for all of it. It settles only if nothing older is due (W2). */
export function outlookOf(cost: Fils, wallet: Pick<Balance, 'balance' | 'due'>): { due: Fils; missing: Fils } {
  const balance = fromAed(wallet.balance)
  const before = fromAed(wallet.due)
  const due = before === 0 && balance >= cost ? fils(0) : plus(before, cost)
  return { due, missing: shortfall(due, balance) }
}

/** Of visa payments that wait, by the days since they were charged; the last is of all that are older. */
export const DUE_AGES = [
  { from_days: 0, to_days: 7 },
  { from_days: 8, to_days: 30 },
  { from_days: 31, to_days: 60 },
  { from_days: 61, to_days: null },
] as const
export const MOST_DUE = 10

/** What visa payments of all companies wait for, in AED. */
export const Dues = z.object({
  ages: z.array(z.object({ from_days: z.number().int(), to_days: z.number().int().nullable(), due: z.number(), cases: z.number().int() })),
  /** Those that owe most, at most ten. */
  companies: z.array(z.object({ company_id: Id, company_name: z.string(), due: z.number() })),
})
export type Dues = z.infer<typeof Dues>

const customers = ['admin', 'company_admin'] as const

export const getBalance = call('getBalance', 'GET /users/balance', {
  access: customers,
  summary:
    'The wallet of the active company, or of the one that company_id names, as an admin must (W3); with companies=all the sums of all own',
  query: z.object({ company_id: Id.optional(), ...CompaniesQuery.shape }),
  reply: Balance,
  refuses: [404],
})

export const listTransactions = call('listTransactions', 'GET /transactions', {
  access: customers,
  summary:
    'Transactions: all for an admin, those of the active company for a company_admin, newest first; with sort=-moved_at the ledger: what has moved, in that order',
  query: ListQuery.extend({
    type: TransactionType.optional(),
    status: TransactionStatus.optional(),
    /** `false`: everything that is settled or decided. */
    pending: z.enum(['true', 'false']).optional(),
    company_id: Id.optional(),
    ...CompaniesQuery.shape,
    /** The ledger: settled transactions alone, so that the balance runs from row to row. */
    sort: sortBy(['moved_at']),
    /** The ledger, of what moved in this month of Asia/Dubai alone. */
    month: Month.optional(),
    ...DocumentsQuery.shape,
  }),
  reply: z.array(Transaction),
  answers: 'list',
  journal: 'transaction',
})

/** What moved in the wallet in one month of Asia/Dubai, in AED: `closing` is `opening` and `credits` without `debits`. */
export const Statement = z.object({
  month: Month,
  /** Months with a statement, newest first: from the first movement to the current month. */
  months: z.array(Month),
  opening: z.number(),
  credits: z.number(),
  debits: z.number(),
  closing: z.number(),
  /** In the order in which they moved. */
  rows: z.array(
    Transaction.pick({ id: true, type: true, direction: true, amount: true, employee_name: true, notes: true }).extend({
      moved_on: DateOnly,
      /** In the wallet right after it. */
      balance: z.number(),
    }),
  ),
})
export type Statement = z.infer<typeof Statement>

export const getStatement = call('getStatement', 'GET /transactions/statement', {
  access: ['company_admin'],
  summary: 'The statement of the active company for a month; for a month before the first movement or in the future, the current month',
  query: z.object({ month: Month.optional() }),
  reply: Statement,
  extension: true,
  journal: 'transaction',
})

export const getDues = call('getDues', 'GET /transactions/dues', {
  access: ['admin'],
  summary: 'What all companies owe by age in days of Asia/Dubai, and the ten that owe most',
  reply: Dues,
  extension: true,
})

export const makeTopupReference = call('makeTopupReference', 'POST /transactions/topup/reference', {
  access: ['company_admin'],
  summary: 'The reference for the next top-up of the active company: the same until the person asks for that top-up',
  reply: z.object({ reference: TopupReference }),
  extension: true,
  touches: [],
  refuses: [409],
})

export const requestTopup = call('requestTopup', 'POST /transactions/topup', {
  access: ['company_admin'],
  summary: 'Ask for a top-up of the active company; the receipt is a PDF, JPG or PNG',
  body: z.object({ amount: Amount, receipt_document: DocumentValue }),
  reply: Transaction,
  status: 201,
  carries_documents: true,
  idempotent: true,
  journal: 'transaction',
  touches: ['transaction'],
})

const Notes = FreeText.nullish()

export const approveTopup = call('approveTopup', 'PUT /transactions/{id}/approve', {
  access: ['admin'],
  summary: 'Credit a pending top-up and settle what waits, oldest first (W2)',
  params: ById,
  body: z.object({ notes: Notes }),
  reply: Transaction,
  journal: 'transaction',
  touches: ['transaction', 'application'],
  refuses: [409],
})

export const rejectTopup = call('rejectTopup', 'PUT /transactions/{id}/reject', {
  access: ['admin'],
  summary: 'Reject a pending top-up',
  params: ById,
  body: z.object({ notes: Notes }),
  reply: Transaction,
  journal: 'transaction',
  touches: ['transaction'],
  refuses: [409],
})

/** In AED. A correction of more asks for the password again. */
export const MAX_UNPROVEN_REVERSAL = 10_000

export const reverseTransaction = call('reverseTransaction', 'POST /transactions/{id}/reversal', {
  access: ['admin'],
  summary:
    'Correct a settled transaction by a reversing entry, in part where an amount is given (W5); above AED 10,000 with the own password, and a code where two-step sign-in is on',
  params: ById,
  body: z.object({ reason: FreeText.min(1), amount: Amount.optional(), password: Password.nullish(), code: Line.nullish() }),
  reply: Transaction,
  status: 201,
  extension: true,
  idempotent: true,
  journal: 'transaction',
  touches: ['transaction', 'application'],
  refuses: [409, 429],
})
