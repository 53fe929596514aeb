import { addAbortSignal, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Language } from 'contract'
import type { ZipFile } from 'yazl'
import type { FileStore, Wanted } from '../files/store.ts'
import { zipOf } from '../files/zip.ts'

export const MISSING = 'missing.txt'

const UNREAD: Record<Language, string> = {
  en: 'These documents could not be read, so they are not in this archive. Please try again later.',
  ar: 'تعذّرت قراءة هذه المستندات، لذلك ليست في هذا الأرشيف. يرجى المحاولة لاحقًا.',
}

const LOST: Record<Language, string> = {
  en: 'These documents were lost and have to be uploaded again.',
  ar: 'فُقدت هذه المستندات، ويلزم رفعها من جديد.',
}

interface Archived {
  path: string
  document: Wanted & { created_at: string; missing_at: string | null }
}

interface Archive<Each extends Archived> {
  documents: readonly Each[]
  language: Language
  /** Before the bytes of a document leave. */
  onRead: (document: Each['document']) => void
  onMissing: (error: unknown, document: Each['document']) => void
}

/** A ZIP of documents, stored as they are and read one after the other. */
export const archiveOf = <Each extends Archived>(files: Pick<FileStore, 'stream'>, archive: Archive<Each>): Readable =>
  zipOf((zip, signal) => fill(zip, files, archive, signal))

async function fill<Each extends Archived>(
  zip: ZipFile,
  files: Pick<FileStore, 'stream'>,
  { documents, language, onRead, onMissing }: Archive<Each>,
  signal: AbortSignal,
): Promise<void> {
  const [unread, lost]: [string[], string[]] = [[], []]
  for (const { path, document } of documents) {
    if (document.missing_at) {
      lost.push(path)
      continue
    }
    const bytes = await openWhole(files, document, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      onMissing(error, document)
      unread.push(path)
    })
    if (!bytes) continue
    onRead(document)
    zip.addReadStream(bytes, path, { compress: false, size: document.size, mtime: new Date(document.created_at) })
    await finished(bytes)
  }
  const lines = [...saidOf(UNREAD[language], unread), ...saidOf(LOST[language], lost)]
  if (lines.length > 0) zip.addBuffer(Buffer.from(lines.join('\r\n')), MISSING)
}

const saidOf = (sentence: string, paths: string[]): string[] => (paths.length > 0 ? [sentence, '', ...paths, ''] : [])

/** Reads a document through before it goes into the archive: one that is damaged would break off there and look whole. */
async function openWhole(files: Pick<FileStore, 'stream'>, document: Wanted, signal: AbortSignal): Promise<Readable> {
  const open = async () => addAbortSignal(signal, await files.stream(document))
  const read = await open()
  await finished(read.resume())
  return open()
}
