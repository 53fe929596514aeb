import { DAY_MS } from 'contract'
import { eq, inArray, lte, sql } from 'drizzle-orm'
import { reasonOf } from '../connect.ts'
import type { Context } from '../context.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { orphans } from '../db/orphans.table.ts'
import { isBefore } from '../files/fileStore.ts'
import { renewEpochs } from './epoch.ts'
import { deleteUnattachedBefore, listKnown } from './queries.ts'
import { removeFiles } from './removal.ts'

/** Many files are looked at in turns, a part of them each hour. */
const MAX_LOOKED_AT = 50_000
/** In one round, unless an operator says otherwise. */
const MAX_REMOVED = 1_000

type Given = Pick<Context, 'db' | 'files'>

/** Removes uploads not attached within 24 h (D1) and old files without a row (T52). Two servers may run it at once. */
export async function sweepDocuments(given: Given, moment: Date): Promise<void> {
  const yesterday = new Date(moment.getTime() - DAY_MS)
  await inTurn([
    () => deleteUnattachedBefore(given.db, yesterday.toISOString()),
    () => given.files.removeUnfinished(yesterday),
    () => sweepOrphans(given, moment),
  ])
}

/** One step that fails does not keep the others from their work. */
async function inTurn(steps: (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failed.push(error))
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new Error(failed.map(reasonOf).join('; '))
}

async function sweepOrphans(given: Given, moment: Date): Promise<void> {
  if (!(await renewEpochs(given.db, given.files.marks))) return
  await removeOrphans(given, moment)
  await noteOrphans(given, moment)
}

const isPlace = eq(installation.key, INSTALLATION.sweptFile)

/** Notes files of yesterday and before that have no row. */
export async function noteOrphans({ db, files }: Given, moment: Date): Promise<void> {
  const yesterday = new Date(moment.getTime() - DAY_MS)
  const [place] = await db.select().from(installation).where(isPlace)
  let [looked, last] = [0, place?.value || undefined]
  for await (const page of files.list(last)) {
    const old = page.filter((id) => isBefore(id, yesterday))
    const known = await listKnown(db, old)
    const found = old.filter((id) => !known.has(id)).map((id) => ({ id, found_at: moment.toISOString() }))
    if (found.length > 0) await db.insert(orphans).values(found).onConflictDoNothing()
    looked += old.length
    last = old.length < page.length ? undefined : page.at(-1)
    if (last === undefined || looked >= MAX_LOOKED_AT) break
  }
  const value = looked >= MAX_LOOKED_AT ? (last ?? '') : ''
  await db
    .insert(installation)
    .values({ key: INSTALLATION.sweptFile, value })
    .onConflictDoUpdate({ target: installation.key, set: { value } })
}

const ripe = (moment: Date) => lte(orphans.found_at, new Date(moment.getTime() - DAY_MS).toISOString())

/** Removes what a round of a day ago or more has found and what still has no row, oldest first. Answers how many. */
export async function removeOrphans(given: Given, moment: Date, most = MAX_REMOVED): Promise<number> {
  const { db } = given
  let removed = 0
  while (removed < most) {
    const slice = await db
      .select({ id: orphans.id })
      .from(orphans)
      .where(ripe(moment))
      .orderBy(orphans.found_at, orphans.id)
      .limit(Math.min(MAX_REMOVED, most - removed))
    const ids = slice.map(({ id }) => id)
    const known = await listKnown(db, ids)
    const without = ids.filter((id) => !known.has(id))
    if (ids.length === 0 || !(await removeFiles(given, without))) break
    await db.delete(orphans).where(inArray(orphans.id, ids))
    removed += without.length
  }
  return removed
}

/** What another database's rows may have named waits for a day anew. */
export const forgetOrphans = (db: Db): Promise<unknown> => db.delete(orphans)

export async function countOrphans(db: Db, moment: Date): Promise<{ ripe: number; found: number }> {
  const [counted] = await db
    .select({ found: sql<number>`count(*)`.mapWith(Number), ripe: sql<number>`count(*) filter (where ${ripe(moment)})`.mapWith(Number) })
    .from(orphans)
  return counted ?? { ripe: 0, found: 0 }
}
