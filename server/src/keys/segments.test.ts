import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encrypt, newKey } from './encryption.ts'
import { HEADER_BYTES, newFileKey, openFile, SEALED_SEGMENT_BYTES, SEGMENT_BYTES, sealedLength, sealFile } from './segments.ts'

const ID = '019a9e3c-0000-7000-8000-000000000001'
const seal = (plain: Buffer, key: Buffer, id = ID) => buffer(sealFile([plain], key, id))

/** At and around the ends of segments, and of batches of them. */
const sizes = fc.oneof(
  fc.nat(6 * SEGMENT_BYTES),
  fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -2, max: 2 }))
    .map(([count, more]) => Math.max(0, count * SEGMENT_BYTES + more)),
)

function* pieces(bytes: Buffer, lengths: number[]): Generator<Buffer> {
  let at = 0
  for (const length of lengths) {
    yield bytes.subarray(at, at + length)
    at += length
  }
  yield bytes.subarray(at)
}

/** The header and the segments. */
function partsOf(sealed: Buffer): { header: Buffer; segments: Buffer[] } {
  const segments: Buffer[] = []
  for (let at = HEADER_BYTES; at < sealed.length; at += SEALED_SEGMENT_BYTES) segments.push(sealed.subarray(at, at + SEALED_SEGMENT_BYTES))
  return { header: sealed.subarray(0, HEADER_BYTES), segments }
}

const joined = ({ header, segments }: ReturnType<typeof partsOf>): Buffer => Buffer.concat([header, ...segments])

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** What somebody who can write to the disk may do to a file, without the key. */
const tampered = fc.oneof(
  place.map((where) => (sealed: Buffer) => {
    const altered = Buffer.from(sealed)
    const at = Math.floor(where * sealed.length)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    return altered
  }),
  place.map((where) => (sealed: Buffer) => sealed.subarray(0, Math.floor(where * sealed.length))),
  place.map((where) => (sealed: Buffer) => {
    const { header, segments } = partsOf(sealed)
    return joined({ header, segments: segments.slice(0, Math.floor(where * segments.length)) })
  }),
  place.map((where) => (sealed: Buffer) => {
    const { header, segments } = partsOf(sealed)
    const gone = Math.floor(where * segments.length)
    return joined({ header, segments: segments.filter((_, number) => number !== gone) })
  }),
  place.map((where) => (sealed: Buffer) => {
    const { header, segments } = partsOf(sealed)
    const again = Math.floor(where * segments.length)
    return joined({ header, segments: segments.flatMap((each, number) => (number === again ? [each, each] : [each])) })
  }),
  fc.constant((sealed: Buffer) => joined({ ...partsOf(sealed), segments: partsOf(sealed).segments.toReversed() })),
  fc.tuple(place, place).map(([one, other]) => (sealed: Buffer) => {
    const { header, segments } = partsOf(sealed)
    const [from, to] = [Math.floor(one * segments.length), Math.floor(other * segments.length)]
    const moved = segments.toSpliced(from, 1)
    return joined({ header, segments: moved.toSpliced(to, 0, ...segments.slice(from, from + 1)) })
  }),
  fc.constant((sealed: Buffer) => Buffer.concat([sealed, randomBytes(SEALED_SEGMENT_BYTES)])),
)

describe('a sealed file', () => {
  it('is opened as it was, in whatever pieces it came, and has the length that its size says', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.array(fc.nat(3 * SEGMENT_BYTES), { maxLength: 8 }), async (size, lengths) => {
        const [plain, key] = [randomBytes(size), newFileKey()]
        const sealed = await buffer(sealFile(pieces(plain, lengths), key, ID))
        expect(sealed).toHaveLength(sealedLength(size, key))
        expect(sealedLength(size, encrypt(key, newKey(), ID))).toBe(sealed.length)
        expect(openFile(sealed, key, ID).equals(plain)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused when a byte was altered or cut off, or a segment cut off, left out, repeated or moved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 * SEGMENT_BYTES }), tampered, async (size, tamper) => {
        const key = newFileKey()
        const sealed = await seal(randomBytes(size), key)
        const spoiled = tamper(sealed)
        fc.pre(!spoiled.equals(sealed))
        expect(() => openFile(spoiled, key, ID)).toThrow()
      }),
      { numRuns: 150 },
    )
  })

  it('is refused with a segment of another file, be it of the same key, and as another file', async () => {
    const key = newFileKey()
    const one = partsOf(await seal(randomBytes(3 * SEGMENT_BYTES), key))
    const other = partsOf(await seal(randomBytes(3 * SEGMENT_BYTES), key))
    const foreign = partsOf(await seal(randomBytes(3 * SEGMENT_BYTES), newFileKey()))
    for (const { segments } of [other, foreign])
      for (const number of [0, 1, 2]) {
        const exchanged = one.segments.with(number, segments[number] ?? Buffer.alloc(0))
        expect(() => openFile(joined({ ...one, segments: exchanged }), key, ID)).toThrow()
      }
    expect(() => openFile(joined({ ...one, header: other.header }), key, ID)).toThrow()
    expect(openFile(joined(one), key, ID)).toHaveLength(3 * SEGMENT_BYTES)
    expect(() => openFile(joined(one), key, ID.replace('1', '2'))).toThrow()
    expect(() => openFile(joined(one), newFileKey(), ID)).toThrow()
  })

  it('says how it is sealed, and is opened in no other way', async () => {
    const key = newFileKey()
    const sealed = await seal(Buffer.from('passport'), key)
    expect(sealed[0]).toBe(1)
    sealed.writeUInt8(2, 0)
    expect(() => openFile(sealed, key, ID)).toThrow('sealed in an unknown way')
    const other = Buffer.concat([Buffer.of(2), key.subarray(1)])
    expect(() => openFile(sealed, other, ID)).toThrow('sealed in an unknown way')
    await expect(seal(Buffer.alloc(1), other)).rejects.toThrow('sealed in an unknown way')
  })

  it('from before there were segments is opened too, whatever its first byte', () => {
    const [plain, key] = [randomBytes(200_000), newKey()]
    const short = plain.subarray(0, 10)
    let sealed = encrypt(short, key, ID)
    // The nonce is random, so one in 256 begins like a file with segments.
    while (sealed[0] !== 1) sealed = encrypt(short, key, ID)
    expect(openFile(sealed, key, ID).equals(short)).toBe(true)
    const whole = encrypt(plain, key, ID)
    expect(whole).toHaveLength(sealedLength(plain.length, key))
    expect(openFile(whole, key, ID).equals(plain)).toBe(true)
    expect(() => openFile(whole.subarray(0, -1), key, ID)).toThrow()
  })
})
