import type { MediaType } from 'contract'
import { fileTypeFromBuffer } from 'file-type'
import { cleanJpeg } from './jpeg.ts'
import { scanPdf } from './pdf.ts'
import { openPdf } from './pdfReader.ts'
import { cleanPng } from './png.ts'
import { Reader } from './reader.ts'
import { unfit } from './unfit.ts'

/** What is kept of a file: a picture is without what its camera wrote into it. */
export interface Inspected {
  type: MediaType
  chunks: Iterable<Buffer>
  /** Whether other files are attached inside it, which nobody looked into (D8). */
  attachments: boolean
}

/** As many first bytes as file-type looks at. */
const SAMPLE_BYTES = 4_100

/** Looks into a file by its bytes, whatever its name says (D3). Throws Unfit, a picture's while its chunks are taken. */
export async function inspect(bytes: Buffer): Promise<Inspected> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, SAMPLE_BYTES)).catch(() => undefined)
  switch (found?.mime) {
    case 'application/pdf':
      return { type: 'application/pdf', chunks: [bytes], attachments: await inspectPdf(bytes) }
    case 'image/jpeg':
      return { type: 'image/jpeg', chunks: cleanJpeg(new Reader(bytes)), attachments: false }
    case 'image/png':
    case 'image/apng':
      return { type: 'image/png', chunks: cleanPng(new Reader(bytes)), attachments: false }
    default:
      return unfit('not_a_document')
  }
}

/** Two readers look into it, and either one's refusal refuses (T34, D8). Answers whether it has attached files. */
async function inspectPdf(bytes: Buffer): Promise<boolean> {
  const found = scanPdf(bytes)
  if (found.unreadable && !found.encrypted) unfit('unreadable')
  const opened = await openPdf(bytes)
  if (found.encrypted && !opened) unfit('password')
  // Only now: who has a password on a file is told of that.
  if (found.unreadable) unfit('unreadable')
  if (!opened && bytes.includes('stream')) unfit('unreadable')
  return found.attachments || opened?.attachments === true
}
