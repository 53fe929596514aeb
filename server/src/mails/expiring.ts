import { addDays, daysLeft, dubaiDate, ruleFor } from 'contract'
import { eq } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Place } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { hashOf } from '../http/session.ts'
import { BEFORE_ALL, type Expiring, listExpiringOfAll } from '../persons/expiring.ts'
import { listRules } from '../rules/queries.ts'
import { type Mail, queueMails } from './queue.ts'
import { lockAccountsOf, lockAdminsOf } from './recipients.ts'

/** In Dubai. */
export const FROM_HOUR = 8

/** Dubai is UTC+4 all year. */
export const isMorning = (moment: Date): boolean => (moment.getUTCHours() + 4) % 24 >= FROM_HOUR

/** People at a time, each slice in a transaction of its own. */
const SLICE = 500

/** Queues a mail for each visa at a threshold, once a Dubai day from 8:00. Thresholds passed while the portal was off are left out. */
export async function queueExpiring(db: Db, moment: Date, slice = SLICE): Promise<void> {
  if (!isMorning(moment)) return
  while (await db.transaction((tx) => queueSlice(tx, moment, slice)));
}

/** Continues where the last slice of the day ended, at whichever server; false when the day is done. */
async function queueSlice(tx: Db, moment: Date, slice: number): Promise<boolean> {
  const today = dubaiDate(moment)
  const place = placeOn(today, await lockProgress(tx))
  if (!place) return false
  const thresholds = await thresholdsOn(tx, today)
  const until = addDays(today, thresholds.at(-1) ?? -1)
  const { rows, next } = await listExpiringOfAll(tx, { today, until }, place, slice)
  await queueMails(tx, await mailsOf(tx, rows, { today, thresholds }), moment.toISOString())
  await tx
    .update(installation)
    .set({ value: next ? `${today} ${next.key} ${next.id}` : today })
    .where(isProgress)
  return next !== undefined
}

/** Days before the expiry, by the rules of the day; without a rule nobody is told. */
async function thresholdsOn(tx: Db, today: string): Promise<number[]> {
  const found = ruleFor(await listRules(tx), 'notice_days', {}, today)
  return (found?.rule.value.days ?? []).toSorted((one, other) => one - other)
}

const isProgress = eq(installation.key, INSTALLATION.expiringMails)

/** The last day that is done, or the day with the place that it has come to. */
async function lockProgress(tx: Db): Promise<string> {
  await tx.insert(installation).values({ key: INSTALLATION.expiringMails, value: '' }).onConflictDoNothing()
  const [kept] = await tx.select().from(installation).where(isProgress).for('update')
  return kept?.value ?? ''
}

function placeOn(today: string, progress: string): Place<string> | undefined {
  const [day = '', key, id] = progress.split(' ')
  if (day < today) return BEFORE_ALL
  return day === today && key && id ? { key, id } : undefined
}

async function mailsOf(tx: Db, expiring: Expiring[], { today, thresholds }: { today: string; thresholds: number[] }): Promise<Mail[]> {
  const visas = expiring.map(asFacts)
  const recipients = Map.groupBy(
    await lockAdminsOf(tx, [...new Set(visas.map(({ company_id }) => company_id))]),
    ({ company_id }) => company_id,
  )
  const keyOf = (user_id: string, { company_id, whose, expiry_date }: Facts) => {
    const threshold = thresholds.find((days) => daysLeft(expiry_date, today) <= days)
    return `visa_expiring ${hashOf(JSON.stringify([user_id, company_id, whose, expiry_date, threshold]))}`
  }
  const toCompanies = visas.flatMap(({ whose, ...visa }) =>
    (recipients.get(visa.company_id) ?? []).map(({ user_id }): Mail => {
      return { kind: 'visa_expiring', user_id, ...visa, unique_key: keyOf(user_id, { whose, ...visa }) }
    }),
  )
  return [...toCompanies, ...(await ownMails(tx, expiring, keyOf))]
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
