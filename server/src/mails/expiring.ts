import { addDays, daysLeft, dubaiDate } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { hashOf } from '../http/session.ts'
import { type Expiring, listExpiringOfAll } from '../persons/expiring.ts'
import { type Mail, queueMail, queueMails } from './queue.ts'
import { listCompanyAdmins, lockAccountsOf } from './recipients.ts'

/** Days before the expiry. */
const THRESHOLDS = [7, 30, 60] as const
const MAX_THRESHOLD = Math.max(...THRESHOLDS)
/** In Dubai. */
export const FROM_HOUR = 8

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
    const expiring = await listExpiringOfAll(tx, { today, until: addDays(today, MAX_THRESHOLD) })
    const visas = expiring.map(asFacts)
    const recipients = await listCompanyAdmins(tx, [...new Set(visas.map((visa) => visa.company_id))])
    const at = moment.toISOString()
    const keyOf = (user_id: string, { company_id, whose, expiry_date }: Facts) => {
      const threshold = THRESHOLDS.find((days) => daysLeft(expiry_date, today) <= days)
      return `visa_expiring ${hashOf(JSON.stringify([user_id, company_id, whose, expiry_date, threshold]))}`
    }
    for (const { whose, ...visa } of visas) {
      for (const { user_id } of recipients.filter((recipient) => recipient.company_id === visa.company_id))
        await queueMail(tx, { kind: 'visa_expiring', user_id, ...visa, unique_key: keyOf(user_id, { whose, ...visa }) }, at)
    }
    await queueMails(tx, await ownMails(tx, expiring, keyOf), at)
  })
}

type Facts = ReturnType<typeof asFacts>

/** To the people themselves, of their own visa (E7). */
async function ownMails(tx: Db, expiring: Expiring[], keyOf: (user_id: string, visa: Facts) => string): Promise<Mail[]> {
  const accounts = await lockAccountsOf(
    tx,
    expiring.map(({ person_id }) => person_id),
  )
  const visaOf = new Map(expiring.map((row) => [`${row.person_id} ${row.company_id}`, asFacts(row)]))
  return accounts.flatMap(({ user_id, person_id, company_id }) => {
    const facts = visaOf.get(`${person_id} ${company_id}`)
    if (!facts) return []
    const { whose: _, ...visa } = facts
    return [{ kind: 'visa_expiring' as const, own: true as const, user_id, ...visa, unique_key: keyOf(user_id, facts) }]
  })
}

/** `whose` is in the mail's key: by passport number, as it was before persons were kept. */
const asFacts = ({ person_id, company_id, visa }: Expiring) => ({
  company_id,
  company_name: visa.company_name ?? '',
  employee_name: visa.employee_name,
  expiry_date: visa.expiry_date,
  application_id: visa.record === 'application' ? visa.id : null,
  whose: visa.passport_number ?? person_id,
})
