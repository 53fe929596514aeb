import { ANOTHER_ADMINISTRATOR, NOTHING_TO_HAND_OVER } from 'contract'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { writing } from '../history/queries.ts'
import { refuse, refuseField } from '../http/errors.ts'
import type { Actor, Viewer } from '../http/session.ts'
import { mailHandOver } from '../mails/triggers.ts'
import { findCarrier } from './assignee.ts'

interface HandOver {
  from: { id: string; full_name: string }
  /** Absent: nobody. */
  to: { id: string; full_name: string } | undefined
  /** Null: the portal itself. */
  by: Actor | null
  at: string
  /** Which cases, if not all. */
  which?: SQL
}

/** Locked at a time. */
const BATCH = 500
/** In one request, which ends before it would take too long; sent again, it gives what was left. */
const MOST = 10_000

/** Gives all cases of an account that ends to another administrator, or to nobody. Answers how many there were. */
export async function handOverAll(tx: Db, given: HandOver): Promise<number> {
  const ids = (await tx.select({ id: applications.id }).from(applications).where(eq(applications.assignee_id, given.from.id))).map(idOf)
  let number = 0
  for (const batch of inBatches(ids)) number += await give(tx, batch, given)
  return number
}

const idOf = ({ id }: { id: string }) => id

function inBatches(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, place) => ids.slice(place * BATCH, (place + 1) * BATCH))
}

/** Those that the administrator carries no longer, or that have ended meanwhile, stay where they are. */
async function give(tx: Db, ids: string[], { from, to, by, at, which }: HandOver): Promise<number> {
  const held = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(sql`${applications.id} = any(${sql.param(ids)}::uuid[])`, eq(applications.assignee_id, from.id), which))
    .orderBy(asc(applications.id))
    .for('no key update')
  if (held.length === 0) return 0
  await tx
    .update(applications)
    .set({ assignee_id: to?.id ?? null })
    .where(inArray(applications.id, held.map(idOf)))
  const changes = [{ field: 'assignee', from: from.full_name, to: to?.full_name ?? null }]
  await writing(tx, ...held.map(({ id }) => ({ of: { application: id }, by, at, action: 'assigned' as const, changes })))
  return held.length
}

interface Asked {
  from_id: string
  to_id: string
}

/** Gives the open cases of an administrator to another, who is told once. One transaction for up to 500 cases of a company: others wait for no more, and what shares numbers is locked in one order. */
export async function handOverOpen(db: Db, viewer: Viewer, { from_id, to_id }: Asked, at: string, most = MOST): Promise<number> {
  if (from_id === to_id) refuseField('to_id', ANOTHER_ADMINISTRATOR)
  await findCarrier(db, to_id, 'to_id')
  const [from] = await db.select({ id: users.id, full_name: users.full_name }).from(users).where(eq(users.id, from_id))
  const open = from ? await listOpen(db, from_id, most) : []
  const batches = open.flatMap(inBatches)
  let number = 0
  for (const [place, ids] of batches.entries())
    number = await db.transaction(async (tx) => {
      const to = await findCarrier(tx, to_id, 'to_id')
      if (!from || !to) return number
      const given = number + (await give(tx, ids, { from, to, by: viewer, at, which: isOpen }))
      if (given > 0 && place === batches.length - 1) await mailHandOver(tx, to, { number: given, by: viewer }, at)
      return given
    })
  return number || refuse(409, NOTHING_TO_HAND_OVER)
}

const isOpen = eq(applications.status, 'active')

/** Those of each company, so many together. */
async function listOpen(db: Db, assignee_id: string, most: number): Promise<string[][]> {
  const first = db
    .select({ id: applications.id, company_id: applications.company_id })
    .from(applications)
    .where(and(eq(applications.assignee_id, assignee_id), isOpen))
    .orderBy(asc(applications.company_id), asc(applications.id))
    .limit(most)
    .as('first')
  const found = await db
    .select({ ids: sql<string[]>`array_agg(${first.id} order by ${first.id})` })
    .from(first)
    .groupBy(first.company_id)
    .orderBy(asc(first.company_id))
  return found.map(({ ids }) => ids)
}
