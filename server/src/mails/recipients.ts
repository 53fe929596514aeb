import { and, eq, inArray, or, type WithSubquery } from 'drizzle-orm'
import type { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { hasAsOwnCase } from '../visibility/applications.ts'

export const listAdmins = (db: Db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.approved, true)))
    .orderBy(users.id)

const members = (db: Db) =>
  db
    .select({ user_id: users.id, company_id: userCompanies.company_id })
    .from(users)
    .innerJoin(userCompanies, eq(userCompanies.user_id, users.id))
    .$dynamic()

const administers = and(eq(users.role, 'company_admin'), eq(users.approved, true))

export const listCompanyAdmins = (db: Db, company_ids: string[]) =>
  members(db)
    .where(and(administers, inArray(userCompanies.company_id, company_ids)))
    .orderBy(users.id)

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

/** Locked against deletion. */
export const lockAdminsOf = (tx: Db, company_id: string) =>
  members(tx)
    .where(and(administers, eq(userCompanies.company_id, company_id)))
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
