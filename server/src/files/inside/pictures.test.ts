import fc from 'fast-check'
import { decode } from 'jpeg-js'
import { describe, expect, it } from 'vitest'
import { keptOf } from '../../../../test/contents.ts'
import { JPEG, PNG } from '../../../../test/files.ts'
import { chunk, jpegWith, PHOTO, phoneExif, pngWith, segment } from '../../../../test/pictures.ts'
import { exifOf, orientationOf } from './exif.ts'
import { Unfit } from './unfit.ts'

const TOO_LARGE = { reason: 'too_many_pixels' }
const DAMAGED = { reason: 'damaged' }

const exif = (orientation: number, order?: 'II' | 'MM') =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), phoneExif(orientation, order)]))
const turnedOnly = (orientation: number) => segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(orientation)]))
const ICC = segment(0xe2, 'ICC_PROFILE\0\x01\x01a profile')
const ADOBE = segment(0xee, 'Adobe\0\x64\0\0\0\0\x02')

/** Everything in a JPEG besides the picture that must go. */
const TELLTALE = [
  segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="25,12N"/>'),
  segment(0xe1, 'Exif\0\0no table at all'),
  segment(0xe0, 'JFXX\0\x10a thumbnail'),
  segment(0xe2, 'MPF\0further pictures'),
  segment(0xed, 'Photoshop 3.0\x008BIM a place of IPTC'),
  segment(0xeb, 'a signature of origin'),
  segment(0xfe, 'taken at 25.2048, 55.2708'),
]

/** The same JPEG with another size in its frame. */
function sized(width: number, height: number): Buffer {
  const jpeg = Buffer.from(PHOTO)
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0, 0x00]))
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

const header = (width: number, height: number): Buffer => {
  const data = Buffer.from('00000000000000000806000000', 'hex')
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return Buffer.concat([PNG.subarray(0, 8), chunk('IHDR', data), PNG.subarray(33)])
}

describe('a JPEG', () => {
  it.each([
    [6, 'II'],
    [3, 'MM'],
  ] as const)('keeps how to turn it (%i, %s) and loses where it was taken (T35)', async (orientation, order) => {
    const kept = await keptOf(jpegWith(exif(orientation, order), ...TELLTALE))
    expect(kept.equals(jpegWith(turnedOnly(orientation)))).toBe(true)
    expect(kept.includes('GPS')).toBe(false)
    expect(decode(kept).data.equals(decode(PHOTO).data)).toBe(true)
  })

  it.each([
    ['upright', exif(1)],
    ['turned in no known way', exif(9)],
  ])('that is %s says nothing any more', async (_, block) => {
    expect((await keptOf(jpegWith(block))).equals(PHOTO)).toBe(true)
  })

  it('keeps what its colours need', async () => {
    const jpeg = jpegWith(ICC, ...TELLTALE, ADOBE)
    expect((await keptOf(jpeg)).equals(jpegWith(ICC, ADOBE))).toBe(true)
  })

  it('keeps its density and loses its thumbnail', async () => {
    const jfif = (thumbnail: string) => segment(0xe0, `JFIF\0\x01\x02\x01\x01\x2c\x01\x2c${thumbnail}`)
    const plain = Buffer.concat([PHOTO.subarray(0, 2), jfif('\0\0'), PHOTO.subarray(20)])
    const full = Buffer.concat([PHOTO.subarray(0, 2), jfif('\x01\x01rgb'), PHOTO.subarray(20)])
    expect((await keptOf(full)).equals(plain)).toBe(true)
  })

  it('ends where it ends: no further picture, film or page behind it', async () => {
    const behind = Buffer.concat([jpegWith(exif(6)), Buffer.from('<html><script>alert(1)</script>'), Buffer.alloc(200_000, 'mp4')])
    expect((await keptOf(Buffer.concat([PHOTO, behind]))).equals(PHOTO)).toBe(true)
  })

  it('may be progressive, cut off, or have bytes too many between its segments', async () => {
    expect((await keptOf(JPEG)).equals(JPEG)).toBe(true)
    const cut = PHOTO.subarray(0, -40)
    expect((await keptOf(cut)).equals(cut)).toBe(true)
    const filled = Buffer.concat([cut, Buffer.from([0xff, 0xff, 0xff])])
    expect((await keptOf(filled)).equals(filled)).toBe(true)
    expect((await keptOf(jpegWith(ICC, Buffer.from([0, 7, 0xff, 0xff])))).equals(jpegWith(ICC))).toBe(true)
  })

  it.each([
    ['none at all', PHOTO.subarray(0, 20)],
    ['one without height', sized(8, 0)],
    ['one without width', sized(0, 8)],
    ['a scan without a frame', Buffer.concat([PHOTO.subarray(0, 2), segment(0xda, 'abc'), PHOTO.subarray(-40)])],
    ['a segment without length', jpegWith(Buffer.from([0xff, 0xe1, 0, 1]))],
    ['one cut off in its tables', PHOTO.subarray(0, 100)],
  ])('with a picture that is %s is refused', async (_, bytes) => {
    await expect(keptOf(bytes)).rejects.toMatchObject(DAMAGED)
  })

  it('of a hundred scans is taken, one of more refused: a browser draws it anew for each', async () => {
    const scan = Buffer.concat([segment(0xda, 'abc'), Buffer.from('pixels')])
    const scans = (count: number) => Buffer.concat([PHOTO.subarray(0, -2), ...Array(count).fill(scan), PHOTO.subarray(-2)])
    await expect(keptOf(scans(99))).resolves.toBeInstanceOf(Buffer)
    await expect(keptOf(scans(100))).rejects.toMatchObject(DAMAGED)
  })

  it('of 50 megapixels is taken, a larger one refused by its header (T34)', async () => {
    await expect(keptOf(sized(10_000, 5_000))).resolves.toHaveLength(PHOTO.length)
    await expect(keptOf(sized(10_000, 5_001))).rejects.toMatchObject(TOO_LARGE)
  })
})

describe('an Exif block', () => {
  it('is read no further than it goes, whatever count it claims', () => {
    const claiming = (count: number) => Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.from([count & 0xff, count >> 8])])
    const used = (block: Buffer) => {
      const from = process.cpuUsage()
      for (let round = 0; round < 20_000; round++) orientationOf(block)
      return process.cpuUsage(from).user / 1_000
    }
    used(claiming(0))
    const [none, most] = [used(claiming(0)), used(claiming(0xffff))]
    expect(most).toBeLessThan(10 * none + 50)
  })
})

describe('a PNG', () => {
  it('keeps how to turn it and its colours, and loses texts, places and times (T35)', async () => {
    const kept = [chunk('gAMA', '\0\0\xb1\x8f'), chunk('pHYs', '\0\0\x2e\x23\0\0\x2e\x23\x01')]
    const full = pngWith(
      ...[kept[0] as Buffer, chunk('eXIf', phoneExif(8)), chunk('tEXt', 'GPS\x0025.2048'), chunk('zTXt', 'GPS\0\0x')],
      ...[
        chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<exif:GPSLatitude/>'),
        kept[1] as Buffer,
        chunk('tIME', '\x07\xea\x0b\x15\0\0\0'),
        chunk('caBX', 'x'),
      ],
    )
    expect((await keptOf(full)).equals(pngWith(kept[0] as Buffer, chunk('eXIf', exifOf(8)), kept[1] as Buffer))).toBe(true)
    expect((await keptOf(pngWith(chunk('eXIf', phoneExif(1))))).equals(PNG)).toBe(true)
  })

  it('ends where it ends, and may be cut off', async () => {
    expect((await keptOf(Buffer.concat([PNG, Buffer.from('PK\x03\x04 a ZIP')]))).equals(PNG)).toBe(true)
    expect((await keptOf(PNG.subarray(0, 50))).equals(PNG.subarray(0, 50))).toBe(true)
  })

  it.each([
    ['no width', header(0, 5), DAMAGED],
    ['no picture', PNG.subarray(0, 33), DAMAGED],
    ['half a header', Buffer.concat([PNG.subarray(0, 8), chunk('IHDR', 'half'), PNG.subarray(33)]), { reason: 'not_a_document' }],
    ['30,000 by 30,000 pixels (T34)', header(30_000, 30_000), TOO_LARGE],
    ['more pixels than a number holds', header(0xffff_ffff, 0xffff_ffff), TOO_LARGE],
  ])('with %s is refused', async (_, bytes, refusal) => {
    await expect(keptOf(bytes)).rejects.toMatchObject(refusal)
  })
})

describe('whatever comes', () => {
  const anything = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
  const part = fc.oneof(
    fc.tuple(fc.integer({ min: 0xc0, max: 0xfe }), anything).map(([code, data]) => segment(code, data)),
    fc.constantFrom(...TELLTALE, exif(6), ICC, ADOBE, Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9]), PHOTO.subarray(2)),
    fc.tuple(fc.constantFrom('IDAT', 'eXIf', 'tEXt', 'IEND', 'PLTE', 'oops'), anything).map(([type, data]) => chunk(type, data)),
    anything,
  )
  const file = fc
    .tuple(fc.constantFrom(PHOTO.subarray(0, 2), PHOTO.subarray(0, -2), PNG.subarray(0, 33), PNG.subarray(0, -12)), fc.array(part))
    .map(([start, parts]) => Buffer.concat([start, ...parts]))
  it('is refused for a reason or kept, and kept again without change', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (bytes) => {
        const kept = await keptOf(bytes).catch((error) => (error instanceof Unfit ? undefined : Promise.reject(error)))
        if (kept) expect((await keptOf(kept)).equals(kept)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('has a way to be turned, or none', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom('II*\0', 'MM\0*', ''), (bytes, order) => {
        const found = orientationOf(Buffer.concat([Buffer.from(order, 'latin1'), bytes]))
        expect([undefined, 2, 3, 4, 5, 6, 7, 8]).toContain(found)
      }),
    )
    for (let orientation = 2; orientation <= 8; orientation++) expect(orientationOf(exifOf(orientation))).toBe(orientation)
  })
})
