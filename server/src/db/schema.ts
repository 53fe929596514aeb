import {
  AnnualLeaveType,
  ApplicationStatus,
  ApplicationType,
  CompanyCategory,
  EmployeeLocation,
  type Fils,
  LANGUAGES,
  Priority,
  Role,
  STAGE_NAMES,
  StageStatus,
  TicketFrequency,
  VisaType,
} from 'contract'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, oneOf, word } from './columns.ts'
import { transactions } from './wallet.table.ts'

export const installation = pgTable('installation', { key: text().primaryKey(), value: text().notNull() })

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
    created_at: instant().notNull(),
  },
  (t) => [
    oneOf('companies_category', t.category, CompanyCategory.options),
    index('companies_by_licence').on(sql`lower(${t.trade_license})`),
    index('companies_newest').on(t.created_at, t.id),
  ],
)

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    full_name: text().notNull(),
    email: text().notNull(),
    email_verified_at: instant(),
    password_hash: text(),
    role: word(Role.options).notNull(),
    approved: boolean().notNull(),
    company_id: uuid().references(() => companies.id, { onDelete: 'set null' }),
    active_company_id: uuid().references(() => companies.id, { onDelete: 'set null' }),
    employee_id: uuid().references(() => employees.id, { onDelete: 'set null' }),
    language: word(LANGUAGES).notNull().default('en'),
    muted_mails: text().array().notNull().default([]),
    /** The provider's id of the person, once linked (A5). */
    oidc_issuer: text(),
    oidc_subject: text(),
    created_at: instant().notNull(),
  },
  (t) => [
    oneOf('users_role', t.role, Role.options),
    oneOf('users_language', t.language, LANGUAGES),
    check('users_oidc', sql`(${t.oidc_issuer} is null) = (${t.oidc_subject} is null)`),
    unique('users_oidc_subject').on(t.oidc_issuer, t.oidc_subject),
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    index('users_newest').on(t.created_at, t.id),
  ],
)

export const userCompanies = pgTable(
  'user_companies',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.company_id] }), index('user_companies_by_company').on(t.company_id)],
)

export const employees = pgTable(
  'employees',
  {
    id: uuid().primaryKey(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    employee_name: text().notNull(),
    passport_number: text().notNull(),
    nationality: text().notNull(),
    designation: text(),
    visa_number: text(),
    visa_expiry_date: date({ mode: 'string' }),
    eid_number: text(),
    eid_expiry_date: date({ mode: 'string' }),
    mobile: text(),
    email: text(),
    status: word(['active', 'cancelled', 'cancellation_requested']).notNull(),
    cancellation_reason: text(),
    cancellation_notes: text(),
    cancellation_requested_by: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    cancellation_requested_at: instant(),
    search_text: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    check('employees_cancellation', sql`(${t.cancellation_reason} is null) = (${t.cancellation_requested_at} is null)`),
    oneOf('employees_status', t.status, ['active', 'cancelled', 'cancellation_requested']),
    unique('employees_passport').on(t.company_id, t.passport_number),
    index('employees_newest').on(t.created_at, t.id),
    index('employees_of_company').on(t.company_id, t.created_at, t.id),
  ],
)

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
    employee_name: text().notNull(),
    passport_number: text(),
    nationality: text().notNull(),
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
    /** Derived from the saved stages (S1, S2), for lists and counts. */
    current_stage: word(STAGE_NAMES).notNull(),
    status: word(ApplicationStatus.options).notNull(),
    submitted_at: instant().notNull(),
    completed_at: instant(),
    visa_expiry_date: date({ mode: 'string' }),
    expiry_date: date({ mode: 'string' }),
    /** The price at submission (T45). */
    cost_fils: bigint({ mode: 'number' }).$type<Fils>().notNull(),
    search_text: text().notNull(),
  },
  (t) => [
    oneOf('visa_applications_type', t.application_type, ApplicationType.options),
    oneOf('visa_applications_visa_type', t.visa_type, VisaType.options),
    oneOf('visa_applications_priority', t.priority, Priority.options),
    oneOf('visa_applications_location', t.employee_location, EmployeeLocation.options),
    oneOf('visa_applications_stage', t.current_stage, STAGE_NAMES),
    oneOf('visa_applications_status', t.status, ApplicationStatus.options),
    check('visa_applications_cost', sql`${t.cost_fils} > 0`),
    check('visa_applications_completed', sql`(${t.status} = 'completed') = (${t.completed_at} is not null)`),
    index('visa_applications_newest').on(t.submitted_at, t.id),
    index('visa_applications_of_company').on(t.company_id, t.submitted_at, t.id),
    index('visa_applications_of_person').on(t.company_id, t.passport_number),
    index('visa_applications_of_employee').on(t.employee_id),
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

/** Unattached, a file belongs to its uploader and is removed after 24 h (D1); attached, it belongs to exactly one record (D4). */
export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey(),
    uploaded_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The company in whose quota it counts; null for an administrator's file. */
    charged_to: uuid(),
    name: text().notNull(),
    type: word(['application/pdf', 'image/jpeg', 'image/png']).notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    /** Whether a PDF has other files attached, which nobody checked (D8). */
    attachments: boolean().notNull().default(false),
    wrapped_key: bytes().notNull(),
    created_at: instant().notNull(),
    application_id: uuid(),
    stage_id: uuid(),
    company_id: uuid(),
    transaction_id: uuid(),
    /** The user whose picture it is (B8). */
    user_id: uuid(),
    slot: text(),
  },
  (t) => [
    foreignKey({ columns: [t.application_id], foreignColumns: [applications.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.stage_id], foreignColumns: [stages.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.company_id], foreignColumns: [companies.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.transaction_id], foreignColumns: [transactions.id] }),
    foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
    oneOf('documents_type', t.type, ['application/pdf', 'image/jpeg', 'image/png']),
    check('documents_size', sql`${t.size} > 0`),
    check(
      'documents_one_record',
      sql`num_nonnulls(${t.application_id}, ${t.stage_id}, ${t.company_id}, ${t.transaction_id}, ${t.user_id}) <= 1`,
    ),
    check('documents_slot', sql`(${t.slot} is null) = (${t.application_id} is null and ${t.company_id} is null)`),
    unique('documents_application_slot').on(t.application_id, t.slot),
    unique('documents_company_slot').on(t.company_id, t.slot),
    unique('documents_stage').on(t.stage_id),
    unique('documents_transaction').on(t.transaction_id),
    unique('documents_user').on(t.user_id),
    index('documents_charged').on(t.charged_to),
    index('documents_receipts').on(t.sha256).where(sql`${t.transaction_id} is not null`),
    index('documents_unattached')
      .on(t.created_at)
      .where(
        sql`${t.application_id} is null and ${t.stage_id} is null and ${t.company_id} is null and ${t.transaction_id} is null and ${t.user_id} is null`,
      ),
  ],
)

/** How many files a company stored in the current hour; each upload locks the row. */
export const uploadHours = pgTable('upload_hours', {
  company_id: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  began_at: instant().notNull(),
  files: integer().notNull(),
})
