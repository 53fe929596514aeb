import { exifOf, orientationOf } from './exif.ts'
import { refuseDamaged, refuseSize } from './pictures.ts'
import type { Reader } from './pieces.ts'

const EOI = 0xd9
const SOS = 0xda
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const FRAME_BYTES = 6

const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7
/** Markers without a segment: restarts, SOI, TEM. */
const isBare = (code: number) => isRestart(code) || code === 0xd8 || code === 0x01
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/** Segments that a decoder needs, the frames and scans among them. */
const isTable = (code: number) => code >= 0xc0 && code <= 0xdf

/**
 * The JPEG without what the camera wrote into it: of Exif only how to turn the picture stays, of the rest what its colours need (JFIF,
 * ICC, Adobe). Gone are place, time, device, XMP, IPTC, comments, thumbnails, further pictures and whatever follows the end (T35). What
 * is compressed stays byte for byte. Refuses 422 a picture that is too large or has nothing to show; one that is cut off stays so.
 */
export async function* cleanJpeg(file: Reader): AsyncGenerator<Buffer, void> {
  yield await file.take(2)
  const seen = { frame: false, scan: false, orientation: false }
  for (let code = await nextMarker(file); code !== undefined; code = await nextMarker(file)) {
    if (code === EOI) {
      yield Buffer.from([0xff, EOI])
      break
    }
    if (isBare(code)) continue
    const segment = await segmentOf(file)
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
    seen.scan = true
    yield* scanOf(file)
  }
  if (!seen.scan) refuseDamaged()
}

/** What stays of a segment, if anything. */
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

/** Where the first marker is that is none of those to be passed over; the end, or an 0xff there, when the view has none. */
function findMarker(view: Buffer, passes: (code: number) => boolean): { at: number; code?: number } {
  for (let at = view.indexOf(0xff); at >= 0; at = view.indexOf(0xff, at + 1)) {
    const code = view[at + 1]
    if (code === undefined) return { at }
    if (!passes(code)) return { at, code }
  }
  return { at: view.length }
}

const isNone = (code: number) => code === 0x00 || code === 0xff

/** The next marker, as decoders find it: whatever stands before it is dropped. */
async function nextMarker(file: Reader): Promise<number | undefined> {
  for (;;) {
    const view = await file.view(2)
    if (view.length < 2) return undefined
    const { at, code } = findMarker(view, isNone)
    file.advance(code === undefined ? at : at + 2)
    if (code !== undefined) return code
  }
}

/** What the segment holds behind its length; undefined where it is cut off. */
async function segmentOf(file: Reader): Promise<Buffer | undefined> {
  const head = await file.take(2)
  const length = head.length === 2 ? head.readUInt16BE(0) - 2 : -1
  if (length < 0) return undefined
  const segment = await file.take(length)
  return segment.length === length ? segment : undefined
}

const isOfScan = (code: number) => isNone(code) || isRestart(code)

/** The compressed pixels, up to the next marker or the end. */
async function* scanOf(file: Reader): AsyncGenerator<Buffer, void> {
  for (;;) {
    const view = await file.view(2)
    const { at, code } = findMarker(view, isOfScan)
    file.advance(at)
    if (at > 0) yield view.subarray(0, at)
    if (code !== undefined || view.length < 2) return
  }
}
