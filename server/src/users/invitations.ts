import { activeCompanyId, type Invitation } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { z } from 'zod'
import type { Db } from '../db/open.ts'
import { employees, userCompanies, users } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { isInvited } from './queries.ts'

type Given = z.output<typeof Invitation>

/** The named company, else the active one of a company_admin (A6). */
export const companyOf = (viewer: Viewer, { company_id }: Given): string | undefined =>
  company_id ?? (viewer.role === 'company_admin' ? activeCompanyId(viewer) : undefined)

/** Undefined if several records have the e-mail (A6). */
export async function findRecordByEmail(tx: Db, company_id: string, email: string): Promise<string | undefined> {
  const found = await tx
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.company_id, company_id), sql`lower(${employees.email}) = lower(${email})`))
    .limit(2)
  return found.length === 1 ? found[0]?.id : undefined
}

interface Invited {
  given: Given
  company_id: string
  employee_id: string | undefined
  /** Only an invitation by an admin is approved at once (A6). */
  approved: boolean
}

/** Makes a user without a password; undefined if the e-mail is taken. */
export async function insertInvited(
  tx: Db,
  { given, company_id, employee_id, approved }: Invited,
  at: string,
): Promise<string | undefined> {
  const { email, full_name, role } = given
  const of = { company_id, active_company_id: company_id, employee_id: employee_id ?? null }
  const [made] = await tx
    .insert(users)
    .values({ id: v7(), email, full_name, role, approved, ...of, created_at: at })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (made) await tx.insert(userCompanies).values({ user_id: made.id, company_id })
  return made?.id
}

/** Updates an invited user of this company; undefined for others. A company_admin keeps an approval, but not for another role. */
export async function inviteAgain(tx: Db, { given, company_id, employee_id, approved }: Invited): Promise<string | undefined> {
  const { email, full_name, role } = given
  const member = sql`exists (select 1 from ${userCompanies} where ${userCompanies.user_id} = ${users.id} and ${userCompanies.company_id} = ${company_id})`
  const [changed] = await tx
    .update(users)
    .set({
      full_name,
      role,
      approved: approved || sql`${users.approved} and ${users.role} = ${role}`,
      ...(role === 'company_admin' ? { employee_id: null } : employee_id && { employee_id }),
    })
    .where(and(sql`lower(${users.email}) = lower(${email})`, isInvited, member))
    .returning({ id: users.id })
  return changed?.id
}
