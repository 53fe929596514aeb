import { crc32 } from 'node:zlib'
import { exifOf, orientationOf } from './exif.ts'
import { refuseSize } from './pixels.ts'
import type { Reader } from './reader.ts'
import { unfit } from './unfit.ts'

/** For pixels, colours and the frames of an animation. */
const KEPT_CHUNKS = new Set('PLTE IDAT tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '))
const END = Buffer.from('0000000049454e44ae426082', 'hex')
const MAX_CHUNK_LENGTH = 0x7fff_ffff
/** The orientation is at the start of an Exif block. */
const EXIF_BYTES = 64 * 1024

/** The PNG without texts, times, private chunks, Exif but the orientation, and trailing bytes (T35). Other chunks stay as they are. */
export function* cleanPng(file: Reader): Generator<Buffer, void> {
  yield file.take(8)
  yield headerOf(file)
  let shown = false
  for (;;) {
    const head = file.take(8)
    const type = head.toString('latin1', 4)
    const length = head.length === 8 ? head.readUInt32BE(0) : MAX_CHUNK_LENGTH + 1
    if (length > MAX_CHUNK_LENGTH || !/^[A-Za-z]{4}$/.test(type)) break
    if (type === 'IEND') {
      yield END
      break
    }
    shown ||= type === 'IDAT' && length > 0
    if (type === 'eXIf') yield turned(file, length)
    else if (!KEPT_CHUNKS.has(type)) file.skip(length + 4)
    else {
      yield head
      yield file.take(length + 4)
    }
  }
  if (!shown) unfit('damaged')
}

function headerOf(file: Reader): Buffer {
  const header = file.take(25)
  if (header.length < 25 || header.readUInt32BE(0) !== 13 || header.toString('latin1', 4, 8) !== 'IHDR') return unfit('damaged')
  refuseSize(header.readUInt32BE(8), header.readUInt32BE(12))
  return header
}

function turned(file: Reader, length: number): Buffer {
  const exif = file.take(Math.min(length, EXIF_BYTES))
  file.skip(length - exif.length + 4)
  const orientation = orientationOf(exif)
  return orientation === undefined ? Buffer.alloc(0) : chunkOf('eXIf', exifOf(orientation))
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
