import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { companies } from './companies.table.ts'

/** One row for each person of a company (S12). Triggers write it, with what the person's applications and records last said. */
export const persons = pgTable(
  'persons',
  {
    id: uuid().primaryKey(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The newest application. No foreign key, because applications refer to persons. */
    application_id: uuid(),
    applied_at: instant(),
    /** The latest known date of a visa (S8, S9). */
    expires_on: date({ mode: 'string' }),
    /** There are employee records, and none of them is active. */
    cancelled: boolean().notNull().default(false),
  },
  (t) => [
    check('persons_applied', sql`(${t.application_id} is null) = (${t.applied_at} is null)`),
    index('persons_of_company').on(t.company_id, t.id),
    index('persons_newest').on(t.company_id, t.applied_at, t.application_id).where(sql`${t.applied_at} is not null`),
    index('persons_expiring').on(t.expires_on, t.id).where(sql`${t.expires_on} is not null and not ${t.cancelled}`),
    index('persons_expiring_of_company')
      .on(t.company_id, t.expires_on, t.id)
      .where(sql`${t.expires_on} is not null and not ${t.cancelled}`),
  ],
)

/** How many people's visas expire on a day, in 16 slots by company, so that writers seldom wait for each other. */
export const expiringDays = pgTable(
  'expiring_days',
  { slot: smallint().notNull(), expires_on: date({ mode: 'string' }).notNull(), people: integer().notNull() },
  (t) => [primaryKey({ columns: [t.slot, t.expires_on] })],
)
