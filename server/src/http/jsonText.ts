import { randomUUID } from 'node:crypto'
import { KB } from 'contract'
import { Refusal } from './errors.ts'

/** Longer texts are documents, or too long for any field: 10,000 characters and some spaces have 60,000 bytes as `\u0628`. */
const MAX_FIELD_BYTES = 64 * KB
/** Most bytes of a body besides its documents, so that parsing takes milliseconds only. */
const MAX_OUTLINE_BYTES = 512 * KB
const BLOCK_BYTES = 1024 * KB
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** A growing buffer: a Buffer for each small chunk would take hundreds of times the memory. */
class Bytes {
  length = 0
  #room = Buffer.allocUnsafe(4 * KB)

  add(chunk: Buffer): void {
    const length = this.length + chunk.length
    if (length > this.#room.length) this.#grow(Math.max(length, 2 * this.#room.length))
    chunk.copy(this.#room, this.length)
    this.length = length
  }
  view = (from = 0): Buffer => this.#room.subarray(from, this.length)
  cut(length: number): void {
    this.length = length
  }
  #grow(size: number): void {
    const room = Buffer.allocUnsafe(size)
    this.view().copy(room)
    this.#room = room
  }
}

/** JSON text with placeholders for its documents. */
interface Outline {
  text: string
  documents: Map<string, string>
}

export class PlainReader {
  readonly #bytes = new Bytes()
  take = (chunk: Buffer): void => this.#bytes.add(chunk)
  end = (): Outline => ({ text: this.#bytes.view().toString(), documents: new Map() })
}

/**
 * Reads JSON with documents (data strings) as it arrives. Documents are taken out, so that only a small text is parsed at once. A text too
 * long for a field or a document is cut to a length that is still refused.
 */
export class DocumentsReader {
  readonly #longest: number
  readonly #outline = new Bytes()
  readonly #documents = new Map<string, string>()
  readonly #name = randomUUID()
  #block: Bytes | undefined
  #document = ''
  #place: 'outside' | 'text' | 'document' | 'too_long' = 'outside'
  #textFrom = 0
  /** The begun escape sequence inside a document, if any. */
  #escape = ''
  /** Whether the last chunk ended in a backslash. */
  #escaped = false

  /** `longest` is the length of the longest data string. */
  constructor(longest: number) {
    this.#longest = longest
  }

  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) at = this.#place === 'outside' ? this.#takeOutside(chunk, at) : this.#takeText(chunk, at)
  }

  end(): Outline {
    return { text: this.#outline.view().toString(), documents: this.#documents }
  }

  #takeOutside(chunk: Buffer, at: number): number {
    const quote = chunk.indexOf(QUOTE, at)
    const end = quote < 0 ? chunk.length : quote + 1
    this.#keep(chunk.subarray(at, end))
    if (quote < 0) return end
    this.#place = 'text'
    this.#textFrom = this.#outline.length
    return end
  }

  #takeText(chunk: Buffer, at: number): number {
    const quote = this.#quoteAfter(chunk, at)
    const end = quote < 0 ? chunk.length : quote
    this.#continueText(chunk.subarray(at, end))
    if (quote < 0) return end
    this.#endText()
    this.#keep(chunk.subarray(quote, quote + 1))
    this.#place = 'outside'
    return quote + 1
  }

  #continueText(part: Buffer): void {
    if (this.#place === 'text') {
      const fits = part.subarray(0, MAX_FIELD_BYTES + 1 - (this.#outline.length - this.#textFrom))
      this.#keep(fits)
      if (this.#outline.length - this.#textFrom <= MAX_FIELD_BYTES) return
      this.#place = this.#beginDocument() ? 'document' : 'too_long'
      this.#continueText(part.subarray(fits.length))
    } else if (this.#place === 'document') {
      for (let at = 0; at < part.length; at += BLOCK_BYTES) this.#continueDocument(part.subarray(at, at + BLOCK_BYTES))
    }
  }

  #endText(): void {
    if (this.#place === 'document') {
      this.#block?.add(Buffer.from(this.#escape, 'latin1'))
      this.#passBlock()
      const name = `${this.#name}:${this.#documents.size}`
      this.#documents.set(name, this.#document)
      this.#document = ''
      this.#keep(Buffer.from(name))
    }
    // Completes an escape sequence that the cut has split.
    if (this.#place === 'too_long') this.#keep(Buffer.from(endsInBackslash(this.#outline.view(this.#textFrom)) ? 'n' : '0000'))
  }

  /** Takes the current text out of the outline if it may be a document. */
  #beginDocument(): boolean {
    const text = this.#outline.view(this.#textFrom)
    if (!/^data:/i.test(text.toString('latin1', 0, 5))) return false
    this.#escape = ''
    this.#block ??= new Bytes()
    this.#block.add(this.#unescaped(text))
    this.#outline.cut(this.#textFrom)
    return true
  }

  #continueDocument(part: Buffer): void {
    if (this.#document.length > this.#longest) return
    this.#block?.add(this.#unescaped(part))
    if ((this.#block?.length ?? 0) >= BLOCK_BYTES) this.#passBlock()
  }

  #passBlock(): void {
    this.#document += this.#block?.view().toString('latin1') ?? ''
    this.#block?.cut(0)
  }

  /** Resolves the escape sequences that base64 and the head of a data string can have. */
  #unescaped(part: Buffer): Buffer {
    if (this.#escape === '' && part.indexOf(BACKSLASH) < 0) return part
    const text = this.#escape + part.toString('latin1')
    this.#escape = ''
    let plain = ''
    for (let at = 0; at < text.length; ) {
      const next = text.indexOf('\\', at)
      const end = next < 0 ? text.length : next
      plain += text.slice(at, end)
      const length = text[end + 1] === 'u' ? 6 : 2
      const written = text.slice(end, end + length)
      if (written.length < length) this.#escape = written
      else plain += meaningOf(written)
      at = end + length
    }
    return Buffer.from(plain, 'latin1')
  }

  #keep(part: Buffer): void {
    this.#outline.add(part)
    if (this.#outline.length > MAX_OUTLINE_BYTES) throw new Refusal(422, 'Even without its documents this request is too large')
  }

  /** The index of the closing quote, or -1 if it is not in this chunk. */
  #quoteAfter(chunk: Buffer, at: number): number {
    const from = this.#escaped ? at + 1 : at
    this.#escaped = false
    const quote = chunk.indexOf(QUOTE, from)
    const slash = chunk.subarray(from, quote < 0 ? chunk.length : quote).indexOf(BACKSLASH)
    if (slash < 0) return quote
    for (let i = from + slash; i < chunk.length; i++) {
      if (chunk[i] === QUOTE) return i
      if (chunk[i] === BACKSLASH) this.#escaped = ++i === chunk.length
    }
    return -1
  }
}

function meaningOf(written: string): string {
  if (written === '\\/') return '/'
  return /^\\u00[0-7][0-9a-f]$/i.test(written) ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : written
}

/** Whether the text is cut behind a backslash that begins an escape sequence. */
function endsInBackslash(text: Buffer): boolean {
  let count = 0
  while (text[text.length - 1 - count] === BACKSLASH) count++
  return count % 2 === 1
}

export function putBack(body: unknown, documents: Map<string, string>): unknown {
  const waiting = documents.size > 0 ? [body] : []
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    for (const [key, value] of Object.entries(node)) {
      const document = typeof value === 'string' ? documents.get(value) : undefined
      if (document !== undefined) Reflect.set(node, key, document)
      else waiting.push(value)
    }
  }
  return body
}
