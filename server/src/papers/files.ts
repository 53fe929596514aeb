import type { PaperRecord } from 'contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { attachDocument } from '../documents/attach.ts'
import { clearPlace } from '../documents/queries.ts'
import { writeHistory } from '../history/queries.ts'
import type { Viewer } from '../http/session.ts'
import type { PaperRow } from './queries.ts'

interface File {
  paper: Pick<PaperRow, 'id' | 'kind'>
  /** Undefined for none. */
  file: string | undefined
  viewer: Viewer
  line: Pick<Parameters<typeof writeHistory>[1], 'of' | 'by' | 'at'>
}

/** The file takes the place of the one before. */
export async function putFile(tx: Db, { paper: { id, kind }, file, viewer, line }: File): Promise<void> {
  if (!file) return
  await attachDocument(tx, { id: file, field: 'document', viewer, to: { paper_id: id } })
  await writeHistory(tx, { ...line, action: 'document_added', subject: kind })
}

/** The file that was read is no change, also where it is that of a stage. Only the paper's own can be taken away. */
export async function changeFile(tx: Db, { read, ...given }: File & { read: PaperRecord }): Promise<void> {
  const { paper, file, line } = given
  const { document_details, document_stage } = read
  if (file === document_details?.id) return
  if (file) await putFile(tx, given)
  else if (document_stage === null) await removeFile(tx, given)
  else return
  await tx.update(papers).set({ updated_at: line.at }).where(eq(papers.id, paper.id))
}

async function removeFile(tx: Db, { paper: { id, kind }, line }: File): Promise<void> {
  await clearPlace(tx, { paper_id: id })
  await writeHistory(tx, { ...line, action: 'document_deleted', subject: kind })
}
