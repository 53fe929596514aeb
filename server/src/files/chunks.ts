import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { MB, tooBig } from 'contract'
import { refuse } from '../http/errors.ts'
import { free } from '../keys/free.ts'

/** A chunk counts until the next one is asked for. Refuses 413 as soon as the bytes pass the limit, and leaves the rest unread. */
export async function* chunksOf(source: Readable | Buffer, maxFileMb: number): AsyncGenerator<Buffer, void> {
  let size = 0
  for await (const piece of Buffer.isBuffer(source) ? [source] : received(source)) {
    size += piece.length
    if (size > maxFileMb * MB) refuse(413, tooBig(maxFileMb))
    yield piece
  }
}

async function* received(source: Readable): AsyncGenerator<Buffer, void> {
  try {
    // Destroying the request would close its connection before the refusal is sent.
    for await (const piece of source.iterator({ destroyOnReturn: false })) {
      yield piece
      // Node copies each piece of a body for its only reader.
      if (source instanceof IncomingMessage) free(piece)
    }
  } catch {
    refuse(400, 'The upload ended before the whole file had arrived')
  }
}
