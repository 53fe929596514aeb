import { EMIRATES, JURISDICTIONS } from 'contract'
import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'

/** A company as the authorities know it; null: not on record. Dates are papers. */
export const establishments = pgTable(
  'establishments',
  {
    company_id: uuid()
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    emirate: word(EMIRATES),
    jurisdiction: word(JURISDICTIONS),
    free_zone: text(),
    mohre_number: text(),
    immigration_number: text(),
    mohre_category: smallint().$type<1 | 2 | 3>(),
    trn: text(),
    quota_total: integer(),
    quota_as_of: date({ mode: 'string' }),
    /** YYYY-MM. */
    wages_paid_through: text(),
    signatory_name: text(),
    updated_at: instant().notNull(),
  },
  (t) => [
    oneOf('establishments_emirate', t.emirate, EMIRATES),
    oneOf('establishments_jurisdiction', t.jurisdiction, JURISDICTIONS),
    check('establishments_free_zone', sql`${t.free_zone} is null or ${t.jurisdiction} = 'free_zone'`),
    check('establishments_category', sql`${t.mohre_category} between 1 and 3`),
    check('establishments_trn', sql`${t.trn} ~ '^[0-9]{15}$'`),
    check('establishments_quota', sql`${t.quota_total} between 0 and 100000`),
    check('establishments_wages', sql`${t.wages_paid_through} ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$'`),
  ],
)
