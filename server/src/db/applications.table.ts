import {
  AnnualLeaveType,
  ApplicationStatus,
  ApplicationType,
  EmployeeLocation,
  type Fils,
  Priority,
  STAGE_NAMES,
  StageStatus,
  TicketFrequency,
  VisaType,
} from 'contract'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, boolean, check, date, type ExtraConfigColumn, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { byTrigger, instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { employees, users } from './people.table.ts'
import { persons } from './persons.table.ts'

/** In the order of the process. */
export const STAGES = sql.raw(`'{${STAGE_NAMES.map((stage) => `"${stage}"`).join(',')}}'::text[]`)

/** With a word in place of none, by which those without one come last. */
const whole = (column: SQLWrapper, none: string) => sql`left(coalesce(${column}, ${sql.raw(none)}), 90) COLLATE "C"`

/** Over all rows, and over those of a company. */
const sorted = (t: Record<'company_id' | 'id', ExtraConfigColumn>, name: string, key: ExtraConfigColumn | SQL) => [
  index(`visa_applications_by_${name}`).on(key, t.id),
  index(`visa_applications_of_company_by_${name}`).on(t.company_id, key, t.id),
]

/** Of a nationality. What is asked for beside it stands behind, so that rows without that are passed over in the index itself. */
const ofNationals = (
  t: Record<'nationality_word' | 'submitted_at' | 'priority' | 'id' | 'status' | 'current_stage' | 'company_id', ExtraConfigColumn>,
) => {
  const stage = sql`array_position(${STAGES}, ${t.current_stage})`
  return [
    index('visa_applications_nationals_newest').on(t.nationality_word, t.submitted_at, t.id, t.status, t.priority, stage, t.company_id),
    index('visa_applications_nationals_by_priority').on(t.nationality_word, t.priority, t.id, t.status, stage, t.company_id),
  ]
}

/** People whose renewals run, over all and of a company. */
const renewing = (t: Record<'company_id' | 'person_id' | 'application_type' | 'status', ExtraConfigColumn>) => {
  const isRunning = sql`${t.application_type} = 'renewal' and ${t.status} = 'active'`
  return [
    index('visa_applications_renewing').on(t.person_id).where(isRunning),
    index('visa_applications_renewing_of_company').on(t.company_id, t.person_id).where(isRunning),
  ]
}

/** Its first moment, as clocks in Dubai show it. */
export const monthOf = (moment: SQLWrapper): SQL => sql`date_trunc('month', ${moment} AT TIME ZONE 'Asia/Dubai')`

/** The month stands beside the grams, so that a word is looked for in some months alone. */
const byWords = (t: Record<'search_text' | 'submitted_at', ExtraConfigColumn>) =>
  index('visa_applications_words')
    .using('gin', sql`grams(${t.search_text})`, sql`(array[${monthOf(t.submitted_at)}])`)
    .with({ gin_pending_list_limit: 128 })

export const applications = pgTable(
  'visa_applications',
  {
    id: uuid().primaryKey(),
    application_type: word(ApplicationType.options).notNull(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    employee_id: uuid().references(() => employees.id, { onDelete: 'set null' }),
    submitted_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The administrator who carries the case. */
    assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    employee_name: text().notNull(),
    passport_number: text(),
    nationality: text().notNull(),
    /** One word for all that the nationals of a country are called, kept by a trigger. */
    nationality_word: text().notNull().default(''),
    designation: text(),
    email: text(),
    mobile: text(),
    visa_type: word(VisaType.options).notNull(),
    priority: word(Priority.options).notNull(),
    employee_location: word(EmployeeLocation.options).notNull(),
    salary_breakup: text(),
    notice_period: text(),
    probation_period: text(),
    annual_leave_type: word(AnnualLeaveType.options).notNull(),
    ticket_frequency: word(TicketFrequency.options).notNull(),
    /** Derived from the saved stages (S1, S2), for lists and counts. Withdrawn is for good (S13). */
    current_stage: word(STAGE_NAMES).notNull(),
    status: word(ApplicationStatus.options).notNull(),
    submitted_at: instant().notNull(),
    completed_at: instant(),
    withdrawn_at: instant(),
    visa_expiry_date: date({ mode: 'string' }),
    expiry_date: date({ mode: 'string' }),
    /** The price at submission (T45). */
    cost_fils: bigint({ mode: 'number' }).$type<Fils>().notNull(),
    /** What its payment waits for, by a trigger of the transactions. */
    due_fils: bigint({ mode: 'number' }).$type<Fils>().notNull().default(sql`0`),
    search_text: text().notNull(),
    /** Decided when the row is written, and kept (S12). */
    person_id: uuid()
      .notNull()
      .references(() => persons.id)
      .$defaultFn(byTrigger),
    /** Of the current stage; null until it is recorded. */
    stage_status: word(StageStatus.options),
    /** Since when the current stage is the current one. */
    stage_since: instant().notNull().$defaultFn(byTrigger),
    /** Some recorded stage is Rejected. */
    refused: boolean().notNull().default(false),
    /** When the company answered a refusal, until the next change of a stage. */
    answered_at: instant(),
    /** The result, else the visa held at submission (S8). */
    expires_on: date({ mode: 'string' }),
  },
  (t) => [
    oneOf('visa_applications_type', t.application_type, ApplicationType.options),
    oneOf('visa_applications_visa_type', t.visa_type, VisaType.options),
    oneOf('visa_applications_priority', t.priority, Priority.options),
    oneOf('visa_applications_location', t.employee_location, EmployeeLocation.options),
    oneOf('visa_applications_stage', t.current_stage, STAGE_NAMES),
    oneOf('visa_applications_status', t.status, ApplicationStatus.options),
    oneOf('visa_applications_stage_status', t.stage_status, StageStatus.options),
    check('visa_applications_cost', sql`${t.cost_fils} > 0`),
    check('visa_applications_completed', sql`(${t.status} = 'completed') = (${t.completed_at} is not null)`),
    check('visa_applications_withdrawn', sql`(${t.status} = 'withdrawn') = (${t.withdrawn_at} is not null)`),
    index('visa_applications_newest').on(t.submitted_at, t.id),
    /** Of what people read out. */
    index('visa_applications_by_reference').on(sql`right(${t.id}::text, 8) COLLATE "C"`),
    index('visa_applications_of_company').on(t.company_id, t.submitted_at, t.id),
    ...sorted(t, 'name', sql`left(split_part(${t.search_text}, E'\\n', 1), 90)`),
    index('visa_applications_in_stage').on(t.current_stage, t.priority, t.stage_since, t.id).where(sql`${t.status} = 'active'`),
    index('visa_applications_not_begun')
      .on(t.current_stage, t.priority, t.stage_since, t.id)
      .where(sql`${t.status} = 'active' and ${t.stage_status} is null`),
    index('visa_applications_refused').on(t.company_id, t.stage_since, t.id).where(sql`${t.status} = 'active' and ${t.refused}`),
    index('visa_applications_answered')
      .on(t.priority, t.answered_at, t.id)
      .where(sql`${t.status} = 'active' and ${t.answered_at} is not null`),
    ...sorted(t, 'passport', whole(t.passport_number, 'chr(1114111)')),
    ...sorted(t, 'passport_down', whole(t.passport_number, "''")),
    ...sorted(t, 'nationality_word', t.nationality_word),
    ...ofNationals(t),
    index('visa_applications_withdrawn_by_nationality').on(t.company_id, t.nationality_word).where(sql`${t.status} = 'withdrawn'`),
    ...sorted(t, 'visa_type', t.visa_type),
    ...sorted(t, 'priority', t.priority),
    ...sorted(t, 'stage', sql`array_position(${STAGES}, ${t.current_stage})`),
    index('visa_applications_by_company').on(t.company_id, t.id),
    index('visa_applications_active').on(t.priority, t.id).where(sql`${t.status} = 'active'`),
    index('visa_applications_of_company_active').on(t.company_id, t.priority, t.id).where(sql`${t.status} = 'active'`),
    index('visa_applications_by_work').on(t.stage_status, t.priority, t.id).where(sql`${t.status} = 'active'`),
    ...renewing(t),
    index('visa_applications_completed_in').on(monthOf(t.completed_at), t.submitted_at, t.id).where(sql`${t.status} = 'completed'`),
    index('visa_applications_of_company_completed_in')
      .on(t.company_id, monthOf(t.completed_at), t.submitted_at, t.id)
      .where(sql`${t.status} = 'completed'`),
    index('visa_applications_by_expiry').on(t.expires_on, t.id),
    index('visa_applications_of_company_expiry').on(t.company_id, t.expires_on, t.id).where(sql`${t.expires_on} is not null`),
    index('visa_applications_active_expiry').on(t.expires_on, t.id).where(sql`${t.status} = 'active' and ${t.expires_on} is not null`),
    index('visa_applications_of_person').on(t.company_id, t.passport_number),
    byWords(t),
    index('visa_applications_of_employee').on(t.employee_id),
    index('visa_applications_by_person').on(t.person_id, t.submitted_at, t.id),
    index('visa_applications_of_assignee').on(t.assignee_id, t.submitted_at, t.id).where(sql`${t.assignee_id} is not null`),
    index('visa_applications_unassigned').on(t.submitted_at, t.id).where(sql`${t.status} = 'active' and ${t.assignee_id} is null`),
    index('visa_applications_same_name').on(t.company_id, sql`person_name(${t.employee_name}, ${t.nationality})`),
  ],
)

/** One row per stage and application, written when the stage is recorded (S3). */
export const stages = pgTable(
  'stages',
  {
    id: uuid().primaryKey(),
    application_id: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    stage_name: word(STAGE_NAMES).notNull(),
    status: word(StageStatus.options).notNull(),
    notes: text(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    updated_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    oneOf('stages_name', t.stage_name, STAGE_NAMES),
    oneOf('stages_status', t.status, StageStatus.options),
    unique('stages_once').on(t.application_id, t.stage_name),
  ],
)
