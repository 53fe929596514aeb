import { CompanyCategory } from 'contract'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'

export const companies = pgTable(
  'companies',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    trade_license: text().notNull(),
    contact_person: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    category: word(CompanyCategory.options).notNull(),
    search_text: text().notNull(),
    /** Without an active case, by a trigger of the kept counts. */
    idle: boolean().notNull().default(true),
    created_at: instant().notNull(),
  },
  (t) => [
    oneOf('companies_category', t.category, CompanyCategory.options),
    index('companies_by_licence').on(sql`lower(${t.trade_license})`),
    index('companies_grams').using('gin', sql`grams(${t.search_text})`).with({ gin_pending_list_limit: 128 }),
    index('companies_by_name').on(sql`left(${t.search_text}, 90)`, t.id),
    index('companies_newest').on(t.created_at, t.id),
    index('companies_by_category').on(t.category, t.id),
    index('companies_idle').on(t.idle, t.created_at, t.id),
  ],
)
