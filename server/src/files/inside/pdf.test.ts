import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { MB } from 'contract'
import fc from 'fast-check'
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { keptOf } from '../../../../test/contents.ts'
import { PDF } from '../../../../test/files.ts'
import { inspect } from './inspect.ts'
import { namesIn, scanPdf } from './pdf.ts'
import { openPdf } from './pdfReader.ts'
import type { Unfit } from './unfit.ts'

const ACTIVE = { reason: 'active' }
const UNREADABLE = { reason: 'unreadable' }

const PAGES =
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n'
/** A document of one page with these parts. */
const pdf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(['%PDF-1.7\n', PAGES, ...parts, 'trailer<</Root 1 0 R>>\n%%EOF\n'].map((part) => Buffer.from(part as string, 'latin1')))
const object = (dictionary: string) => pdf(`7 0 obj<<${dictionary}>>endobj`)
const stream = (dictionary: string, data: Buffer, end = '\nendstream endobj\n') =>
  Buffer.concat([Buffer.from(`9 0 obj<<${dictionary}/Length ${data.length}>>stream\r\n`), data, Buffer.from(end)])
const OBJECTS = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode'
const packed = (text: string): Buffer => deflateSync(Buffer.from(`8 0 ${text}`, 'latin1'))
const stored = (name: string): Promise<Buffer> => readFile(new URL(`../../../../test/pdfs/${name}.pdf`, import.meta.url))

function ownOutcome(bytes: Buffer): string {
  try {
    return scanPdf(bytes).unreadable ? 'unreadable' : 'kept'
  } catch (error) {
    return (error as Unfit).reason
  }
}

/** Any of its letters as `#` and two digits. */
const spelled = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((coded) => `/${[...name].map((letter, at) => (coded[at] ? `#${letter.charCodeAt(0).toString(16)}` : letter)).join('')}`)

/** A name that is looked for, or none, what ends it, and what follows, of which nothing is a name. */
const nameWithin = fc.record({
  word: fc.oneof(
    fc.constant(''),
    fc.constantFrom('JavaScript', 'JS', 'EmbeddedFiles', 'FileAttachment', 'Encrypt', 'ObjStm').chain(spelled),
  ),
  end: fc.constantFrom(' ', '/', '\0', '\x80', '('),
  rest: fc
    .tuple(fc.constantFrom('', '/', '/J', '/JSON ', '/#', '#4a', '\xff'), fc.nat(700))
    .map(([text, length]) => text + '-'.repeat(length)),
})

/** A passport scan by an ordinary program, with catalog and pages in an object stream. */
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
    ['one with an outline', pdf('7 0 obj<</Type/Outlines/First 2 0 R>>endobj ', stream('', randomBytes(50)))],
    ['one with plain objects in a stream', pdf(stream(OBJECTS, packed('<</S/GoTo/D[3 0 R/Fit]>>')))],
    ['one with objects in a stream that is not compressed', pdf(stream('/Type/ObjStm/N 1/First 4', Buffer.from('8 0 <<>>')))],
    [
      'one whose outline has long and strange titles',
      pdf(`7 0 obj<</First 2 0 R/Title(${'a \\) >> ('.repeat(900)}${')'.repeat(900)})>>endobj`),
    ],
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
    ['/Subtype/RichMedia'],
    ['/S/Rendition/AN 7 0 R'],
    ['/S/JavaScript\xff/JS\xff(app.alert(1))'],
    ['/Names<</JavaScript\x80 4 0 R>>'],
    ['/OnInstantiate 4 0 R'],
  ])('is refused with %s, in sight or packed away', async (dictionary) => {
    await expect(keptOf(object(dictionary))).rejects.toMatchObject(ACTIVE)
    await expect(keptOf(pdf(stream(OBJECTS, packed(`<<${dictionary}>>`))))).rejects.toMatchObject(ACTIVE)
  })

  it.each([
    ['a script', (document: PDFDocument) => document.addJavaScript('a', 'app.alert(1)')],
    [
      'a launch',
      ({ catalog, context }: PDFDocument) =>
        catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'Launch', F: PDFString.of('cmd.exe') })),
    ],
  ])('is refused with %s as ordinary programs write it', async (_, change) => {
    const bytes = await made(change)
    await expect(keptOf(bytes)).rejects.toMatchObject(ACTIVE)
  })

  it.each(['script-packed', 'script-in-hexadecimal', 'script-behind-a-string', 'script-without-type'])(
    'is refused with a script that hides in an object stream: %s',
    async (name) => {
      const bytes = await stored(name)
      await expect(keptOf(bytes)).rejects.toMatchObject({ reason: expect.stringMatching('active|unreadable') })
      // Each reader alone, so that neither depends on the other.
      await expect(openPdf(bytes)).rejects.toMatchObject(ACTIVE)
      expect(ownOutcome(bytes)).toMatch(/active|unreadable/)
    },
  )

  it.each(['launch-behind-a-hexadecimal-string', 'script-behind-an-array', 'launch-encrypted', 'script-before-a-byte-of-space'])(
    'is refused where the second reader sees nothing: %s',
    async (name) => {
      const bytes = await stored(name)
      expect(await openPdf(bytes)).toBeDefined()
      await expect(keptOf(bytes)).rejects.toMatchObject({ reason: expect.stringMatching('active|unreadable') })
    },
  )

  it.each([
    ['a script of a page', '/AA<</O<</S/JavaScript/JS(app.alert(1))>>>>'],
    ['a script behind the action of a field', '/Annots[<</Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</K<</S/JavaScript/JS(x)>>>>>>]'],
    ['a link to a program', '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(cmd.exe)>>>>]'],
  ])('is refused by the second reader for %s', async (_, entries) => {
    const bytes = Buffer.from(pdf().toString('latin1').replace('/MediaBox', `${entries}/MediaBox`), 'latin1')
    await expect(openPdf(bytes)).rejects.toMatchObject(ACTIVE)
  })

  it('may lead to a page of the web', async () => {
    const link = '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://u.ae/visa)>>>>]'
    const bytes = Buffer.from(pdf().toString('latin1').replace('/MediaBox', `${link}/MediaBox`), 'latin1')
    expect((await keptOf(bytes)).equals(bytes)).toBe(true)
  })

  it.each([
    ['in sight', object('/Names<</EmbeddedFiles<</Names[]>>>>')],
    ['as a note on a page', object('/Subtype/FileAttachment')],
    ['packed away', pdf(stream(OBJECTS, packed('<</Type/Filespec/EF<</F 9 0 R>>/EmbeddedFiles 9 0 R>>')))],
  ])('with an attached file is kept and says so (D8): %s', async (_, bytes) => {
    expect(await inspect(bytes)).toMatchObject({ type: 'application/pdf', attachments: true })
    expect(await inspect(pdf())).toMatchObject({ attachments: false })
  })

  it('with an attached file as ordinary programs write it is kept and says so (D8)', async () => {
    const bytes = await made((document) => document.attach(Buffer.from('<invoice/>'), 'invoice.xml'))
    expect(await inspect(bytes)).toMatchObject({ attachments: true })
    expect(await openPdf(bytes)).toEqual({ attachments: true })
  })

  it('is not believed when it says of itself that it is encrypted', async () => {
    const bytes = Buffer.concat([pdf(stream('/Type/ObjStm/N 1/First 4/Filter/LZWDecode', packed('<<>>'))), Buffer.from('%/Encrypt 8 0 R')])
    await expect(keptOf(bytes)).rejects.toMatchObject(UNREADABLE)
  })

  it('that the second reader cannot open is kept only where nothing is packed in it (D3)', async () => {
    const broken = Buffer.from('%PDF-1.7\nnothing of use')
    expect(await openPdf(broken)).toBeUndefined()
    expect((await keptOf(broken)).equals(broken)).toBe(true)
    await expect(keptOf(Buffer.concat([broken, Buffer.from(' stream')]))).rejects.toMatchObject(UNREADABLE)
  })

  it.each([
    ['with another filter', stream('/Type/ObjStm/Filter/ASCIIHexDecode', Buffer.from('312030203c3c3e3e>'))],
    ['with several', stream('/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/ASCIIHexDecode]', packed('<<>>'))],
    ['with a file instead', stream(`${OBJECTS}/F(other.pdf)`, packed('<<>>'))],
    ['with the short name of parameters', stream(`${OBJECTS}/DP<</Predictor 12>>`, packed('<<>>'))],
    ['with a comment', stream(`${OBJECTS}%`.concat('\n'), packed('<<>>'))],
    ['with a hexadecimal string that ends early', stream(`${OBJECTS}/X<4<<%>/Z(\n>> >>\n)`, packed('<<>>'))],
    ['with an array that its dictionary ends', stream(`${OBJECTS}/X[>>]`, packed('<<>>'))],
    ['behind others', stream(OBJECTS, Buffer.concat([packed('<<>>'), packed('<<>>')]))],
    ['behind a dictionary without end', Buffer.from(`9 0 obj<<${OBJECTS}/A(${'a'.repeat(70_000)}`)],
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

  it('of nothing but beginnings is looked at in little time', () => {
    for (const beginning of [
      '/',
      '/J',
      '/#4a/J',
      'stream ',
      '/First ',
      '/First(',
      '<</First ',
      'obj/First>>stream ',
      '<</Type/ObjStm>>stream\nendobj ',
      '/ObjStm ',
    ]) {
      const hostile = pdf(beginning.repeat(Math.floor((9 * MB) / beginning.length)))
      const started = process.cpuUsage()
      expect(scanPdf(hostile)).toBeDefined()
      expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000)
    }
  })

  it('gives every name with its place, however much lies between', () => {
    fc.assert(
      fc.property(fc.array(nameWithin, { maxLength: 12 }), (parts) => {
        let text = ''
        const expected: { at: number; word: string }[] = []
        for (const { word, end, rest } of parts) {
          if (word) expected.push({ at: text.length, word })
          text += word + end + rest
        }
        const found = [...namesIn(Buffer.from(text, 'latin1'))].map(({ at, word }) => ({ at, word }))
        expect(found).toEqual(expected)
      }),
    )
  })
})
