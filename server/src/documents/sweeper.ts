import { DAY_MS, HOUR_MS } from 'contract'
import type { Context } from '../context.ts'
import { deleteUnattachedBefore, listKnown } from './queries.ts'
import { removeFiles } from './removal.ts'

const BATCH_SIZE = 1_000
/** Of one hour: many files are looked at in turns, a part of them each hour. */
const MAX_FILES_PER_HOUR = 50_000

/** Removes uploads not attached within 24 h (D1) and old files without a row (T52). Two servers may run it at once. */
export async function sweepDocuments({ db, files }: Pick<Context, 'db' | 'files'>, moment: Date): Promise<void> {
  const yesterday = new Date(moment.getTime() - DAY_MS)
  await deleteUnattachedBefore(db, yesterday.toISOString())
  await files.removeUnfinished(yesterday)
  const old = partOf(await files.listOlderThan(yesterday), moment)
  for (let from = 0; from < old.length; from += BATCH_SIZE) {
    const some = old.slice(from, from + BATCH_SIZE)
    const known = await listKnown(db, some)
    await removeFiles(
      { db, files },
      some.filter((id) => !known.has(id)),
    )
  }
}

/** The end of a UUID v7 is random. */
function partOf(ids: string[], moment: Date): string[] {
  const parts = Math.ceil(ids.length / MAX_FILES_PER_HOUR)
  const turn = Math.floor(moment.getTime() / HOUR_MS) % parts
  return parts > 1 ? ids.filter((id) => Number.parseInt(id.slice(-8), 16) % parts === turn) : ids
}
