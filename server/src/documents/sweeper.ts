import { DAY_MS } from 'contract'
import type { Context } from '../context.ts'
import { deleteUnattached, listKnown } from './queries.ts'
import { removeFiles } from './removal.ts'

const BATCH_SIZE = 1_000

/** Removes uploads not attached within 24 h (D1) and old files without a row (T52). Two servers may run it at once. */
export async function sweepDocuments({ db, files }: Pick<Context, 'db' | 'files'>, moment: Date): Promise<void> {
  const yesterday = new Date(moment.getTime() - DAY_MS)
  await deleteUnattached(db, { before: yesterday.toISOString() })
  await files.removeUnfinished(yesterday)
  const old = await files.listOlderThan(yesterday)
  for (let from = 0; from < old.length; from += BATCH_SIZE) {
    const some = old.slice(from, from + BATCH_SIZE)
    const known = await listKnown(db, some)
    await removeFiles(
      { db, files },
      some.filter((id) => !known.has(id)),
    )
  }
}
