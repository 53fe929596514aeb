import { addDays, dubaiDate, EXPIRING_WINDOW_DAYS } from 'contract'
import { and, count, desc, eq, notExists, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { listedApplication } from '../visibility/applications.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { personKey } from '../visibility/personKey.ts'

/** Counts what the lists show (V3, V4). */
export async function countApplications(db: Db, viewer: Viewer) {
  const [counts] = await db
    .select({
      total_applications: count(),
      pending_applications: sql<number>`count(*) filter (where ${applications.status} = 'active')`.mapWith(Number),
      completed_applications: sql<number>`count(*) filter (where ${applications.status} = 'completed')`.mapWith(Number),
    })
    .from(applications)
    .where(listedApplication(viewer))
  return counts ?? { total_applications: 0, pending_applications: 0, completed_applications: 0 }
}

/** As many as /companies shows (V3). */
export const countCompanies = (db: Db, viewer: Viewer): Promise<number> => db.$count(companies, visibleCompany(viewer))

export const countByNationality = (db: Db, viewer: Viewer) =>
  db
    .select({ nationality: applications.nationality, count: count() })
    .from(applications)
    .where(listedApplication(viewer))
    .groupBy(applications.nationality)
    .orderBy(desc(count()), applications.nationality)

export const countByStage = (db: Db, viewer: Viewer) =>
  db
    .select({ stage_name: applications.current_stage, count: count() })
    .from(applications)
    .where(listedApplication(viewer))
    .groupBy(applications.current_stage)
    .orderBy(desc(count()), applications.current_stage)

const expiry = sql<string>`coalesce(${applications.expiry_date}, ${applications.visa_expiry_date})`
const personInCompany = sql`${applications.company_id}, ${personKey}`

/** Visas that expire within 30 days (S8, S9): each person's latest, if the employee record has no later date. */
export async function listExpiringVisas(db: Db, viewer: Viewer, now: Date) {
  const today = dubaiDate(now)
  const latest = db
    .selectDistinctOn([personInCompany], {
      id: applications.id,
      company_id: applications.company_id,
      employee_name: applications.employee_name,
      passport_number: applications.passport_number,
      expiry_date: expiry.as('expiry_date'),
    })
    .from(applications)
    .where(and(listedApplication(viewer), sql`${expiry} is not null`))
    .orderBy(personInCompany, sql`${expiry} desc`, sql`${applications.submitted_at} desc`, sql`${applications.id} desc`)
    .as('latest')
  const laterKnown = db
    .select({ one: sql`1` })
    .from(employees)
    .where(
      and(
        eq(employees.company_id, latest.company_id),
        eq(employees.passport_number, latest.passport_number),
        sql`${employees.visa_expiry_date} > ${latest.expiry_date}`,
      ),
    )
  return await db
    .select({
      id: latest.id,
      employee_name: latest.employee_name,
      passport_number: latest.passport_number,
      expiry_date: sql<string>`${latest.expiry_date}::text`,
      days_left: sql<number>`${latest.expiry_date} - ${today}::date`.mapWith(Number),
    })
    .from(latest)
    .where(and(sql`${latest.expiry_date} between ${today}::date and ${addDays(today, EXPIRING_WINDOW_DAYS)}::date`, notExists(laterKnown)))
    .orderBy(latest.expiry_date, latest.id)
}
