import type { MailRhythm } from 'contract'
import { and, eq, inArray, or, sql, type WithSubquery } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { employees, userCompanies, users } from '../db/people.table.ts'
import { hasAsOwnCase } from '../visibility/applications.ts'

export const listAdmins = (db: Db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.role} = 'admin'`, eq(users.approved, true)))
    .orderBy(users.id)

/** All of them, locked against deletion. */
export const lockEveryAdmin = (tx: Db) => listAdmins(tx).for('key share')

/** Those who want their mails so; locked against deletion. A literal, so that the partial index fits. */
export const lockAdmins = (tx: Db, rhythm: MailRhythm) =>
  tx
    .select({ id: users.id, muted_mails: users.muted_mails })
    .from(users)
    .where(and(sql`${users.role} = 'admin'`, eq(users.approved, true), eq(users.mail_rhythm, rhythm)))
    .orderBy(users.id)
    .for('key share')

/** Those who carry the cases; locked against deletion. */
export const lockCarriers = (tx: Db, application_ids: string[]) =>
  tx
    .select({ id: users.id, application_id: applications.id })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.assignee_id))
    .where(and(inArray(applications.id, application_ids), eq(users.role, 'admin'), eq(users.approved, true)))
    .orderBy(users.id)
    .for('key share', { of: users })

const members = (db: Db) =>
  db
    .select({ user_id: users.id, company_id: userCompanies.company_id })
    .from(users)
    .innerJoin(userCompanies, eq(userCompanies.user_id, users.id))
    .$dynamic()

const administers = and(eq(users.role, 'company_admin'), eq(users.approved, true))

/** With the company's name; both are locked against deletion. `beside` is written by the same statement. */
export const lockCompanyAdmins = (tx: Db, company_id: string, beside: WithSubquery) =>
  tx
    .with(beside)
    .select({ user_id: users.id, company_name: companies.name })
    .from(users)
    .innerJoin(userCompanies, eq(userCompanies.user_id, users.id))
    .innerJoin(companies, eq(companies.id, userCompanies.company_id))
    .where(and(administers, eq(companies.id, company_id)))
    .orderBy(users.id)
    .for('key share', { of: [users, companies] })

interface Own {
  user_id: string
  person_id: string
  company_id: string
}

/** The accounts of people themselves: by their record, else by their confirmed e-mail in a record or a case (V4, E7); locked against deletion. */
export async function lockAccountsOf(tx: Db, person_ids: string[]): Promise<Own[]> {
  const wanted = sql`any(${sql.param(person_ids)}::uuid[])`
  const recorded = sql`select u.id as user_id, e.person_id, e.company_id from ${employees} e join ${users} u on u.employee_id = e.id
    where e.person_id = ${wanted}`
  const addressed = (of: PgTable) => sql`select u.id, a.person_id, a.company_id from ${of} a
    join ${users} u on lower(u.email) = lower(a.email) and u.employee_id is null and u.email_verified_at is not null
    where a.person_id = ${wanted}`
  const { rows } = await tx.execute<Own & Record<string, unknown>>(sql`select distinct own.user_id, own.person_id, own.company_id
    from (${recorded} union ${addressed(employees)} union ${addressed(applications)}) own
    join ${userCompanies} member on member.user_id = own.user_id and member.company_id = own.company_id
    join ${users} reader on reader.id = own.user_id and reader.role = 'employee' and reader.approved`)
  if (rows.length === 0) return []
  const ids = rows.map(({ user_id }) => user_id)
  const locked = await tx.select({ id: users.id }).from(users).where(inArray(users.id, ids)).orderBy(users.id).for('key share')
  const there = new Set(locked.map(({ id }) => id))
  return rows.filter(({ user_id }) => there.has(user_id))
}

/** Locked against deletion. */
export const lockAdminsOf = (tx: Db, company_ids: string[]) =>
  members(tx)
    .where(and(administers, inArray(userCompanies.company_id, company_ids)))
    .orderBy(users.id)
    .for('key share', { of: users })

/** The admins of its company, and the employee whose own case it is (V4); locked against deletion. */
export function lockApplicationRecipients(db: Db, application: typeof applications.$inferSelect) {
  const itself = and(eq(users.role, 'employee'), eq(users.approved, true), hasAsOwnCase(application))
  return members(db)
    .where(and(eq(userCompanies.company_id, application.company_id), or(administers, itself)))
    .orderBy(users.id)
    .for('key share', { of: users })
}
