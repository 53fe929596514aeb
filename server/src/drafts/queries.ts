import type { ApplicationType } from 'contract'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { documents } from '../db/documents.table.ts'
import { drafts } from '../db/drafts.table.ts'
import type { Db } from '../db/open.ts'
import { deleteInSlices } from '../db/slices.ts'
import type { Viewer } from '../http/session.ts'
import { unattached } from '../visibility/documents.ts'

export interface DraftKey {
  kind: ApplicationType
  company_id: string
}

/** Binds an encrypted draft to its user, company and kind. */
export const draftContext = (user_id: string, { kind, company_id }: DraftKey): string => `draft ${user_id} ${company_id} ${kind}`

const own = (viewer: Viewer, { kind, company_id }: DraftKey) =>
  and(eq(drafts.user_id, viewer.id), eq(drafts.company_id, company_id), eq(drafts.kind, kind))

export async function findDraft(db: Db, viewer: Viewer, key: DraftKey) {
  const [found] = await db.select().from(drafts).where(own(viewer, key))
  return found
}

/** The named uploads that are the viewer's own and not submitted yet. */
export const listUploads = (db: Db, viewer: Viewer, named: string[]) =>
  db
    .select()
    .from(documents)
    .where(and(inArray(documents.id, named), eq(documents.uploaded_by, viewer.id), unattached))

interface Kept {
  sealed: Buffer
  named: string[]
  saved_at: string
  /** When the replaced draft was saved; empty: none may exist; undefined: any. */
  replaces: string | undefined
}

/** Saves a draft with the usable uploads and answers these; undefined if another tab has saved since `replaces`. */
export async function keepDraft(db: Db, viewer: Viewer, key: DraftKey, { sealed, named, saved_at, replaces }: Kept) {
  const uploads = await listUploads(db, viewer, named)
  const kept = { sealed, saved_at, document_ids: uploads.map((upload) => upload.id) }
  const inserting = db.insert(drafts).values({ user_id: viewer.id, ...key, ...kept })
  const what = { kind: drafts.kind }
  const target = [drafts.user_id, drafts.company_id, drafts.kind]
  const change = () =>
    db
      .update(drafts)
      .set(kept)
      .where(and(own(viewer, key), eq(drafts.saved_at, replaces ?? '')))
      .returning(what)
  const save = () =>
    replaces === '' ? inserting.onConflictDoNothing().returning(what) : inserting.onConflictDoUpdate({ target, set: kept }).returning(what)
  const saved = await (replaces ? change() : save())
  return saved.length > 0 ? uploads : undefined
}

export const removing = (db: Db, viewer: Viewer, key: DraftKey) =>
  db.delete(drafts).where(own(viewer, key)).returning({ kind: drafts.kind })

export async function removeDraft(db: Db, viewer: Viewer, key: DraftKey): Promise<void> {
  await removing(db, viewer, key)
}

export const removeDraftsBefore = (db: Db, moment: string): Promise<number> =>
  deleteInSlices(db, drafts, drafts.saved_at, lt(drafts.saved_at, moment))
