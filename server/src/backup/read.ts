import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { type Entry, MANIFEST } from './manifest.ts'
import type { CheckedBackup } from './trailer.ts'

/** Hands over the entries in order; throws if one differs from the manifest. */
export async function readEntries(
  path: string,
  { manifest, tar_size }: CheckedBackup,
  signal: AbortSignal,
  take: (name: string, chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const tar = extract()
  const reading = pipeline(createReadStream(path, { end: tar_size - 1 }), tar, { signal })
  const taking = async () => {
    const expected = manifest.entries.values()
    for await (const entry of tar) {
      const { name } = entry.header
      if (name === MANIFEST) entry.resume()
      else await takeChecked(expected.next().value, name, entry as AsyncIterable<Buffer>, take)
    }
    if (!expected.next().done) throw new Error('The backup holds less than its manifest says.')
  }
  const stopped = taking().catch((error) => {
    tar.destroy(error)
    throw error
  })
  const [read, taken] = await Promise.allSettled([reading, stopped])
  if (taken.status === 'rejected') throw taken.reason
  if (read.status === 'rejected') throw read.reason
}

async function takeChecked(
  expected: Entry | undefined,
  name: string,
  chunks: AsyncIterable<Buffer>,
  take: (name: string, chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  if (expected?.name !== name) throw new Error(`The backup holds ${name}, which its manifest does not name there.`)
  await take(name, measured())
  if (size !== expected.size || hash.digest('hex') !== expected.sha256) throw new Error(`${name} in the backup changed while it was read.`)
}
