import { createCipheriv, createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { keptOf } from '../../../../test/contents.ts'
import { openPdf } from './pdfReader.ts'

const PASSWORD = { reason: 'password' }

interface Handler {
  R: number
  O: string
  U: string
}
const ID = '8b68b1947abe30fb6e3cfaac130080a2'

const CIPHERS = ['RC4 of 40 bits', 'RC4 of 128 bits', 'AES of 128 bits', 'AES of 256 bits, revision 5', 'AES of 256 bits, revision 6']
/** Written by pypdf 6.19.0 without and with a user password. */
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
  },
  {
    R: 4,
    O: '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    U: '247d281e34d39b9edb38f4bbb3ef11a028bf4e5e4e758a4164004e56fffa0108',
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

/** The cipher's dictionary entries by revision. */
const CIPHER: Record<number, string> = {
  2: '/V 1',
  3: '/V 2/Length 128',
  4: '/V 4/Length 128/CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV2/Length 16>>>>/StmF/StdCF/StrF/StdCF',
  5: '/V 5/Length 256/CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF',
  6: '/V 5/Length 256/CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF',
}
const KEYS = `/OE<${'00'.repeat(32)}>/UE<${'00'.repeat(32)}>/Perms<${'00'.repeat(16)}>`
const PAGES =
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n'

function encrypted({ R, O, U }: Handler, behind = ''): Buffer {
  const handler = `8 0 obj<</Filter/Standard/R ${R}/P 4294967292/O<${O}>/U<${U}>${KEYS}${CIPHER[R] ?? '/V 2'}>>endobj\n`
  return Buffer.from(`%PDF-1.7\n${PAGES}${handler}${behind}trailer<</Root 1 0 R/ID[<${ID}><00>]/Encrypt 8 0 R>>\n%%EOF\n`, 'latin1')
}

describe('an encrypted PDF', () => {
  it.each(OPEN.map((handler, index) => [CIPHERS[index], handler] as const))(
    'by %s that opens without a password is kept',
    async (_, handler) => {
      const bytes = encrypted(handler)
      expect((await keptOf(bytes)).equals(bytes)).toBe(true)
    },
  )

  it.each(LOCKED.map((handler, index) => [CIPHERS[index], handler] as const))(
    'by %s that needs a password is refused',
    async (_, handler) => {
      await expect(keptOf(encrypted(handler))).rejects.toMatchObject(PASSWORD)
    },
  )

  it.each([
    ['of another revision', { ...OF_128_BITS, R: 7 }],
    ['without an owner', { ...OF_128_BITS, O: '' }],
    ['without a user', { ...OF_128_BITS, U: '' }],
    ['of revision 6 with half a user', { R: 6, O: '', U: '00'.repeat(40) }],
  ])('%s is refused', async (_, handler) => {
    await expect(keptOf(encrypted(handler))).rejects.toMatchObject({ reason: expect.stringMatching('password|unreadable') })
  })

  it('in no known way is refused', async () => {
    await expect(keptOf(Buffer.from('%PDF-1.7\ntrailer<</Encrypt<</Filter/Own/V 1>>>>'))).rejects.toMatchObject(PASSWORD)
    await expect(keptOf(Buffer.from('%PDF-1.7\ntrailer<</Root 1 0 R/#45ncrypt<</Filter/Standard>>>>'))).rejects.toMatchObject(PASSWORD)
  })

  it('that opens is refused with a script', async () => {
    await expect(keptOf(encrypted(OF_128_BITS, '7 0 obj<</S/JavaScript/JS<00>>>endobj '))).rejects.toMatchObject({ reason: 'active' })
  })
})

describe('an encrypted PDF whose objects are packed away', () => {
  const withAction = (action: string) => packedAndEncrypted(`<</Type/Catalog/Pages 2 0 R${action}>>`)

  it('is opened by the second reader, which refuses a script', async () => {
    expect(await openPdf(withAction(''))).toEqual({ attachments: false })
    await expect(keptOf(withAction('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'))).rejects.toMatchObject({ reason: 'active' })
  })

  it.each([
    [''],
    ['/OpenAction<</S/Launch/F(cmd.exe)>>'],
    ['/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/JavaScript/JS(x)>>>>'],
    ['/OpenAction<</S/Rendition/JS(x)>>'],
  ])('is refused, since our own reader cannot look into it: %s', async (action) => {
    await expect(keptOf(withAction(action))).rejects.toMatchObject({ reason: expect.stringMatching('unreadable|active') })
  })
})

/** An AES-256 document (revision 5) that opens without a password and has its catalog in an encrypted object stream. */
function packedAndEncrypted(catalog: string): Buffer {
  const [key, salts] = [Buffer.alloc(32, 7), Buffer.from('validatekeysalts')]
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  const aes = (secret: Buffer, iv: Buffer, bytes: Buffer, padded: boolean) => {
    const cipher = createCipheriv('aes-256-cbc', secret, iv).setAutoPadding(padded)
    return Buffer.concat([cipher.update(bytes), cipher.final()])
  }
  const user = Buffer.concat([sha(salts.subarray(0, 8)), salts])
  const wrapped = aes(sha(salts.subarray(8)), Buffer.alloc(16), key, false)
  const iv = Buffer.alloc(16, 9)
  const objects = Buffer.concat([iv, aes(key, iv, deflateSync(Buffer.from(`1 0 ${catalog}`)), true)])
  const handler = `/Filter/Standard/R 5/P -4${CIPHER[5]}/O<${'00'.repeat(48)}>/OE<${'00'.repeat(32)}>/U<${user.toString('hex')}>/UE<${wrapped.toString('hex')}>/Perms<${'00'.repeat(16)}>`
  const parts: [number, Buffer][] = [
    [2, Buffer.from('2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n')],
    [3, Buffer.from('3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n')],
    [4, Buffer.from(`4 0 obj<<${handler}>>endobj\n`)],
    [5, streamOf('5 0', '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', objects)],
  ]
  let body = Buffer.from('%PDF-1.7\n')
  const places = new Map<number, number>()
  for (const [number, bytes] of parts) {
    places.set(number, body.length)
    body = Buffer.concat([body, bytes])
  }
  const row = (kind: number, place: number) => Buffer.from([kind, 0, 0, place >> 8, place & 0xff, 0, 0])
  const rows = [row(0, 0), row(2, 5), ...[2, 3, 4, 5].map((number) => row(1, places.get(number) ?? 0)), row(1, body.length)]
  const table = streamOf('6 0', `/Type/XRef/Size 7/W[1 4 2]/Root 1 0 R/Encrypt 4 0 R/ID[<${ID}><${ID}>]`, Buffer.concat(rows))
  return Buffer.concat([body, table, Buffer.from(`startxref\n${body.length}\n%%EOF\n`)])
}

const streamOf = (id: string, dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${id} obj<<${dictionary}/Length ${data.length}>>stream\n`), data, Buffer.from('\nendstream endobj\n')])
