import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { keptOf } from '../../test/contents.ts'
import { PDF } from '../../test/files.ts'

const MB = 1024 * 1024
const again = 'Please print it to a new PDF and upload that.'
const ACTIVE = { status: 422, message: `This PDF contains a script, a program call or attached files. ${again}` }
const PROTECTED = { status: 422, message: `This PDF is protected by a password or against changes. ${again}` }
const UNREADABLE = { status: 422, message: `This PDF cannot be checked. ${again}` }

const pdf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(['%PDF-1.7\n', ...parts, '\n%%EOF\n'].map((part) => Buffer.from(part as string, 'latin1')))
const object = (dictionary: string) => pdf(`1 0 obj<<${dictionary}>>endobj`)
const stream = (dictionary: string, data: Buffer, end = '\nendstream endobj\n') =>
  Buffer.concat([Buffer.from(`9 0 obj<<${dictionary}/Length ${data.length}>>stream\r\n`), data, Buffer.from(end)])
const OBJECTS = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode'
const packed = (text: string): Buffer => deflateSync(Buffer.from(`1 0 ${text}`, 'latin1'))

/** A passport scan as an ordinary program writes it, with its catalog and pages in an object stream. */
async function made(change: (document: PDFDocument) => unknown = () => undefined): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage().drawText('Passport of Sara Khan', { font: await document.embedFont(StandardFonts.Helvetica) })
  await change(document)
  return Buffer.from(await document.save())
}

describe('a PDF (T34)', () => {
  it.each([
    ['the smallest', PDF],
    ['one without a table', Buffer.from('%PDF-1.7\nnothing of use')],
    ['one whose text speaks of it', pdf('BT (Script, /JSON and /Launchpad; Encrypt) Tj ET')],
    ['one with an outline', pdf('1 0 obj<</Type/Outlines/First 2 0 R>>endobj ', stream('', randomBytes(50)))],
    ['one with plain objects in a stream', pdf(stream(OBJECTS, packed('<</S/GoTo/D[3 0 R/Fit]>>')))],
    [
      'one with noise among which the short name stands',
      pdf(stream('', Buffer.concat([randomBytes(90), Buffer.from('\x80/JS(\x81', 'latin1')]))),
    ],
  ])('is kept as it is: %s', async (_, bytes) => {
    expect((await keptOf(bytes)).equals(bytes)).toBe(true)
  })

  it('is kept as ordinary programs write it', async () => {
    const bytes = await made()
    expect(bytes.includes('/ObjStm')).toBe(true)
    expect((await keptOf(bytes)).equals(bytes)).toBe(true)
  })

  it.each([
    ['/OpenAction<</S/JavaScript/JS(app.alert(1))>>'],
    ['/OpenAction<</S /#4aava#53cript /JS 5 0 R>>'],
    ['/AA<</O<</S/Other/JS (app.alert(1))>>>>'],
    ['/AA<</O<</S/Other/#4AS<6170702e>>>>>'],
    ['/Names<</JavaScript 4 0 R>>'],
    ['/A<</S/Launch/F(cmd.exe)>>'],
    ['/Type/EmbeddedFile/Length 4'],
    ['/Names<</EmbeddedFiles<</Names[]>>>>'],
    ['/Subtype/FileAttachment'],
    ['/Subtype/RichMedia'],
    ['/S/Rendition/AN 7 0 R'],
  ])('is refused with %s, in sight or packed away', async (dictionary) => {
    await expect(keptOf(object(dictionary))).rejects.toMatchObject(ACTIVE)
    await expect(keptOf(pdf(stream(OBJECTS, packed(`<<${dictionary}>>`))))).rejects.toMatchObject(ACTIVE)
  })

  it.each([
    ['a script', (document: PDFDocument) => document.addJavaScript('a', 'app.alert(1)')],
    ['an attached file', (document: PDFDocument) => document.attach(Buffer.from('MZ'), 'a.exe')],
    [
      'a launch',
      ({ catalog, context }: PDFDocument) =>
        catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'Launch', F: PDFString.of('cmd.exe') })),
    ],
  ])('is refused with %s as ordinary programs write it', async (_, change) => {
    const bytes = await made(change)
    await expect(keptOf(bytes)).rejects.toMatchObject(ACTIVE)
  })

  it('is refused when it is encrypted in no known way', async () => {
    await expect(keptOf(pdf('trailer<</Root 1 0 R/Encrypt 8 0 R/ID[<00><00>]>>'))).rejects.toMatchObject(PROTECTED)
    await expect(keptOf(pdf('trailer<</Root 1 0 R/#45ncrypt<</Filter/Standard>>>>'))).rejects.toMatchObject(PROTECTED)
    const unreadable = stream(OBJECTS, randomBytes(500))
    await expect(keptOf(pdf(unreadable, 'trailer<</Encrypt 8 0 R>>'))).rejects.toMatchObject(PROTECTED)
  })

  it.each([
    ['with another filter', stream('/Type/ObjStm/Filter/ASCIIHexDecode', Buffer.from('312030203c3c3e3e>'))],
    ['without one', stream('/Type/ObjStm', Buffer.from('1 0 <<>>'))],
    ['with parameters', stream(`${OBJECTS}/DecodeParms<</Predictor 12/Columns 4>>`, packed('<<>>'))],
    ['that are none', stream(OBJECTS, deflateSync(Buffer.from('a picture')))],
    ['that are cut off', stream(OBJECTS, packed('<</A(something)>>').subarray(0, -12))],
    ['that never begin', Buffer.from(`9 0 obj<<${OBJECTS}>>stream`)],
    ['inside others', stream(OBJECTS, Buffer.concat([stream(OBJECTS, packed('<<>>'), ''), packed('<<>>')]))],
    ['of hundreds of megabytes', stream(OBJECTS, packed(' '.repeat(200 * MB)))],
    ['that end too late', stream(OBJECTS, randomBytes(3 * MB))],
    ['too many of them', Buffer.concat(Array(1_001).fill(stream(OBJECTS, packed('<<>>'))))],
    ['that come to too much', Buffer.concat(Array(5).fill(stream(OBJECTS, packed(' '.repeat(3.5 * MB)))))],
  ])('is refused when it has objects %s', async (_, objects) => {
    await expect(keptOf(pdf(objects))).rejects.toMatchObject(UNREADABLE)
  })

  it('is judged the same in any pieces', async () => {
    const bad = pdf(randomBytes(30_000), stream(OBJECTS, packed(`${' '.repeat(9_000)}<</S/JavaScript>>`)), randomBytes(30_000))
    const good = pdf(randomBytes(30_000), stream(OBJECTS, packed(`${randomBytes(90_000).toString('hex')}<</S/GoTo>>`)), randomBytes(30_000))
    const cuts = fc.array(fc.nat({ max: 90_000 }), { maxLength: 6 }).map((places) => places.sort((one, other) => one - other))
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const pieces = (bytes: Buffer) => [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
        await expect(keptOf(...pieces(bad))).rejects.toMatchObject(ACTIVE)
        expect((await keptOf(...pieces(good))).equals(good)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('of nothing but beginnings does not keep the server', async () => {
    for (const beginning of ['/#4a/J', 'stream ', '/First ', '<</Type/ObjStm>>stream\nendobj ', '/ObjStm ']) {
      const hostile = pdf(beginning.repeat(Math.floor((9 * MB) / beginning.length)))
      const started = process.cpuUsage()
      await keptOf(hostile).catch((error) => expect(error).toMatchObject(UNREADABLE))
      expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000)
    }
  })
})
