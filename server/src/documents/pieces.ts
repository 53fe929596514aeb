/** Smaller pieces are put together to at least as many bytes. */
const LEAST = 16 * 1024
/** Larger ones are cut to as many. */
export const MOST = 64 * 1024

/** The same bytes in pieces of a good size, whatever the sender made of them. */
export async function* inBatches(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size < LEAST) continue
    yield* cut(waiting.length === 1 ? piece : Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

function* cut(bytes: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += MOST) yield bytes.subarray(at, at + MOST)
}

/** A file that is read as it arrives, with little more of it in memory than was asked for. */
export interface Reader {
  /** What comes next, without going on: at least so many bytes, or all that are left. */
  view(least: number): Promise<Buffer>
  /** Goes on by so many bytes of the view. */
  advance(length: number): void
  /** The next so many bytes, or all that are left. */
  take(length: number): Promise<Buffer>
  /** The next so many bytes as they come. */
  pass(length: number): AsyncGenerator<Buffer, void>
  /** Goes on by so many bytes, or to the end. */
  skip(length?: number): Promise<void>
}

export function readerOf(first: Buffer, rest: AsyncIterator<Buffer>): Reader {
  let held = first
  const view = async (least: number) => {
    if (held.length >= least) return held
    const parts = held.length > 0 ? [held] : []
    for (let size = held.length; size < least; ) {
      const { done, value } = await rest.next()
      if (done) break
      parts.push(value)
      size += value.length
    }
    held = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    return held
  }
  const advance = (length: number) => {
    held = held.subarray(length)
  }
  async function* pass(length: number) {
    for (let left = length; left > 0; ) {
      const piece = (await view(1)).subarray(0, left)
      if (piece.length === 0) return
      advance(piece.length)
      left -= piece.length
      yield piece
    }
  }
  return {
    view,
    advance,
    pass,
    async take(length) {
      const taken = (await view(length)).subarray(0, length)
      advance(taken.length)
      return taken
    },
    async skip(length = Number.POSITIVE_INFINITY) {
      for await (const _ of pass(length));
    },
  }
}
