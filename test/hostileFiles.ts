import { deflateSync } from 'node:zlib'
import { MB } from 'contract'
import fc from 'fast-check'
import { JPEG, PDF, PNG } from './files.ts'
import { chunk, jpegWith, PHOTO, phoneExif, pngWith, segment } from './pictures.ts'

const LARGE = 9 * MB
const repeated = (part: Buffer | string, size = LARGE): Buffer => {
  const bytes = Buffer.from(part as string, 'latin1')
  return Buffer.alloc(Math.floor(size / bytes.length) * bytes.length, bytes)
}

const stream = (number: number, dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${number} 0 obj<<${dictionary}/Length ${data.length}>>stream\n`), data, Buffer.from('\nendstream endobj\n')])
const PAGES = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'
const pdf = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(['%PDF-1.7\n', PAGES, ...parts, 'trailer<</Root 1 0 R>>\n%%EOF\n'].map((part) => Buffer.from(part as string, 'latin1')))

/** A PDF of so many empty pages, each of which costs time and memory. */
export function manyPages(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => index + 3)
  const pages = numbers.map((number) => `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n`)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const tree = `1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[${kids}]/Count ${count}>>endobj\n`
  return Buffer.from(`%PDF-1.7\n${tree}${pages.join('')}trailer<</Root 1 0 R>>\n%%EOF\n`)
}

/** 20 bytes of Exif whose directory claims 65,535 entries. */
const CLAIMING = Buffer.from('457869660000 49492a0008000000ffff'.replaceAll(' ', ''), 'hex')
const BOMB = deflateSync(Buffer.alloc(400 * MB))

/** Files made to keep an inspector busy or to fill its memory. */
export const HOSTILE_FILES: { name: string; bytes: () => Buffer }[] = [
  { name: 'a JPEG of Exif blocks that claim entries', bytes: () => jpegWith(repeated(segment(0xe1, CLAIMING), MB)) },
  { name: 'a PNG of Exif blocks that claim entries', bytes: () => pngWith(repeated(chunk('eXIf', CLAIMING.subarray(6)), MB)) },
  { name: 'a JPEG of empty segments', bytes: () => jpegWith(repeated(segment(0xfe, ''))) },
  { name: 'a JPEG of restarts', bytes: () => jpegWith(repeated('\xff\xd0')) },
  { name: 'a JPEG of scans', bytes: () => Buffer.concat([PHOTO, repeated(segment(0xda, 'abc'), MB)]) },
  { name: 'a PNG of empty chunks', bytes: () => pngWith(repeated(chunk('teSt', ''))) },
  { name: 'a PNG of pixels that are a bomb', bytes: () => pngWith(chunk('IDAT', BOMB)) },
  { name: 'a PDF of pages', bytes: () => manyPages(60_000) },
  { name: 'a PDF whose pages lead in a circle', bytes: () => pdf('3 0 obj<</Type/Pages/Kids[2 0 R 3 0 R]/Count 99999999>>endobj ') },
  { name: 'a PDF of half-spelled names', bytes: () => pdf(repeated('/JS\x80')) },
  { name: 'a PDF of handlers', bytes: () => pdf(repeated('/Filter/Standard ')) },
  { name: 'a PDF of dictionaries that never end', bytes: () => pdf(repeated('<</First ')) },
  { name: 'a PDF of strings that never end', bytes: () => pdf(repeated('/First(')) },
  { name: 'a PDF of arrays in arrays', bytes: () => pdf('3 0 obj', repeated('['), 'endobj ') },
  { name: 'a PDF of beginnings', bytes: () => pdf(repeated('9 0 obj<</Type/ObjStm/N 1/First 4>>stream\n')) },
  { name: 'a PDF with a bomb of objects', bytes: () => pdf(stream(9, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', BOMB)) },
  {
    name: 'a PDF with a bomb for its table',
    bytes: () => pdf(stream(9, '/Type/XRef/Size 9/W[1 4 2]/Root 1 0 R/Filter/FlateDecode', BOMB)),
  },
  {
    name: 'an encrypted PDF with a bomb of objects',
    bytes: () =>
      pdf(stream(9, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', BOMB), 'trailer<</Root 1 0 R/Encrypt<</Filter/Standard/V 1/R 2>>>>'),
  },
]

const PARTS = [
  ...[segment(0xe1, CLAIMING), segment(0xfe, ''), segment(0xda, 'abc'), Buffer.from('\xff\xd0', 'latin1'), segment(0xc4, '\0'.repeat(20))],
  ...[chunk('eXIf', phoneExif(6)), chunk('teSt', ''), chunk('IDAT', deflateSync(Buffer.alloc(MB)))],
  ...[
    '/First ',
    '<<',
    '>>',
    '(',
    '[',
    'stream\n',
    '\nendstream',
    ' 9 0 obj',
    ' endobj',
    '/ObjStm ',
    '/Filter/FlateDecode',
    ' 9 0 R',
    '/Kids',
  ].map((word) => Buffer.from(word)),
  stream(9, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.from('8 0 <<>>'))),
]

/** More like that: a valid beginning, then a great number of parts. */
export const hostileFile: fc.Arbitrary<Buffer> = fc
  .record({
    begin: fc.constantFrom(PHOTO.subarray(0, -2), JPEG.subarray(0, 2), PNG.subarray(0, 33), PNG.subarray(0, -12), PDF, pdf()),
    parts: fc.array(fc.tuple(fc.constantFrom(...PARTS), fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 6 }),
    noise: fc.uint8Array({ maxLength: 200 }),
  })
  .map(({ begin, parts, noise }) => {
    const size = LARGE / 8
    const grown = parts.map(([part, power]) => repeated(part, Math.min(size, part.length * 2 ** power)))
    return Buffer.concat([begin, ...grown, Buffer.from(noise)])
  })
