import { Readable } from 'node:stream'
import { contentsOf, firstOf, mediaTypeOf, piecesOf } from '../src/documents/judge.ts'

/** What would be kept of a file that arrives in these pieces. */
export async function keptOf(...pieces: Buffer[]): Promise<Buffer> {
  const rest = piecesOf(Readable.from(pieces), 10)
  const first = await firstOf(rest)
  const kept: Buffer[] = []
  for await (const piece of contentsOf(await mediaTypeOf(first), first, rest)) kept.push(piece)
  return Buffer.concat(kept)
}
