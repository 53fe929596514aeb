import { inflateSync } from 'node:zlib'
import { refuse } from '../http/errors.ts'
import { opensWithoutPassword } from './pdfPassword.ts'
import { MOST, type Reader } from './pieces.ts'

const PROTECTED = 'This PDF is protected by a password or against changes. Please print it to a new PDF and upload that.'
const ACTIVE = 'This PDF contains a script, a program call or attached files. Please print it to a new PDF and upload that.'
const UNREADABLE = 'This PDF cannot be checked. Please print it to a new PDF and upload that.'

const MB = 1024 * 1024
/** A file that was changed may have its handler again. */
const MOST_HANDLERS = 4
/** What compressed objects may come to: several times what the largest of ordinary files hold. */
const MOST_STREAMS = 1_000
const MOST_PACKED = 2 * MB
const MOST_UNPACKED = 4 * MB
const MOST_UNPACKED_ALL = 16 * MB

/** So much before a word is still at hand when it is met, and so much behind it. */
const BEHIND = 1_024
const AHEAD = 1_024

/** A name as PDF may spell it: any of its letters may be a # and two hexadecimal digits. */
const spelled = (name: string): string =>
  [...name].map((letter) => `(?:${letter}|#(?:${hexOf(letter)}|${hexOf(letter).toUpperCase()}))`).join('')
const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16)
const anyOf = (...names: string[]): string => `(?:${names.map(spelled).join('|')})(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])`

const ACTIONS = anyOf('JavaScript', 'Launch', 'Rendition', 'RichMedia', 'EmbeddedFile', 'EmbeddedFiles', 'FileAttachment')
const NAME = `/(?:${[
  `(?<active>${ACTIONS})`,
  `(?<script>${anyOf('JS')})`,
  `(?<locked>${anyOf('Encrypt')})`,
  `(?<handler>${spelled('Filter')}\\s*/${anyOf('Standard')})`,
  '(?<ids>ID\\s*\\[\\s*[<(])',
  `(?<objects>${anyOf('ObjStm')})`,
  `(?<first>${anyOf('First')})`,
].join('|')})`
const NAMES = new RegExp(NAME, 'g')
/** Where a stream begins and ends matters only once an object stream was announced. */
const WORDS = new RegExp(`${NAME}|(?<end>endstream|endobj)|(?<begin>stream)`, 'g')
/** What stands before the first byte of a stream, as readers are used to it. */
const LINE = /^stream[^\r\n]{0,80}(?:\r\n|\r|\n)/
const PARAMETERS = new RegExp(`/${anyOf('DecodeParms')}`)
const UNPACKED_WORDS = new RegExp(`/(?:${ACTIONS}|${anyOf('JS')})`)

/**
 * Passes a PDF on and refuses 422 one that has a script, a launch or an embedded file, or needs a password (T34): by these names
 * wherever they stand in its bytes, and in its object streams, which are unpacked within limits; what cannot be unpacked so is refused
 * too, encrypted ones among them. It reads no table and follows no reference, so that it cannot be led astray by them. It does not see
 * into other streams, such as pictures or forms in XML: no name there does anything.
 */
export async function* inspectPdf(file: Reader): AsyncGenerator<Buffer, void> {
  const inspection = new Inspection()
  for await (const piece of file.pass(Number.POSITIVE_INFINITY)) {
    for (let at = 0; at < piece.length; at += MOST) inspection.look(piece.subarray(at, at + MOST))
    yield piece
  }
  inspection.end()
}

interface Packed {
  pieces: Buffer[]
  size: number
  /** Where in what is held the rest of it begins. */
  from: number
}

class Inspection {
  /** One piece and what stood before it; always the same memory. */
  readonly #room = Buffer.allocUnsafe(MOST + BEHIND + AHEAD)
  #held = this.#room.subarray(0, 0)
  /** Where in what is held the words begin that were not looked at yet. */
  #from = 0
  /** An object stream was announced; `first` may also be an outline's. */
  #announced: 'objects' | 'first' | undefined
  /** The object stream that is being read. */
  #packed: Packed | undefined
  #streams = 0
  #unpacked = 0
  #unreadable = false
  #locked = false
  readonly #handlers: string[] = []
  #ids = ''

  look(piece: Buffer): void {
    const length = this.#held.length + piece.copy(this.#room, this.#held.length)
    this.#held = this.#room.subarray(0, length)
    this.#read(length - AHEAD)
    const cut = Math.max(0, this.#from - BEHIND)
    if (this.#packed) this.#collect(this.#packed, cut)
    this.#held = this.#room.subarray(0, this.#room.copy(this.#room, 0, cut, length))
    this.#from -= cut
  }

  end(): void {
    this.#read(this.#held.length)
    if (this.#packed) this.#finish(this.#packed, this.#held.length)
    if (this.#locked && (this.#unreadable || !this.#opens())) refuse(422, PROTECTED)
    if (this.#unreadable) refuse(422, UNREADABLE)
  }

  #opens(): boolean {
    const { length } = this.#handlers
    return length > 0 && length <= MOST_HANDLERS && this.#handlers.every((handler) => opensWithoutPassword(handler, this.#ids))
  }

  /** Looks at the words that begin before that place. */
  #read(until: number): void {
    if (until <= this.#from) return
    const text = this.#held.toString('latin1')
    for (let word = this.#find(text); word && word.index < until; word = this.#find(text)) {
      this.#from = word.index + word[0].length
      this.#meet(word, text)
    }
    this.#from = Math.max(this.#from, until)
  }

  #find(text: string): RegExpExecArray | null {
    const words = this.#announced || this.#packed ? WORDS : NAMES
    words.lastIndex = this.#from
    return words.exec(text)
  }

  #meet({ index, 0: word, groups = {} }: RegExpExecArray, text: string): void {
    if (groups.locked) this.#locked = true
    if (groups.handler && this.#handlers.length <= MOST_HANDLERS) this.#handlers.push(objectAround(text, index))
    if (groups.ids) this.#ids ||= text.slice(index, index + AHEAD)
    if (groups.active || (groups.script && isText(text, index, word.length))) refuse(422, ACTIVE)
    if (groups.objects && !this.#unreadable) this.#announced = 'objects'
    if (groups.first && !this.#unreadable) this.#announced ??= 'first'
    if (groups.end && this.#packed) this.#finish(this.#packed, index)
    if (groups.end && this.#announced === 'first') this.#announced = undefined
    if (groups.begin && this.#announced) this.#begin(text, index)
  }

  #begin(text: string, index: number): void {
    this.#announced = undefined
    const before = text.slice(Math.max(0, index - BEHIND), index)
    const line = LINE.exec(text.slice(index, index + AHEAD))
    if (this.#packed || !line || ++this.#streams > MOST_STREAMS || PARAMETERS.test(before.slice(before.lastIndexOf('obj'))))
      this.#unreadable = true
    this.#packed = line && !this.#unreadable ? { pieces: [], size: 0, from: index + line[0].length } : undefined
  }

  #collect(packed: Packed, to: number): void {
    if (to > packed.from) {
      packed.pieces.push(Buffer.from(this.#held.subarray(packed.from, to)))
      packed.size += to - packed.from
    }
    packed.from = Math.max(0, packed.from - to)
    if (packed.size <= MOST_PACKED) return
    this.#unreadable = true
    this.#packed = undefined
  }

  #finish(packed: Packed, to: number): void {
    this.#collect(packed, to)
    this.#packed = undefined
    const objects = this.#unreadable ? undefined : unpack(Buffer.concat(packed.pieces), MOST_UNPACKED)
    this.#unpacked += objects?.length ?? 0
    if (objects === undefined || this.#unpacked > MOST_UNPACKED_ALL) this.#unreadable = true
    else if (UNPACKED_WORDS.test(objects)) refuse(422, ACTIVE)
  }
}

/** What is at hand of the object that a word stands in. */
function objectAround(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - BEHIND), index)
  return before.slice(before.lastIndexOf('obj') + 1) + text.slice(index, index + AHEAD).replace(/endobj[\s\S]*/, '')
}

function unpack(packed: Buffer, most: number): string | undefined {
  try {
    const objects = inflateSync(packed, { maxOutputLength: most }).toString('latin1')
    return /^\s*(?:\d+\s+\d+\s|$)/.test(objects) ? objects : undefined
  } catch {
    return undefined
  }
}

/** Three bytes stand in a large picture by chance, but not among text. */
function isText(text: string, index: number, length: number): boolean {
  return /^[\t\n\f\r -~]*$/.test(text.slice(Math.max(0, index - 8), index + length + 8))
}
