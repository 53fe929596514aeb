import { ApplicationStatus, STAGE_NAMES } from 'contract'
import { date, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { word } from './columns.ts'

const kept = {
  day: date({ mode: 'string' }).notNull(),
  stage: word(STAGE_NAMES).notNull(),
  status: word(ApplicationStatus.options).notNull(),
  /** How many applications came to that stage and status on the day, less those that left. */
  moved: integer().notNull(),
}

/**
 * What each Dubai day changed, kept by triggers of applications and stages: how many applications stood somewhere at the end of a day is the
 * sum up to it. A deleted application's days go with it.
 */
export const stageDays = pgTable('stage_days', { company_id: uuid().notNull(), ...kept }, (t) => [
  primaryKey({ columns: [t.company_id, t.day, t.stage, t.status] }),
  index('stage_days_by_day').on(t.day),
])

/** The same over all companies, in 16 slots by company. */
export const stageDayTotals = pgTable('stage_day_totals', { ...kept, slot: smallint().notNull() }, (t) => [
  primaryKey({ columns: [t.day, t.stage, t.status, t.slot] }),
])
