import { addDays, daysLeft, dubaiDate } from 'contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { hashOf } from '../http/session.ts'
import { personKey } from '../visibility/personKey.ts'
import { queueMail } from './queue.ts'
import { listCompanyAdmins } from './recipients.ts'

/** Days before the expiry. */
const THRESHOLDS = [7, 30, 60] as const
const MAX_THRESHOLD = Math.max(...THRESHOLDS)
const FROM_HOUR = 8

/** Dubai is UTC+4 all year. */
export const isMorning = (moment: Date): boolean => (moment.getUTCHours() + 4) % 24 >= FROM_HOUR

/** Queues a mail for each visa at a threshold, once a Dubai day from 8:00. Thresholds passed while the portal was off are left out. */
export async function queueExpiring(db: Db, moment: Date): Promise<void> {
  if (!isMorning(moment)) return
  const today = dubaiDate(moment)
  await db.transaction(async (tx) => {
    await tx.insert(installation).values({ key: INSTALLATION.expiringMails, value: '' }).onConflictDoNothing()
    const begun = await tx
      .update(installation)
      .set({ value: today })
      .where(and(eq(installation.key, INSTALLATION.expiringMails), sql`${installation.value} < ${today}`))
      .returning({ key: installation.key })
    if (begun.length === 0) return
    const visas = await listExpiring(tx, today)
    const recipients = await listCompanyAdmins(tx, [...new Set(visas.map((visa) => visa.company_id))])
    for (const { person: whose, ...visa } of visas) {
      const threshold = THRESHOLDS.find((days) => daysLeft(visa.expiry_date, today) <= days)
      for (const { user_id } of recipients.filter((recipient) => recipient.company_id === visa.company_id)) {
        const visa_hash = hashOf(JSON.stringify([user_id, visa.company_id, whose, visa.expiry_date, threshold]))
        await queueMail(tx, { kind: 'visa_expiring', user_id, ...visa, unique_key: `visa_expiring ${visa_hash}` }, moment.toISOString())
      }
    }
  })
}

/** Each person's latest visa (S5, S8) within the furthest threshold, without people whose visa is or will be cancelled. */
async function listExpiring(tx: Db, today: string) {
  const expiry = sql`coalesce(${applications.expiry_date}, ${applications.visa_expiry_date})`
  const recorded = sql`(select min(${employees.passport_number}) from ${employees} where ${employees.company_id} = ${applications.company_id}
    and lower(${employees.employee_name}) = lower(${applications.employee_name})
    and lower(${employees.nationality}) = lower(${applications.nationality}))`
  const known = sql`
    select ${applications.company_id} as company_id, coalesce(${applications.passport_number}, ${recorded}, ${personKey}) as person, ${applications.employee_name} as employee_name,
      ${expiry} as expiry_date, ${applications.id} as application_id, ${applications.submitted_at} as at
    from ${applications} where ${expiry} is not null
    union all
    select ${employees.company_id}, ${employees.passport_number}, ${employees.employee_name},
      ${employees.visa_expiry_date}, null, ${employees.created_at}
    from ${employees} where ${employees.visa_expiry_date} is not null`
  const latest = sql`select distinct on (company_id, person) * from (${known}) as known
    order by company_id, person, expiry_date desc, application_id is null, at desc, application_id desc`
  const gone = tx
    .select({ one: sql`1` })
    .from(employees)
    .where(
      and(
        sql`${employees.company_id} = latest.company_id and ${employees.passport_number} = latest.person`,
        inArray(employees.status, ['cancelled', 'cancellation_requested']),
      ),
    )
  const { rows } = await tx.execute<Expiring>(sql`
    select latest.company_id, latest.person, latest.employee_name, latest.expiry_date::text, latest.application_id,
      ${companies.name} as company_name
    from (${latest}) as latest join ${companies} on ${companies.id} = latest.company_id
    where latest.expiry_date between ${today}::date and ${addDays(today, MAX_THRESHOLD)}::date and not exists (${gone})
    order by latest.expiry_date, latest.company_id, latest.person`)
  return rows
}

interface Expiring extends Record<string, unknown> {
  company_id: string
  company_name: string
  person: string
  employee_name: string
  expiry_date: string
  application_id: string | null
}
