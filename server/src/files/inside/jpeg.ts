import { exifOf, orientationOf } from './exif.ts'
import { refuseSize } from './pixels.ts'
import type { Reader } from './reader.ts'
import { unfit } from './unfit.ts'

const EOI = 0xd9
const SOS = 0xda
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const FRAME_BYTES = 6
/** Progressive pictures have about ten; a browser draws the whole picture for each. */
const MAX_SCANS = 100

const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7
/** Markers without a segment: restarts, SOI, TEM. */
const isBare = (code: number) => isRestart(code) || code === 0xd8 || code === 0x01
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/** Segments that a decoder needs, with frames and scans. */
const isTable = (code: number) => code >= 0xc0 && code <= 0xdf

/**
 * The JPEG without place, time, device, XMP, IPTC, comments, thumbnails, further pictures and bytes after the end (T35). The orientation
 * and colour data (JFIF, ICC, Adobe) stay, and compressed data are not changed. Refuses 422 a picture that is too large or empty; a picture
 * cut off stays so.
 */
export function* cleanJpeg(file: Reader): Generator<Buffer, void> {
  yield file.take(2)
  const seen = { frame: false, scans: 0, orientation: false }
  for (let code = nextMarker(file); code !== undefined; code = nextMarker(file)) {
    if (code === EOI) {
      yield Buffer.from([0xff, EOI])
      break
    }
    if (isBare(code)) continue
    const segment = segmentOf(file)
    if (!segment) break
    if (isFrame(code)) {
      if (segment.length < FRAME_BYTES) break
      refuseSize(segment.readUInt16BE(3), segment.readUInt16BE(1))
      seen.frame = true
    }
    if (code === SOS && !seen.frame) break
    const kept = keptOf(code, segment, seen)
    if (kept) yield Buffer.concat([Buffer.from([0xff, code, (kept.length + 2) >> 8, (kept.length + 2) & 0xff]), kept])
    if (code !== SOS) continue
    if (++seen.scans > MAX_SCANS) unfit('damaged')
    yield scanOf(file)
  }
  if (seen.scans === 0) unfit('damaged')
}

function keptOf(code: number, segment: Buffer, seen: { orientation: boolean }): Buffer | undefined {
  const startsWith = (sign: string) => segment.toString('latin1', 0, sign.length) === sign
  if (code === 0xe0) return startsWith('JFIF\0') && segment.length >= 14 ? withoutThumbnail(segment) : undefined
  if (code === 0xe1) return startsWith('Exif\0') && !seen.orientation ? turned(segment, seen) : undefined
  if (code === 0xe2) return startsWith('ICC_PROFILE\0') ? segment : undefined
  if (code === 0xee) return startsWith('Adobe') ? segment : undefined
  return isTable(code) ? segment : undefined
}

const withoutThumbnail = (jfif: Buffer): Buffer => Buffer.concat([jfif.subarray(0, 12), Buffer.alloc(2)])

function turned(segment: Buffer, seen: { orientation: boolean }): Buffer | undefined {
  const orientation = orientationOf(segment.subarray(EXIF.length))
  if (orientation === undefined) return undefined
  seen.orientation = true
  return Buffer.concat([EXIF, exifOf(orientation)])
}

/** The first marker that `passes` does not skip; without one, the end of the bytes. */
function findMarker(bytes: Buffer, passes: (code: number) => boolean): { at: number; code?: number } {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (code !== undefined && !passes(code)) return { at, code }
  }
  return { at: bytes.length }
}

const isNone = (code: number) => code === 0x00 || code === 0xff

/** The next marker; like decoders, drops any bytes before it. */
function nextMarker(file: Reader): number | undefined {
  const { at, code } = findMarker(file.rest, isNone)
  file.skip(at + 2)
  return code
}

function segmentOf(file: Reader): Buffer | undefined {
  const head = file.take(2)
  const length = head.length === 2 ? head.readUInt16BE(0) - 2 : -1
  if (length < 0) return undefined
  const segment = file.take(length)
  return segment.length === length ? segment : undefined
}

const isOfScan = (code: number) => isNone(code) || isRestart(code)

/** The compressed pixels, up to the next marker or the end. */
const scanOf = (file: Reader): Buffer => file.take(findMarker(file.rest, isOfScan).at)
