import type { MediaType } from 'contract'
import { fileTypeFromBuffer } from 'file-type'
import { cleanJpeg } from './jpeg.ts'
import { scanPdf } from './pdf.ts'
import { openPdf } from './pdfReader.ts'
import { cleanPng } from './png.ts'
import { Reader } from './reader.ts'
import { unfit } from './unfit.ts'

export interface Inspected {
  type: MediaType
  chunks: Iterable<Buffer>
  /** Whether other files are attached inside, which nobody checked (D8). */
  attachments: boolean
}

/** As many as file-type reads. */
const SAMPLE_BYTES = 4_100

/** Judges a file by its bytes, not by its name (D3). Throws Unfit; for a picture, only while its chunks are read. */
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

/** Two readers check it, and each may refuse (T34, D8). Answers whether it has attached files. */
async function inspectPdf(bytes: Buffer): Promise<boolean> {
  const found = scanPdf(bytes)
  if (found.unreadable && !found.encrypted) unfit('unreadable')
  const opened = await openPdf(bytes)
  if (found.encrypted && !opened) unfit('password')
  // After the password check, because its sentence is more helpful.
  if (found.unreadable) unfit('unreadable')
  if (!opened && bytes.includes('stream')) unfit('unreadable')
  return found.attachments || opened?.attachments === true
}
