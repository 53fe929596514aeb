import type { ApplicationSlot, CompanySlot, StageName } from 'contract'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { photo, scan } from './images.ts'
import type { Person } from './people.ts'
import { random } from './random.ts'
import type { Customer } from './tables.ts'
import { dateOf } from './world.ts'

export interface Paper {
  name: string
  type: 'application/pdf' | 'image/jpeg'
  bytes: Buffer
}

const TITLES: Record<ApplicationSlot | CompanySlot | StageName, string> = {
  passport_front: 'Passport',
  passport_last: 'Passport, last page',
  passport_cover: 'Passport, cover',
  photo: 'Photo',
  degree: 'Attested bachelor degree',
  existing_visa: 'Residence permit',
  eid: 'Emirates ID',
  trade_license: 'Trade license',
  establishment_card: 'Establishment card',
  shareholder_passport: 'Shareholder passport',
  shareholder_eid: 'Shareholder Emirates ID',
  other_doc_1: 'Memorandum of association',
  other_doc_2: 'Tenancy contract',
  other_doc_3: 'VAT certificate',
  'Offer Letter': 'Signed offer letter',
  'Labor Fees': 'Work permit fee receipt',
  'Entry Permit': 'Entry permit',
  'Change Status': 'Change of status approval',
  'Medical Test': 'Medical fitness certificate',
  'Emirates ID': 'Emirates ID application receipt',
  'Visa Stamping': 'Residence permit',
}

const SPECIMEN = 'Specimen made for demonstration. Not a document of any authority.'
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56]
const [GREEN, WHITE, INK, DIMMED] = [rgb(0.07, 0.3, 0.36), rgb(1, 1, 1), rgb(0.12, 0.14, 0.19), rgb(0.42, 0.45, 0.5)]

/** One page that looks like an official paper and says that it is none: values by their labels. */
async function pdf(title: string, whose: string, issued_at: number, values: Record<string, string>): Promise<Paper> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(title)
  document.setCreationDate(new Date(issued_at))
  const [plain, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)]
  const page = document.addPage([WIDTH, HEIGHT])
  page.drawRectangle({ y: HEIGHT - 110, width: WIDTH, height: 110, color: GREEN })
  page.drawText(title, { x: MARGIN, y: HEIGHT - 64, size: 22, font: bold, color: WHITE })
  page.drawText(SPECIMEN, { x: MARGIN, y: HEIGHT - 88, size: 9, font: plain, color: WHITE })
  let y = HEIGHT - 160
  const maxWidth = WIDTH - 2 * MARGIN
  for (const [label, value] of Object.entries({ ...values, 'Date of issue': dateOf(issued_at) })) {
    page.drawText(label, { x: MARGIN, y, size: 9, font: plain, color: DIMMED })
    page.drawText(value, { x: MARGIN, y: y - 17, size: 13, font: bold, color: INK, maxWidth, lineHeight: 17 })
    y -= 46 + Math.floor(bold.widthOfTextAtSize(value, 13) / maxWidth) * 17
  }
  return { name: `${title} ${whose}.pdf`, type: 'application/pdf', bytes: Buffer.from(await document.save({ useObjectStreams: false })) }
}

const jpeg = (name: string, bytes: Buffer): Paper => ({ name: `${name}.jpg`, type: 'image/jpeg', bytes })
const amountOf = (aed: number): string => `AED ${aed.toLocaleString('en-AE')}.00`

const identity = ({ latin, fields }: Person) => ({
  Name: latin,
  Nationality: fields.nationality,
  'Passport number': fields.passport_number,
  Profession: fields.designation,
})

/** What a company hands in for somebody: a photo is a JPEG, other papers are scans now and then. */
export async function applicationPaper(slot: ApplicationSlot, person: Person, issued_at: number): Promise<Paper> {
  const rng = random(`${slot} of ${person.fields.passport_number}`)
  if (slot === 'photo') return jpeg(rng.pick(['Photo', 'IMG_2041', 'white background photo']), photo(rng.int(0, 15)))
  if (rng.chance(0.3)) return jpeg(rng.filled('Scan_####'), scan(rng.int(0, 7)))
  return pdf(TITLES[slot], person.latin, issued_at, identity(person))
}

/** What an authority gives out at the end of a stage. */
export function stagePaper(stage: StageName, person: Person, { latin }: Customer, issued_at: number): Promise<Paper> {
  const Reference = random(`${stage} ${person.fields.passport_number}`).filled('MB########AE')
  const salary = stage === 'Offer Letter' && { 'Monthly salary': amountOf(person.salary) }
  return pdf(TITLES[stage], person.latin, issued_at, { ...identity(person), Sponsor: latin, ...salary, Reference })
}

/** What a company keeps in its profile. */
export async function companyPaper(slot: CompanySlot, { latin, slug, trade_license }: Customer, issued_at: number): Promise<Paper> {
  const rng = random(`${slot} of ${slug}`)
  if (slot.startsWith('shareholder') && rng.chance(0.5)) return jpeg(TITLES[slot], scan(rng.int(0, 7)))
  return pdf(TITLES[slot], latin, issued_at, { Company: latin, 'License number': trade_license })
}

/** What a bank says of a transfer of that many AED. */
export function receiptPaper({ latin, slug }: Customer, issued_at: number, aed: number): Promise<Paper> {
  const Reference = random(`transfer of ${slug} ${issued_at}`).filled('FT########')
  return pdf('Transfer receipt', Reference, issued_at, { 'Ordered by': latin, Amount: amountOf(aed), Reference })
}
