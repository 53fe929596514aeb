import { COMPANY_READINESS, type Finding } from 'contract'
import { sql } from 'drizzle-orm'
import { bigint, date, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'

/**
 * What the authorities take from a company, as it was reckoned on a Dubai day by the rules of a version. Triggers doubt it as soon as the establishment,
 * its papers or the numbers behind its quota are written; whoever asks next reckons it anew. A company without a row has nothing on record.
 */
export const companyReadiness = pgTable(
  'company_readiness',
  {
    company_id: uuid()
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    level: word(COMPANY_READINESS).notNull().default('unknown'),
    findings: jsonb().$type<Finding[]>().notNull().default(sql`'[]'::jsonb`),
    day: date({ mode: 'string' }).notNull().default('-infinity'),
    rules_version: bigint({ mode: 'number' }).notNull().default(0),
    /** How often it was doubted. */
    doubts: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [
    oneOf('company_readiness_level', t.level, COMPANY_READINESS),
    index('company_readiness_by_level').on(t.level, t.company_id),
    index('company_readiness_by_day').on(t.day, t.rules_version),
  ],
)
