import { LANGUAGES, MailRhythm, Role } from 'contract'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { byTrigger, instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { persons } from './persons.table.ts'

/** In one file with employees, because the two tables refer to each other. */
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
    mail_rhythm: word(MailRhythm.options).notNull().default('daily'),
    /** The provider's id of the person, once linked (A5). */
    oidc_issuer: text(),
    oidc_subject: text(),
    created_at: instant().notNull(),
    /** Another one with each change of what a session says of the user; triggers take it from the sequence `user_versions`. */
    version: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [
    oneOf('users_role', t.role, Role.options),
    oneOf('users_language', t.language, LANGUAGES),
    oneOf('users_mail_rhythm', t.mail_rhythm, MailRhythm.options),
    check('users_oidc', sql`(${t.oidc_issuer} is null) = (${t.oidc_subject} is null)`),
    unique('users_oidc_subject').on(t.oidc_issuer, t.oidc_subject),
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    index('users_grams').using('gin', sql`grams(lower(${t.full_name} || E'\\n' || ${t.email}))`).with({ gin_pending_list_limit: 128 }),
    index('users_of_company').on(t.company_id, t.created_at, t.id),
    index('users_waiting').on(t.created_at, t.id).where(sql`not ${t.approved} and ${t.role} <> 'admin'`),
    index('users_by_name').on(sql`left(lower(${t.full_name}), 90)`, t.id),
    index('users_newest').on(t.created_at, t.id),
    index('users_administrators').on(t.id).where(sql`${t.role} = 'admin'`),
    index('users_of_record').on(t.employee_id).where(sql`${t.employee_id} is not null`),
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
    /** One word for all that the nationals of a country are called, kept by a trigger. */
    nationality_word: text().notNull().default(''),
    designation: text(),
    visa_number: text(),
    visa_expiry_date: date({ mode: 'string' }),
    eid_number: text(),
    eid_expiry_date: date({ mode: 'string' }),
    /** Of the work permit, from 1 to 9. */
    skill_level: smallint(),
    outside_since: date({ mode: 'string' }),
    mobile: text(),
    email: text(),
    status: word(['active', 'cancelled', 'cancellation_requested']).notNull(),
    cancellation_reason: text(),
    cancellation_notes: text(),
    cancellation_requested_by: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    cancellation_requested_at: instant(),
    /** A trigger keeps it with the status, whichever version of the portal writes that. */
    cancelled_at: instant(),
    leave_by: date({ mode: 'string' }),
    search_text: text().notNull(),
    created_at: instant().notNull(),
    /** Decided when the row is written, and kept (S12). */
    person_id: uuid()
      .notNull()
      .references(() => persons.id)
      .$defaultFn(byTrigger),
  },
  (t) => [
    check('employees_skill_level', sql`${t.skill_level} between 1 and 9`),
    check('employees_cancellation', sql`(${t.cancellation_reason} is null) = (${t.cancellation_requested_at} is null)`),
    oneOf('employees_status', t.status, ['active', 'cancelled', 'cancellation_requested']),
    unique('employees_passport').on(t.company_id, t.passport_number),
    index('employees_grams').using('gin', sql`grams(${t.search_text})`).with({ gin_pending_list_limit: 128 }),
    index('employees_newest').on(t.created_at, t.id),
    index('employees_of_company').on(t.company_id, t.created_at, t.id),
    index('employees_to_cancel').on(t.cancellation_requested_at, t.id).where(sql`${t.status} = 'cancellation_requested'`),
    index('employees_expiring').on(t.visa_expiry_date, t.id).where(sql`${t.status} = 'active'`),
    index('employees_expiring_of_company').on(t.company_id, t.visa_expiry_date, t.id).where(sql`${t.status} = 'active'`),
    index('employees_by_status').on(t.status, t.created_at, t.id).where(sql`${t.status} <> 'active'`),
    index('employees_of_company_by_status').on(t.company_id, t.status, t.created_at, t.id).where(sql`${t.status} <> 'active'`),
    index('employees_by_first_name').on(sql`left(split_part(${t.search_text}, E'\\n', 1), 90)`, t.id),
    index('employees_of_company_by_first_name').on(t.company_id, sql`left(split_part(${t.search_text}, E'\\n', 1), 90)`, t.id),
    index('employees_by_passport').on(sql`left(${t.passport_number}, 90) COLLATE "C"`, t.id),
    index('employees_of_company_by_passport').on(t.company_id, sql`left(${t.passport_number}, 90) COLLATE "C"`, t.id),
    index('employees_by_nationality_word').on(t.nationality_word, t.id),
    index('employees_of_company_by_nationality_word').on(t.company_id, t.nationality_word, t.id),
    index('employees_by_expiry').on(sql`coalesce(${t.visa_expiry_date}, 'infinity'::date)`, t.id),
    index('employees_of_company_by_expiry').on(t.company_id, sql`coalesce(${t.visa_expiry_date}, 'infinity'::date)`, t.id),
    index('employees_by_expiry_down').on(sql`coalesce(${t.visa_expiry_date}, '-infinity'::date)`, t.id),
    index('employees_of_company_by_expiry_down').on(t.company_id, sql`coalesce(${t.visa_expiry_date}, '-infinity'::date)`, t.id),
    index('employees_of_company_by_email').on(t.company_id, sql`lower(${t.email})`).where(sql`${t.email} is not null`),
    index('employees_by_person').on(t.person_id),
    index('employees_by_name').on(t.company_id, sql`person_name(${t.employee_name}, ${t.nationality})`),
  ],
)
