import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { keptOf } from '../../test/contents.ts'

const PROTECTED = {
  status: 422,
  message: 'This PDF is protected by a password or against changes. Please print it to a new PDF and upload that.',
}

interface Handler {
  R: number
  O: string
  U: string
  more?: string
}
const ID = '8b68b1947abe30fb6e3cfaac130080a2'

const CIPHERS = ['RC4 of 40 bits', 'RC4 of 128 bits', 'AES of 128 bits', 'AES of 256 bits, revision 5', 'AES of 256 bits, revision 6']
/** As pypdf 6.19.0 wrote them without a user password, and with one. */
const OPEN: Handler[] = [
  {
    R: 2,
    O: 'c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab',
    U: '4e84843cfb395e808d03c09ce9e8c86a423918fc48b80056575b6fbdff501e07',
  },
  {
    R: 3,
    O: '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    U: '247d281e34d39b9edb38f4bbb3ef11a028bf4e5e4e758a4164004e56fffa0108',
    more: '/Length 128',
  },
  {
    R: 4,
    O: '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    U: '247d281e34d39b9edb38f4bbb3ef11a028bf4e5e4e758a4164004e56fffa0108',
    more: '/CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV2/Length 16>>>>/StmF/StdCF/StrF/StdCF',
  },
  {
    R: 5,
    O: '885851606968e1e554c845ff4bf2a4dd16d4c6f165e847fa2763e6fe2d5c71befa78062e177746d3f9456a82f0f0d8b2',
    U: '6531f59e616671de85e61e6336832677086d6df2dfb43bfd7199f8dbb57e2304ec822c8e4311b86dc4073f4472bbb6a4',
  },
  {
    R: 6,
    O: '486553a9a0c35322fe90d3f15642b73c5162d6aa06fbf0661c9097136246d336cef2120d6e49de4e10be457ed5c58785',
    U: '744a8d883153003a75da8ef59203db9fd1cf27ac93f1e162dc36e9076f45f90171643b16b48355deb88b5def4270037c',
  },
]
const LOCKED: Handler[] = [
  {
    R: 2,
    O: '94e8094419662a774442fb072e3d9f19e9d130ec09a4d0061e78fe920f7ab62f',
    U: '1d22bd354c24b401db6050404e0fa5fcecc61e85d4fc59e2d813428bf69bce30',
  },
  {
    R: 3,
    O: '0ba3835f88f90388e74e54584125ce142be0de24c6b0d37746e075b891756671',
    U: '4722f32cf2c7393e5f49c458cc406cae28bf4e5e4e758a4164004e56fffa0108',
    more: '/Length 128',
  },
  {
    R: 4,
    O: '0ba3835f88f90388e74e54584125ce142be0de24c6b0d37746e075b891756671',
    U: '4722f32cf2c7393e5f49c458cc406cae28bf4e5e4e758a4164004e56fffa0108',
  },
  {
    R: 5,
    O: 'b87d2cf0e213dc4e1485f5cee40b37f304d520789bdda0fb53c532df1b10f6f68bcf01bc9ccc5f6a5116d5d73899f910',
    U: '7dcf72565e7b9375ea82f07f618c09dff1493863b60ffdbf1ca39cd5b9b0f5d1ec9d83ce4e33d595f7018d00467d5be6',
  },
  {
    R: 6,
    O: 'e3b445b8e0cf21fcf5f484276fa29cde776a4d9f9cc619c83f19a4956a2bb55045e86d93128df1fdaf9226e2c593a9d1',
    U: '230eeb1c4d493e0c3c3f76296c3ff69b888ab614864593c97f7ba57c083d2507768e567db5980493e44cce66d863829c',
  },
]
const [, OF_128_BITS] = OPEN as [Handler, Handler]

const hexadecimal = (bytes: string) => `<${bytes.toUpperCase().replace(/(.{16})/g, '$1\n')}>`
/** In parentheses, with every way to write a byte. */
const literal = (bytes: string) => {
  const written = [...Buffer.from(bytes, 'hex')].map((byte, index) => {
    const letter = String.fromCharCode(byte)
    if ('()\\\r'.includes(letter)) return letter === '\r' ? '\\r' : `\\${letter}`
    return index % 5 === 0 ? `\\${byte.toString(8).padStart(3, '0')}` : index % 7 === 0 ? `\\\n${letter}` : letter
  })
  return `(${written.join('')})`
}

function encrypted({ R, O, U, more = '' }: Handler, string = hexadecimal, behind = Buffer.alloc(0)): Buffer {
  const handler = `8 0 obj<</V ${R === 2 ? 1 : 2}/R ${R}/P 4294967292${more}/O${string(O)}/U${string(U)}/Filter/Standard>>endobj`
  const trailer = `trailer<</Root 1 0 R/ID [ ${string(ID)}<00>]/Encrypt 8 0 R>>`
  const before = `%PDF-1.7\n${' '.repeat(70_000)}7 0 obj<</S/Standard/R 9/O<00>/U<00>/Length 7>>endobj\n`
  return Buffer.concat([Buffer.from(before + handler, 'latin1'), behind, Buffer.from(trailer, 'latin1')])
}

describe('an encrypted PDF', () => {
  it.each(OPEN.map((handler, index) => [CIPHERS[index], handler] as const))(
    'by %s that opens without a password is kept',
    async (_, handler) => {
      for (const string of [hexadecimal, literal]) {
        const bytes = encrypted(handler, string)
        expect((await keptOf(bytes)).equals(bytes)).toBe(true)
      }
    },
  )

  it('that opens is kept also where what describes it is in the open', async () => {
    const handler = {
      R: 4,
      O: OF_128_BITS.O,
      U: '756296f01c1d6e4a4201da92e6f898b428bf4e5e4e758a4164004e56fffa0108',
      more: '/EncryptMetadata false',
    }
    expect(await keptOf(encrypted(handler))).toBeInstanceOf(Buffer)
    await expect(keptOf(encrypted({ ...handler, more: '' }))).rejects.toMatchObject(PROTECTED)
  })

  it.each(LOCKED.map((handler, index) => [CIPHERS[index], handler] as const))(
    'by %s that needs a password is refused',
    async (_, handler) => {
      await expect(keptOf(encrypted(handler))).rejects.toMatchObject(PROTECTED)
    },
  )

  it.each([
    ['of another revision', { ...OF_128_BITS, R: 7 }],
    ['with keys too long', { ...OF_128_BITS, more: '/Length 4096' }],
    ['with keys of half a byte', { ...OF_128_BITS, more: '/Length 44' }],
    ['without an owner', { ...OF_128_BITS, O: '' }],
    ['without a user', { ...OF_128_BITS, U: '' }],
    ['of revision 6 with half a user', { R: 6, O: '', U: '00'.repeat(40) }],
  ])('%s is refused', async (_, handler) => {
    await expect(keptOf(encrypted(handler))).rejects.toMatchObject(PROTECTED)
  })

  it('is refused where one handler of several needs a password, or none is known', async () => {
    const many = Buffer.concat([...Array<Buffer>(5).fill(encrypted(OF_128_BITS)), encrypted(LOCKED[1] as Handler)])
    await expect(keptOf(many)).rejects.toMatchObject(PROTECTED)
    const both = Buffer.concat([encrypted(OF_128_BITS), encrypted(LOCKED[1] as Handler)])
    await expect(keptOf(both)).rejects.toMatchObject(PROTECTED)
    await expect(keptOf(Buffer.from('%PDF-1.7\ntrailer<</Encrypt<</Filter/Own/V 1>>>>'))).rejects.toMatchObject(PROTECTED)
  })

  it('that opens is refused with objects that cannot be seen, and with a script', async () => {
    const hidden = Buffer.from(`9 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n${'\x80'.repeat(90)}\nendstream endobj `, 'latin1')
    await expect(keptOf(encrypted(OF_128_BITS, hexadecimal, hidden))).rejects.toMatchObject(PROTECTED)
    const packed = deflateSync(Buffer.from('1 0 <</S/JavaScript>>'))
    const script = Buffer.concat([Buffer.from('9 0 obj<</Type/ObjStm>>stream\n'), packed, Buffer.from('\nendstream endobj ')])
    await expect(keptOf(encrypted(OF_128_BITS, hexadecimal, script))).rejects.toMatchObject({ status: 422 })
  })
})
