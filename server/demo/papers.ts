import type { ApplicationSlot, CompanySlot, StageName } from 'contract'
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { dateOf } from './calendar.ts'
import type { Customer } from './customers.ts'
import { photo, scan } from './images.ts'
import type { Person } from './people.ts'
import { random } from './random.ts'

export interface Paper {
  name: string
  type: 'application/pdf' | 'image/jpeg'
  bytes: Buffer
}

interface Sheet {
  title: string
  issuer: string
  lines: [label: string, value: string][]
  issued_at: number
}

const COLOURS = { ink: rgb(0.12, 0.14, 0.19), dimmed: rgb(0.42, 0.45, 0.5), band: rgb(0.07, 0.3, 0.36), paper: rgb(1, 1, 1) }
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56]

/** One page that looks like an official paper and says that it is none. */
async function sheet({ title, issuer, lines, issued_at }: Sheet): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(title)
  pdf.setCreationDate(new Date(issued_at))
  const [plain, bold] = [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)]
  const page = pdf.addPage([WIDTH, HEIGHT])
  page.drawRectangle({ x: 0, y: HEIGHT - 110, width: WIDTH, height: 110, color: COLOURS.band })
  page.drawText(issuer, { x: MARGIN, y: HEIGHT - 52, size: 11, font: plain, color: COLOURS.paper })
  page.drawText(title, { x: MARGIN, y: HEIGHT - 82, size: 22, font: bold, color: COLOURS.paper })
  let y = HEIGHT - 160
  for (const [label, value] of lines) y = line(page, { label, value, y }, plain, bold)
  const foot = 'Specimen made for demonstration. Not a document of any authority.'
  page.drawText(foot, { x: MARGIN, y: 48, size: 9, font: plain, color: COLOURS.dimmed })
  return Buffer.from(await pdf.save({ useObjectStreams: false }))
}

function line(page: PDFPage, { label, value, y }: { label: string; value: string; y: number }, plain: PDFFont, bold: PDFFont): number {
  page.drawText(label, { x: MARGIN, y, size: 9, font: plain, color: COLOURS.dimmed })
  const text = { x: MARGIN, y: y - 17, size: 13, font: bold, color: COLOURS.ink, maxWidth: WIDTH - 2 * MARGIN, lineHeight: 17 }
  page.drawText(value, text)
  return y - 46 - Math.floor(bold.widthOfTextAtSize(value, 13) / (WIDTH - 2 * MARGIN)) * 17
}

const pdf = async (name: string, given: Sheet): Promise<Paper> => ({
  name: `${name}.pdf`,
  type: 'application/pdf',
  bytes: await sheet(given),
})
const jpeg = (name: string, bytes: Buffer): Paper => ({ name: `${name}.jpg`, type: 'image/jpeg', bytes })

const identity = ({ latin, nationality, passport_number }: Person): Sheet['lines'] => [
  ['Name', latin],
  ['Nationality', nationality],
  ['Passport number', passport_number],
]

const SLOTS: Record<ApplicationSlot, [file: string, title: string, issuer: string]> = {
  passport_front: ['Passport', 'Passport', 'Copy of a travel document'],
  passport_last: ['Passport last page', 'Passport, last page', 'Copy of a travel document'],
  passport_cover: ['Passport cover', 'Passport, cover', 'Copy of a travel document'],
  photo: ['Photo', 'Photo', ''],
  degree: ['Degree attested', 'Bachelor degree', 'Attested copy'],
  existing_visa: ['Current visa', 'Residence permit', 'Identity and residence'],
  eid: ['Emirates ID', 'Identity card', 'Identity and residence'],
}

/** What a company hands in for somebody: a photo is a JPEG, other papers are scans now and then. */
export async function applicationPaper(slot: ApplicationSlot, person: Person, issued_at: number): Promise<Paper> {
  const rng = random(`${slot} of ${person.passport_number}`)
  const [file, title, issuer] = SLOTS[slot]
  if (slot === 'photo') return jpeg(rng.pick(['Photo', 'IMG_2041', 'white background photo']), photo(rng.int(0, 15)))
  if (rng.chance(0.3)) return jpeg(rng.filled('Scan_####'), scan(rng.int(0, 7)))
  const more: Sheet['lines'] = slot === 'degree' ? [['Awarded for', person.designation]] : [['Issued', dateOf(issued_at)]]
  return pdf(`${file} ${person.latin}`, { title, issuer, lines: [...identity(person), ...more], issued_at })
}

const RESULTS: Record<StageName, string> = {
  'Offer Letter': 'Signed offer letter',
  'Labor Fees': 'Work permit fee receipt',
  'Entry Permit': 'Entry permit',
  'Change Status': 'Change of status approval',
  'Medical Test': 'Medical fitness certificate',
  'Emirates ID': 'Emirates ID application receipt',
  'Visa Stamping': 'Residence permit',
}

/** What an authority gives out at the end of a stage. */
export function stagePaper(stage: StageName, person: Person, customer: Customer, issued_at: number): Promise<Paper> {
  const salary: Sheet['lines'] = stage === 'Offer Letter' ? [['Monthly salary', `AED ${person.salary.toLocaleString('en-AE')}`]] : []
  const lines: Sheet['lines'] = [
    ...identity(person),
    ['Profession', person.designation],
    ['Sponsor', latinOf(customer)],
    ...salary,
    ['Date of issue', dateOf(issued_at)],
    ['Reference', random(`${stage} ${person.passport_number}`).filled('MB########AE')],
  ]
  return pdf(RESULTS[stage], { title: RESULTS[stage], issuer: 'United Arab Emirates', lines, issued_at })
}

const COMPANY_PAPERS: Record<CompanySlot, string> = {
  trade_license: 'Trade licence',
  establishment_card: 'Establishment card',
  shareholder_passport: 'Shareholder passport',
  shareholder_eid: 'Shareholder Emirates ID',
  other_doc_1: 'Memorandum of association',
  other_doc_2: 'Tenancy contract',
  other_doc_3: 'VAT certificate',
}

/** What a company keeps in its profile. */
export async function companyPaper(slot: CompanySlot, customer: Customer, issued_at: number): Promise<Paper> {
  const title = COMPANY_PAPERS[slot]
  const rng = random(`${slot} of ${customer.slug}`)
  if (slot.startsWith('shareholder') && rng.chance(0.5)) return jpeg(title, scan(rng.int(0, 7)))
  const lines: Sheet['lines'] = [
    ['Company', latinOf(customer)],
    ['Licence number', customer.trade_license],
    ['Date of issue', dateOf(issued_at)],
  ]
  return pdf(title, { title, issuer: 'United Arab Emirates', lines, issued_at })
}

/** What a bank says of a transfer of that many AED. */
export function receiptPaper(customer: Customer, issued_at: number, aed: number): Promise<Paper> {
  const reference = random(`transfer of ${customer.slug} on ${dateOf(issued_at)}`).filled('FT########')
  const lines: Sheet['lines'] = [
    ['Ordered by', latinOf(customer)],
    ['Amount', `AED ${aed.toLocaleString('en-AE')}.00`],
    ['Date', dateOf(issued_at)],
    ['Reference', reference],
  ]
  return pdf(`Transfer ${reference}`, { title: 'Transfer receipt', issuer: 'Online banking', lines, issued_at })
}

/** The standard fonts of PDF have no Arabic. */
const latinOf = ({ name, latin }: Customer): string => latin ?? name
