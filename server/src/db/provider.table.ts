import type { BankDetails, PriceWords } from 'contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { NIL } from 'uuid'
import { instant } from './columns.ts'
import { users } from './people.table.ts'

/** Under which history and journal keep the settings, of which there is one row. */
export const PROVIDER_ID = NIL

/** What administrators have set of the provider, in one row; null: the default. What the environment sets counts in place of it. */
export const providerSettings = pgTable(
  'provider_settings',
  {
    only: boolean().primaryKey().default(true),
    product_name: text(),
    support_contact: text(),
    price_words: jsonb().$type<PriceWords>(),
    bank: jsonb().$type<BankDetails>(),
    bank_changed_at: instant(),
    /** A change of the bank details that was asked for. */
    waiting_id: uuid(),
    waiting_bank: jsonb().$type<BankDetails>(),
    waiting_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    waiting_since: instant(),
    /** When it comes into force by itself; null: another administrator must confirm it. */
    waiting_until: instant(),
  },
  (t) => [
    check('provider_settings_only', sql`${t.only}`),
    check('provider_settings_waiting', sql`num_nulls(${t.waiting_id}, ${t.waiting_bank}, ${t.waiting_since}) in (0, 3)`),
    index('provider_settings_waiting_by').on(t.waiting_by),
  ],
)
