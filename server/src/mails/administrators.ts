import { addDays, DIGESTED, type DigestedKind, dubaiDate, startOf } from 'contract'
import { and, asc, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import { notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { FROM_HOUR, isMorning } from './expiring.ts'
import { type Mail, queueMails } from './queue.ts'
import { lockAdmins } from './recipients.ts'

const SLICE = 500

const isDigested = (kind: string): kind is DigestedKind => DIGESTED.some((each) => each === kind)

/** Queues a mail for each thing that came in, for administrators who want single ones. Each is looked at once, by whichever server. */
export async function queueSingle(db: Db, moment: Date): Promise<void> {
  const fresh = and(isNull(notices.reader_id), sql`not ${notices.mailed}`)
  for (let last = SLICE; last === SLICE; ) {
    last = await db.transaction(async (tx) => {
      const next = tx
        .select({ id: notices.id })
        .from(notices)
        .where(fresh)
        .orderBy(asc(notices.created_at))
        .limit(SLICE)
        .for('update', { skipLocked: true })
      const found = await tx.update(notices).set({ mailed: true }).where(inArray(notices.id, next)).returning()
      if (found.length === 0) return 0
      const readers = await lockAdmins(tx, 'each')
      const inOrder = found.toSorted((one, other) => one.created_at.localeCompare(other.created_at) || one.id.localeCompare(other.id))
      const mails = inOrder.flatMap((notice) => readers.map(({ id }) => mailOf(notice, id)).filter((mail) => mail !== undefined))
      await queueMails(tx, mails, moment.toISOString())
      return found.length
    })
  }
}

function mailOf({ id, kind, application_id, facts }: typeof notices.$inferSelect, user_id: string): Mail | undefined {
  if (!isDigested(kind)) return undefined
  const { company_name = '', employee_name = '' } = facts
  return { kind, user_id, application_id, company_name, employee_name, unique_key: `${id} ${user_id}` }
}

/** 8:00 of a day in Dubai. */
const morningOf = (day: string): Date => new Date(Date.parse(startOf(day)) + FROM_HOUR * 3_600_000)

/** Queues one mail with the counts of what came in from 8:00 to 8:00, once a Dubai day. After days off, one for all of them. */
export async function queueDigest(db: Db, moment: Date): Promise<void> {
  if (!isMorning(moment)) return
  const today = dubaiDate(moment)
  const until = morningOf(today).toISOString()
  await db.transaction(async (tx) => {
    await tx.insert(installation).values({ key: INSTALLATION.adminDigest, value: '' }).onConflictDoNothing()
    const isTheDigest = eq(installation.key, INSTALLATION.adminDigest)
    const [claim] = await tx.select().from(installation).where(isTheDigest).for('update')
    if (!claim || claim.value >= until) return
    await tx.update(installation).set({ value: until }).where(isTheDigest)
    const since = claim.value || morningOf(addDays(today, -1)).toISOString()
    const counted = await tx
      .select({ kind: notices.kind, number: count() })
      .from(notices)
      .where(and(isNull(notices.reader_id), gt(notices.created_at, since), lte(notices.created_at, until)))
      .groupBy(notices.kind)
    const mails = (await lockAdmins(tx, 'daily')).flatMap(({ id: user_id, muted_mails }): Mail[] => {
      const wanted = counted.filter(({ kind }) => isDigested(kind) && !muted_mails.includes(kind))
      if (wanted.length === 0) return []
      const counts = Object.fromEntries(wanted.map(({ kind, number }) => [kind, number]))
      return [{ kind: 'daily_digest', user_id, counts, unique_key: `daily_digest ${today} ${user_id}` }]
    })
    await queueMails(tx, mails, moment.toISOString())
  })
}
