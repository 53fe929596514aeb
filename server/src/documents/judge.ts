import type { Readable } from 'node:stream'
import { MediaType, NOT_A_DOCUMENT, tooBig } from 'contract'
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '../http/errors.ts'
import { cleanJpeg } from './jpeg.ts'
import { inspectPdf } from './pdf.ts'
import { inBatches, type Reader, readerOf } from './pieces.ts'
import { cleanPng } from './png.ts'

const MB = 1024 * 1024
/** As many first bytes as file-type looks at. */
const SAMPLE = 4_100

/** The bytes of a source as they come; refuses 413 as soon as they pass the limit, and leaves the rest of them unread. */
export const piecesOf = (source: Readable | Buffer, maxFileMb: number): AsyncGenerator<Buffer, void> =>
  inBatches(limited(source, maxFileMb))

async function* limited(source: Readable | Buffer, maxFileMb: number): AsyncGenerator<Buffer, void> {
  let size = 0
  for await (const piece of Buffer.isBuffer(source) ? [source] : received(source)) {
    size += piece.length
    if (size > maxFileMb * MB) refuse(413, tooBig(maxFileMb))
    yield piece
  }
}

async function* received(source: Readable): AsyncGenerator<Buffer, void> {
  try {
    // Destroying the request would end its connection before the refusal is on its way.
    yield* source.iterator({ destroyOnReturn: false })
  } catch {
    refuse(400, 'The upload ended before the whole file had arrived')
  }
}

/** The first bytes of a file: enough to judge it, or all there are. */
export async function firstOf(pieces: AsyncGenerator<Buffer, void>): Promise<Buffer> {
  const first: Buffer[] = []
  for (let size = 0; size < SAMPLE; ) {
    const { done, value } = await pieces.next()
    if (done) break
    first.push(value)
    size += value.length
  }
  return Buffer.concat(first)
}

/** The type of a file by its first bytes; refuses 422 what is not a PDF, JPEG or PNG (D3). */
export async function mediaTypeOf(first: Buffer): Promise<MediaType> {
  const found = await fileTypeFromBuffer(first.subarray(0, SAMPLE)).catch(() => undefined)
  const type = MediaType.safeParse(found?.mime === 'image/apng' ? 'image/png' : found?.mime)
  return type.success ? type.data : refuse(422, NOT_A_DOCUMENT)
}

const CONTENTS: Record<MediaType, (file: Reader) => AsyncGenerator<Buffer, void>> = {
  'application/pdf': inspectPdf,
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
}

/** What is kept of a file of that type; refuses 422 at some piece of it what shall not be kept at all (T34, T35). */
export async function* contentsOf(type: MediaType, first: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  const file = readerOf(first, rest)
  yield* inBatches(CONTENTS[type](file))
  // What is dropped counts for the limit too, and a sender wants to be heard out.
  await file.skip()
}
