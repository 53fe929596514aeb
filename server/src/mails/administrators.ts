import { addDays, DIGESTED, type DigestedKind, dubaiDate, startOf } from 'contract'
import { and, asc, count, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import { mails } from '../db/mails.table.ts'
import { notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { FROM_HOUR, isMorning } from './expiring.ts'
import { type Mail, queueMails } from './queue.ts'
import { lockAdmins, lockCarriers } from './recipients.ts'

const SLICE = 500

const isDigested = (kind: string): kind is DigestedKind => DIGESTED.some((each) => each === kind)

/** Queues a mail for each thing that came in, for administrators who want single ones and for whoever carries the case. Each is looked at once, by whichever server. */
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
      const readersOf = await lockReaders(tx, found)
      const inOrder = found.toSorted((one, other) => one.created_at.localeCompare(other.created_at) || one.id.localeCompare(other.id))
      const queued = inOrder.flatMap((notice) => readersOf(notice).flatMap((id) => mailOf(notice, id) ?? []))
      await queueMails(tx, queued, moment.toISOString())
      return found.length
    })
  }
}

type Row = typeof notices.$inferSelect

async function lockReaders(tx: Db, found: Row[]): Promise<(notice: Row) => string[]> {
  const cases = found.flatMap(({ application_id }) => application_id ?? [])
  const carriers = await lockCarriers(tx, cases)
  const everyTime = (await lockAdmins(tx, 'each')).map(({ id }) => id)
  return ({ application_id }) => {
    const carrier = carriers.find((each) => each.application_id === application_id)?.id
    return carrier === undefined || everyTime.includes(carrier) ? everyTime : [...everyTime, carrier]
  }
}

const keyOf = (notice_id: string, user_id: string): string => `${notice_id} ${user_id}`

function mailOf({ id, kind, application_id, facts }: Row, user_id: string): Mail | undefined {
  if (!isDigested(kind)) return undefined
  const { company_name = '', employee_name = '' } = facts
  return { kind, user_id, application_id, company_name, employee_name, unique_key: keyOf(id, user_id) }
}

/** 8:00 of a day in Dubai. */
const morningOf = (day: string): Date => new Date(Date.parse(startOf(day)) + FROM_HOUR * 3_600_000)

/** Queues one mail with the counts of what came in from 8:00 to 8:00, but for what had a mail of its own, once a Dubai day. After days off, one for all of them. */
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
    const came = and(isNull(notices.reader_id), gt(notices.created_at, since), lte(notices.created_at, until))
    const counted = await tx.select({ kind: notices.kind, number: count() }).from(notices).where(came).groupBy(notices.kind)
    const readers = await lockAdmins(tx, 'daily')
    const told = await countTold(
      tx,
      came,
      readers.map(({ id }) => id),
    )
    const queued = readers.flatMap(({ id: user_id, muted_mails }): Mail[] => {
      const left = counted.map(({ kind, number }) => ({ kind, number: number - (told.get(keyOf(kind, user_id)) ?? 0) }))
      const wanted = left.filter(({ kind, number }) => number > 0 && isDigested(kind) && !muted_mails.includes(kind))
      if (wanted.length === 0) return []
      const counts = Object.fromEntries(wanted.map(({ kind, number }) => [kind, number]))
      return [{ kind: 'daily_digest', user_id, counts, unique_key: `daily_digest ${today} ${user_id}` }]
    })
    await queueMails(tx, queued, moment.toISOString())
  })
}

/** By kind and reader, of how many of those notices the reader had a single mail. */
async function countTold(tx: Db, came: SQL | undefined, reader_ids: string[]): Promise<Map<string, number>> {
  const single = sql`split_part(${mails.once}, ' ', 1) = ${notices.id}::text`
  const rows = await tx
    .select({ kind: notices.kind, user_id: mails.user_id, number: count() })
    .from(notices)
    .innerJoin(mails, and(single, inArray(mails.user_id, reader_ids), inArray(mails.kind, [...DIGESTED])))
    .where(came)
    .groupBy(notices.kind, mails.user_id)
  return new Map(rows.map(({ kind, user_id, number }) => [keyOf(kind, user_id), number]))
}
