import { inflateSync } from 'node:zlib'
import { unfit } from './unfit.ts'

const MB = 1024 * 1024
/** For compressed objects: several times what large ordinary files have. */
const MAX_STREAMS = 1_000
const MAX_PACKED = 2 * MB
const MAX_UNPACKED = 4 * MB
const MAX_UNPACKED_TOTAL = 16 * MB
/** No dictionary of an object stream is longer, nor the rest of one behind /First of an outline or a field. */
const DICTIONARY = 64 * 1024

/** In a PDF name any letter may be written as # and two hex digits. For PDFium 0x80 and 0xff end a name too. */
const spelled = (name: string): string =>
  [...name].map((letter) => `(?:${letter}|#(?:${hexOf(letter)}|${hexOf(letter).toUpperCase()}))`).join('')
const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16)
const anyOf = (...names: string[]): string => `(?:${names.map(spelled).join('|')})(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%\\x80\\xff])`

const NAMES = {
  active: ['JavaScript', 'Launch', 'Rendition', 'RichMedia', 'OnInstantiate'],
  script: ['JS'],
  files: ['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment'],
  encrypted: ['Encrypt'],
  objects: ['ObjStm', 'First'],
}
const FOUND = new RegExp(
  `/(?:${Object.entries(NAMES)
    .map(([group, names]) => `(?<${group}>${anyOf(...names)})`)
    .join('|')})`,
  'g',
)
const FIRST_FOUND = new RegExp(FOUND.source)
const UNPACKED_ACTIONS = new RegExp(`/${anyOf(...NAMES.active, ...NAMES.script)}`)
const UNPACKED_FILES = new RegExp(`/${anyOf(...NAMES.files)}`)

/** The entries of an object stream's dictionary. It allows no string, comment or other filter, which could hide a word. */
const SPACE = '[\\0\\t\\n\\f\\r ]*'
const ENTRY = `/(?:Type${SPACE}/ObjStm|(?:N|First|Length)${SPACE}\\d+(?:\\s+\\d+\\s+R)?|Extends\\s+\\d+\\s+\\d+\\s+R|Filter${SPACE}(?:/FlateDecode|\\[${SPACE}/FlateDecode${SPACE}\\])|DecodeParms${SPACE}null)`
const OBJECT_STREAM = new RegExp(`^${SPACE}<<(?:${SPACE}${ENTRY})+${SPACE}>>${SPACE}$`)
/** Strings, comments and numbers are single tokens, so that no word is found inside them. */
const TOKEN = /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|<(?!<)[^>]*>|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+|[\s\S]/y
const STREAM = /[\0\t\n\f\r ]*(?:%[^\r\n]*[\0\t\n\f\r ]*)*stream/y
/** The bytes before a stream's first byte, as readers accept them. */
const BEGINNING = /stream[^\S\r\n]{0,80}(?:\r\n|\r|\n)/y

/** `unreadable`: it has compressed objects that cannot be checked. */
export interface Found {
  encrypted: boolean
  attachments: boolean
  unreadable: boolean
}

/**
 * Refuses a PDF with a script or a launch (T34), found by name in its bytes and in unpacked object streams. It follows no table and no
 * reference, so that they cannot mislead it. Other streams, such as pictures, are not searched: names have no effect there.
 */
export function scanPdf(bytes: Buffer): Found {
  const found: Found = { encrypted: false, attachments: false, unreadable: false }
  const streams = new Set<number>()
  let text = ''
  for (const { at, word, groups } of namesIn(bytes)) {
    if (groups.active || (groups.script && isText(bytes, at, word.length))) unfit('active')
    if (groups.encrypted) found.encrypted = true
    if (groups.files) found.attachments = true
    if (!groups.objects || found.unreadable) continue
    // A scan has none, and its text would be as large as the file.
    text ||= bytes.toString('latin1')
    const stream = streamBehind(text, at + word.length)
    if (stream === 'unreadable') found.unreadable = true
    else if (stream !== undefined) found.unreadable = !isObjectStream(text, at, stream) || streams.add(stream).size > MAX_STREAMS
  }
  if (!found.unreadable) scanObjects(bytes, text, streams, found)
  return found
}

const [SLASH, HASH] = [0x2f, 0x23]
const BEGINNINGS = new Set([HASH, ...Object.values(NAMES).flatMap((names) => names.map((name) => name.charCodeAt(0)))])
/** Searched at once from where a name may begin: seldom in a picture; twice as much where the next one follows at once, as in text. */
const WINDOW = { least: 256, most: 64 * 1024 }
/** More than any name takes, spelled with `#` throughout, and the byte that ends it. */
const NAME_BYTES = 64

interface Named {
  at: number
  word: string
  groups: Record<string, string | undefined>
}

/** The names in their order. Most of a picture is passed over, because few of its bytes can begin one. */
export function* namesIn(bytes: Buffer): Generator<Named> {
  let window = WINDOW.least
  for (let at = bytes.indexOf(SLASH), end = 0; at >= 0; at = bytes.indexOf(SLASH, at)) {
    if (!BEGINNINGS.has(bytes[at + 1] ?? SLASH)) {
      at++
      continue
    }
    window = at - end < WINDOW.least ? Math.min(2 * window, WINDOW.most) : WINDOW.least
    end = at + window
    yield* namesWithin(bytes.toString('latin1', at, end + NAME_BYTES), at, window)
    at = end
  }
}

function* namesWithin(text: string, from: number, window: number): Generator<Named> {
  if (!FIRST_FOUND.test(text)) return
  for (const { index, 0: word, groups = {} } of text.matchAll(FOUND)) if (index < window) yield { at: from + index, word, groups }
}

/** Pairs of tokens. Readers treat a token without its pair in different ways. */
const CLOSES: Record<string, string> = { '<<': '>>', '[': ']' }
const STRAY = new Set(['<', '>', '>>', ']', ')', '{', '}'])

/** The start of the stream behind the dictionary with that key; undefined if there is none. */
function streamBehind(text: string, from: number): number | 'unreadable' | undefined {
  const open: string[] = []
  for (let at = from; at - from < DICTIONARY && at < text.length; ) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0] ?? ''
    at = token === '(' ? endOfString(text, at) : at + token.length
    if (CLOSES[token]) open.push(CLOSES[token])
    else if (open.length === 0 && token === '>>') return streamAt(text, at)
    else if (token === open.at(-1)) open.pop()
    else if (STRAY.has(token)) return 'unreadable'
  }
  return 'unreadable'
}

function streamAt(text: string, at: number): number | undefined {
  STREAM.lastIndex = at
  return STREAM.test(text) ? STREAM.lastIndex - 'stream'.length : undefined
}

function endOfString(text: string, from: number): number {
  for (let at = from, depth = 0; at - from < DICTIONARY && at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return at + 1
  }
  return from + DICTIONARY
}

/** Whether the dictionary before the stream is one of an object stream and hides nothing. */
function isObjectStream(text: string, key: number, stream: number): boolean {
  return stream - key < DICTIONARY && OBJECT_STREAM.test(dictionaryBefore(text, stream))
}

const dictionaryBefore = (text: string, stream: number): string => text.slice(text.lastIndexOf('obj', stream) + 'obj'.length, stream)

function scanObjects(bytes: Buffer, text: string, streams: Set<number>, found: Found): void {
  let size = 0
  for (const stream of streams) {
    const objects = unpack(bytes, text, stream)
    size += objects?.length ?? 0
    if (objects === undefined || size > MAX_UNPACKED_TOTAL) {
      found.unreadable = true
      return
    }
    if (UNPACKED_ACTIONS.test(objects)) unfit('active')
    if (UNPACKED_FILES.test(objects)) found.attachments = true
  }
}

/** The unpacked objects; undefined if they are invalid, too many or not complete. */
function unpack(bytes: Buffer, text: string, stream: number): string | undefined {
  // Without a filter they are plain bytes, which are searched already.
  if (!dictionaryBefore(text, stream).includes('/Filter')) return ''
  BEGINNING.lastIndex = stream
  if (!BEGINNING.test(text)) return undefined
  const from = BEGINNING.lastIndex
  const packed = bytes.subarray(from, from + MAX_PACKED)
  try {
    const { buffer, engine } = inflateSync(packed, { maxOutputLength: MAX_UNPACKED, info: true }) as unknown as Inflated
    const behind = text.slice(from + engine.bytesWritten, from + engine.bytesWritten + 80)
    const objects = buffer.toString('latin1')
    return /^\s{0,8}endstream/.test(behind) && /^\s*(?:\d+\s+\d+\s|$)/.test(objects) ? objects : undefined
  } catch {
    return undefined
  }
}

/** The type of `info: true`, which @types/node 24 lacks. */
interface Inflated {
  buffer: Buffer
  engine: { bytesWritten: number }
}

/** Three matching bytes occur in large pictures by chance, but not among text. */
function isText(bytes: Buffer, at: number, length: number): boolean {
  return /^[\t\n\f\r -~]*$/.test(bytes.toString('latin1', Math.max(0, at - 8), at + length + 8))
}
