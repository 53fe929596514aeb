import { type DEADLINE_KEYS, DEADLINE_WHO, Fine, type Risk, STOP_REASONS } from 'contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { xid8 } from './changes.table.ts'
import { instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { persons } from './persons.table.ts'

const day = () => date({ mode: 'string' })
const fils = () => bigint({ mode: 'number' })

/** The clocks that run about a person, a case or a company, and those that have ended. What they cost is reckoned when it is read. */
export const deadlines = pgTable(
  'deadlines',
  {
    id: uuid().primaryKey(),
    key: text().$type<(typeof DEADLINE_KEYS)[number]>().notNull(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Null: a clock of the company. */
    person_id: uuid().references(() => persons.id, { onDelete: 'cascade' }),
    /** The case, else the paper, else the person: of each a key has one clock that runs. */
    subject_id: uuid().notNull(),
    /** No foreign keys: the job that writes clocks waits for nobody who holds a paper or a case. */
    paper_id: uuid(),
    application_id: uuid(),
    rule_id: uuid(),
    grace_rule_id: uuid(),
    fines_id: text(),
    counted_from: day().notNull(),
    due_on: day().notNull(),
    printed: boolean().notNull(),
    fined_from: day(),
    who: word(DEADLINE_WHO).notNull(),
    certain: boolean().notNull(),
    /** Not certain, or one of its fines is not. */
    doubted: boolean().notNull(),
    stop_reason: word(STOP_REASONS),
    stopped_from: day(),
    stopped_until: day(),
    stop_note: text(),
    created_at: instant().notNull(),
    closed_at: instant(),
  },
  (t) => [
    oneOf('deadlines_who', t.who, DEADLINE_WHO),
    check('deadlines_stop', sql`(${t.stop_reason} is null) = (${t.stopped_from} is null)`),
    check('deadlines_stopped_until', sql`${t.stopped_until} >= ${t.stopped_from}`),
    oneOf('deadlines_stop_reason', t.stop_reason, STOP_REASONS),
    check('deadlines_fines', sql`(${t.fines_id} is null) = (${t.fined_from} is null)`),
    uniqueIndex('deadlines_one_running').on(t.subject_id, t.key).where(sql`${t.closed_at} is null`),
    index('deadlines_of_person').on(t.person_id).where(sql`${t.person_id} is not null`),
    index('deadlines_of_case').on(t.application_id).where(sql`${t.application_id} is not null and ${t.closed_at} is null`),
    index('deadlines_by_day').on(t.due_on, t.id).where(sql`${t.closed_at} is null`),
    index('deadlines_of_company_by_day').on(t.company_id, t.due_on, t.id).where(sql`${t.closed_at} is null`),
    index('deadlines_of_key_by_day').on(t.key, t.due_on, t.id).where(sql`${t.closed_at} is null`),
    index('deadlines_of_company_and_key').on(t.company_id, t.key, t.due_on, t.id).where(sql`${t.closed_at} is null`),
    index('deadlines_costing').on(t.doubted, t.due_on, t.id).where(sql`${t.closed_at} is null and ${t.fined_from} is not null`),
    index('deadlines_costing_of_company')
      .on(t.company_id, t.doubted, t.due_on, t.id)
      .where(sql`${t.closed_at} is null and ${t.fined_from} is not null`),
    index('deadlines_closed').on(t.closed_at).where(sql`${t.closed_at} is not null`),
  ],
)

/** What clocks cost from which day on, under a name that their text gives them: few rows, of which each clock names some. */
export const deadlineFines = pgTable(
  'deadline_fines',
  {
    id: text().notNull(),
    in_force_from: day().notNull(),
    /** The day of the next one. */
    next_from: day(),
    /** Null: nothing. */
    every: word(Fine.shape.every.options),
    months: word(Fine.shape.months.unwrap().options),
    amount: fils(),
    cap: fils(),
    certain: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id, t.in_force_from] })],
)

/** By company: how often clocks were written, by which rules, and what they cost on a day; that holds for one version and day alone. */
export const deadlineCompanies = pgTable('deadline_companies', {
  company_id: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  version: bigint({ mode: 'number' }).notNull().default(0),
  /** Of the rules by which all its clocks are written. */
  rules_version: bigint({ mode: 'number' }).notNull().default(-1),
  /** Of the rules by which the job writes them anew, up to which person. */
  rewriting: bigint({ mode: 'number' }),
  rewritten_to: uuid(),
  risk_version: bigint({ mode: 'number' }),
  risk_day: day(),
  late: integer(),
  due_soon: integer(),
  accrued: fils(),
  soon: fils(),
  uncounted: integer(),
  by_key: jsonb().$type<Risk['by_key']>(),
})

/** Whose clocks are to be written anew: a trigger writes it with each cause, and the transaction or a job takes it away. */
export const deadlineMarks = pgTable(
  'deadline_marks',
  {
    tx: xid8().notNull().default(sql`pg_current_xact_id()`),
    owner_id: uuid().notNull(),
    company_id: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tx, t.owner_id] }), index('deadline_marks_of_company').on(t.company_id)],
)
