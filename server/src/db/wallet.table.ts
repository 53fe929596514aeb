import { type Fils, TransactionStatus, TransactionType } from 'contract'
import { sql } from 'drizzle-orm'
import { bigint, bigserial, check, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { users } from './people.table.ts'

const fils = () => bigint({ mode: 'number' }).$type<Fils>()

/** Each company has one from its beginning, and it outlives the company (W6). Only a trigger of the ledger changes the balance, which is never negative (W4). */
export const wallets = pgTable(
  'wallets',
  {
    company_id: uuid().primaryKey(),
    balance_fils: fils().notNull(),
    /** How many there were, by the same trigger. */
    movements: bigint({ mode: 'number' }).notNull().default(sql`0`),
    /** What its visa payments wait for, by a trigger of transactions. */
    due_fils: fils().notNull().default(sql`0`),
  },
  (t) => [
    check('wallets_never_negative', sql`${t.balance_fils} >= 0`),
    index('wallets_by_balance').on(t.balance_fils, t.company_id),
    index('wallets_by_due').on(t.due_fils, t.company_id),
  ],
)

/** Top-ups, visa payments and reversals, without foreign keys, because they outlive companies, users and applications (W6). */
export const transactions = pgTable(
  'transactions',
  {
    id: uuid().primaryKey(),
    /** The order in the wallet, given while it is locked, because clocks of servers may differ. */
    seq: bigserial({ mode: 'number' }).notNull(),
    company_id: uuid().notNull(),
    user_id: uuid(),
    type: word(TransactionType.options).notNull(),
    status: word(TransactionStatus.options).notNull(),
    amount_fils: fils().notNull(),
    direction: word(['credit', 'debit']).notNull(),
    notes: text(),
    application_id: uuid(),
    employee_name: text(),
    reverses_id: uuid(),
    /** Of a top-up. */
    reference: text(),
    /** What the wallet's visa payments amount to up to this one, by a trigger; null: a payment that had settled before this was kept. */
    charged_fils: fils(),
    created_at: instant().notNull(),
    decided_by: uuid(),
    decided_by_name: text(),
    decided_at: instant(),
  },
  (t) => [
    oneOf('transactions_type', t.type, TransactionType.options),
    oneOf('transactions_status', t.status, TransactionStatus.options),
    oneOf('transactions_direction', t.direction, ['credit', 'debit']),
    check('transactions_amount', sql`${t.amount_fils} > 0`),
    check('transactions_decided', sql`(${t.status} in ('pending', 'completed')) or ${t.decided_at} is not null`),
    check(
      'transactions_states',
      sql`(${t.type} = 'topup' and ${t.status} in ('pending', 'approved', 'rejected'))
      or (${t.type} = 'visa_payment' and ${t.status} in ('pending', 'completed', 'rejected'))
      or (${t.type} = 'reversal' and ${t.status} = 'completed')`,
    ),
    check('transactions_reversal', sql`(${t.type} = 'reversal') = (${t.reverses_id} is not null)`),
    uniqueIndex('transactions_reference').on(t.reference),
    unique('transactions_one_payment').on(t.application_id),
    index('transactions_words')
      .using('gin', sql`grams(lower(coalesce(${t.employee_name}, ${t.reference}, '')))`)
      .with({ gin_pending_list_limit: 128 }),
    index('transactions_topups').on(t.status, t.created_at, t.id).where(sql`${t.type} = 'topup'`),
    index('transactions_newest').on(t.created_at, t.id),
    index('transactions_of_company').on(t.company_id, t.created_at, t.id),
    index('transactions_payments').on(t.company_id, t.seq).where(sql`${t.type} = 'visa_payment'`),
    index('transactions_due').on(t.company_id, t.seq).where(sql`${t.type} = 'visa_payment' and ${t.status} = 'pending'`),
    index('transactions_withdrawn').on(t.company_id, t.seq).where(sql`${t.type} = 'visa_payment' and ${t.status} = 'rejected'`),
    index('transactions_asked').on(t.company_id, t.created_at, t.id).where(sql`${t.type} = 'topup' and ${t.status} = 'pending'`),
    index('transactions_topups_of_company').on(t.company_id, t.amount_fils, t.created_at, t.id).where(sql`${t.type} = 'topup'`),
    index('transactions_reversed').on(t.reverses_id).where(sql`${t.reverses_id} is not null`),
  ],
)

/** References that people were given and have not used: one for each person and company. */
export const topupReferences = pgTable(
  'topup_references',
  {
    reference: text().primaryKey(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
  },
  (t) => [unique('topup_references_of_person').on(t.user_id, t.company_id), index('topup_references_of_company').on(t.company_id)],
)

/** The double-entry ledger: the two rows of a movement sum to zero, checked at the commit (W5). Append-only. */
export const ledger = pgTable(
  'ledger',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id),
    account: word(['wallet', 'bank_clearing', 'visa_revenue']).notNull(),
    company_id: uuid(),
    amount_fils: fils().notNull(),
    /** What the wallet holds after this entry, by a trigger. */
    balance_fils: fils(),
    /** 1, 2, 3 in the wallet, by a trigger: `seq` would tell a company how much moves in all others. */
    number: bigint({ mode: 'number' }),
    /** Of its transaction, by a trigger. */
    type: word(TransactionType.options),
    created_at: instant().notNull(),
  },
  (t) => [
    oneOf('ledger_account', t.account, ['wallet', 'bank_clearing', 'visa_revenue']),
    check('ledger_wallet', sql`(${t.account} = 'wallet') = (${t.company_id} is not null)`),
    check('ledger_balance', sql`(${t.account} = 'wallet') = (${t.balance_fils} is not null)`),
    check('ledger_number', sql`(${t.account} = 'wallet') = (${t.number} is not null)`),
    check('ledger_type', sql`(${t.account} = 'wallet') = (${t.type} is not null)`),
    check('ledger_moves', sql`${t.amount_fils} <> 0`),
    unique('ledger_once').on(t.transaction_id, t.account),
    index('ledger_of_wallet').on(t.company_id, t.seq),
    index('ledger_by_moment').on(t.created_at, t.seq).where(sql`${t.company_id} is not null`),
    index('ledger_by_month').on(t.company_id, t.created_at, t.seq).where(sql`${t.company_id} is not null`),
    index('ledger_by_type').on(t.type, t.created_at, t.seq).where(sql`${t.company_id} is not null`),
    index('ledger_of_wallet_by_type').on(t.company_id, t.type, t.created_at, t.seq).where(sql`${t.company_id} is not null`),
  ],
)

/** What calls with an Idempotency-Key have created, for 24 h (W8). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: uuid().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    body_hash: text().notNull(),
    record_id: uuid(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.call, t.key] }), index('idempotency_keys_by_time').on(t.created_at)],
)
