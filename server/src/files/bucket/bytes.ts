import type { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Range } from '../../http/range.ts'
import type { SealedBytes } from '../objects.ts'

/** How often a reading that breaks off is continued without a byte. */
const MAX_CONTINUED = 3
/** A part that begins behind this is asked for apart from the header. */
const NEAR_BYTES = 128 * 1024
const HEADER_WINDOW = 1024
const NOTHING = Buffer.alloc(0)

interface Source {
  client: S3Client
  Bucket: string
  Key: string
}

/** Throws the client's error where there is no such object. */
export async function openBytes(source: Source, part: Range | undefined): Promise<SealedBytes> {
  const bytes = new BucketBytes(source, part?.to)
  await bytes.begin(part && part.from > NEAR_BYTES ? HEADER_WINDOW : part?.to)
  return bytes
}

/** Reads one answer in order, and asks anew where it jumps or the answer breaks off. */
class BucketBytes implements SealedBytes {
  length = 0
  readonly #source: Source
  readonly #end: number | undefined
  #body: Readable | undefined
  #chunks: AsyncIterator<Buffer, undefined> | undefined
  #rest: Buffer = NOTHING
  #closed = false
  #at = 0
  #continued = 0
  constructor(source: Source, end: number | undefined) {
    this.#source = source
    this.#end = end
  }

  /** Up to, not including, `to`; undefined: the end of the object. */
  async begin(to: number | undefined, from = 0): Promise<void> {
    const { client, Bucket, Key } = this.#source
    const whole = from === 0 && to === undefined
    const Range = `bytes=${from}-${to === undefined ? '' : to - 1}`
    const answer = await client.send(new GetObjectCommand({ Bucket, Key, ...(!whole && { Range }) }))
    this.#drop()
    if (this.#closed) {
      const unread = answer.Body as Readable
      unread.on('error', () => undefined).destroy()
      throw new Error('the file was closed while it was asked for')
    }
    this.length = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength ?? 0)
    this.#body = answer.Body as Readable
    // Errors are seen where it is read.
    this.#body.on('error', () => undefined)
    this.#chunks = this.#body[Symbol.asyncIterator]()
    this.#at = from
  }

  async fill(buffer: Buffer, position: number): Promise<Buffer> {
    if (buffer.length > 0 && position !== this.#at) await this.begin(this.#end, position)
    for (let filled = 0; filled < buffer.length; ) {
      const taken = await this.#take(buffer.length - filled)
      if (taken) {
        filled += taken.copy(buffer, filled)
        this.#at += taken.length
      } else await this.#continue()
    }
    return buffer
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#drop()
  }

  /** Some of the next bytes; undefined if the answer has ended or broke off. */
  async #take(most: number): Promise<Buffer | undefined> {
    if (this.#rest.length === 0) {
      const next = await this.#chunks?.next().catch(() => undefined)
      if (!next || next.done) return undefined
      this.#rest = next.value
      this.#continued = 0
    }
    const taken = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }

  async #continue(): Promise<void> {
    if (this.#closed || this.#at >= this.length || ++this.#continued > MAX_CONTINUED) throw new Error('the answer of the store broke off')
    await this.begin(this.#end, this.#at)
  }

  #drop(): void {
    this.#body?.destroy()
    this.#body = undefined
    this.#rest = NOTHING
  }
}
