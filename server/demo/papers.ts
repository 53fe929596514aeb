import type { ApplicationSlot, CompanySlot, StageName } from 'contract'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { dateOf } from './calendar.ts'
import { photo, scan } from './images.ts'
import type { Person } from './people.ts'
import { random } from './random.ts'
import type { Customer } from './tables.ts'

export interface Paper {
  name: string
  type: 'application/pdf' | 'image/jpeg'
  bytes: Buffer
}

interface Sheet {
  title: string
  issuer: string
  /** Values by their labels. */
  lines: Record<string, string>
  issued_at: number
}

const INK = rgb(0.12, 0.14, 0.19)
const DIMMED = rgb(0.42, 0.45, 0.5)
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56]
const FOOT = 'Specimen made for demonstration. Not a document of any authority.'

/** One page that looks like an official paper and says that it is none. */
async function pdf(name: string, { title, issuer, lines, issued_at }: Sheet): Promise<Paper> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(title)
  document.setCreationDate(new Date(issued_at))
  const [plain, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)]
  const page = document.addPage([WIDTH, HEIGHT])
  page.drawRectangle({ x: 0, y: HEIGHT - 110, width: WIDTH, height: 110, color: rgb(0.07, 0.3, 0.36) })
  page.drawText(issuer, { x: MARGIN, y: HEIGHT - 52, size: 11, font: plain, color: rgb(1, 1, 1) })
  page.drawText(title, { x: MARGIN, y: HEIGHT - 82, size: 22, font: bold, color: rgb(1, 1, 1) })
  let y = HEIGHT - 160
  const maxWidth = WIDTH - 2 * MARGIN
  for (const [label, value] of Object.entries(lines)) {
    page.drawText(label, { x: MARGIN, y, size: 9, font: plain, color: DIMMED })
    page.drawText(value, { x: MARGIN, y: y - 17, size: 13, font: bold, color: INK, maxWidth, lineHeight: 17 })
    y -= 46 + Math.floor(bold.widthOfTextAtSize(value, 13) / maxWidth) * 17
  }
  page.drawText(FOOT, { x: MARGIN, y: 48, size: 9, font: plain, color: DIMMED })
  return { name: `${name}.pdf`, type: 'application/pdf', bytes: Buffer.from(await document.save({ useObjectStreams: false })) }
}

const jpeg = (name: string, bytes: Buffer): Paper => ({ name: `${name}.jpg`, type: 'image/jpeg', bytes })

const identity = ({ latin, nationality, passport_number }: Person) => ({
  Name: latin,
  Nationality: nationality,
  'Passport number': passport_number,
})

const APPLICATION_PAPERS: Record<ApplicationSlot, [file: string, title: string, issuer: string]> = {
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
  const [file, title, issuer] = APPLICATION_PAPERS[slot]
  if (slot === 'photo') return jpeg(rng.pick(['Photo', 'IMG_2041', 'white background photo']), photo(rng.int(0, 15)))
  if (rng.chance(0.3)) return jpeg(rng.filled('Scan_####'), scan(rng.int(0, 7)))
  const more = slot === 'degree' ? { 'Awarded for': person.designation } : { Issued: dateOf(issued_at) }
  return pdf(`${file} ${person.latin}`, { title, issuer, lines: { ...identity(person), ...more }, issued_at })
}

const STAGE_PAPERS: Record<StageName, string> = {
  'Offer Letter': 'Signed offer letter',
  'Labor Fees': 'Work permit fee receipt',
  'Entry Permit': 'Entry permit',
  'Change Status': 'Change of status approval',
  'Medical Test': 'Medical fitness certificate',
  'Emirates ID': 'Emirates ID application receipt',
  'Visa Stamping': 'Residence permit',
}
const ISSUER = 'United Arab Emirates'

/** What an authority gives out at the end of a stage. */
export function stagePaper(stage: StageName, person: Person, { latin }: Customer, issued_at: number): Promise<Paper> {
  const title = STAGE_PAPERS[stage]
  const lines = {
    ...identity(person),
    Profession: person.designation,
    Sponsor: latin,
    ...(stage === 'Offer Letter' && { 'Monthly salary': `AED ${person.salary.toLocaleString('en-AE')}` }),
    'Date of issue': dateOf(issued_at),
    Reference: random(`${stage} ${person.passport_number}`).filled('MB########AE'),
  }
  return pdf(title, { title, issuer: ISSUER, lines, issued_at })
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
export async function companyPaper(slot: CompanySlot, { latin, slug, trade_license }: Customer, issued_at: number): Promise<Paper> {
  const title = COMPANY_PAPERS[slot]
  const rng = random(`${slot} of ${slug}`)
  if (slot.startsWith('shareholder') && rng.chance(0.5)) return jpeg(title, scan(rng.int(0, 7)))
  const lines = { Company: latin, 'Licence number': trade_license, 'Date of issue': dateOf(issued_at) }
  return pdf(title, { title, issuer: ISSUER, lines, issued_at })
}

/** What a bank says of a transfer of that many AED. */
export function receiptPaper({ latin, slug }: Customer, issued_at: number, aed: number): Promise<Paper> {
  const date = dateOf(issued_at)
  const reference = random(`transfer of ${slug} on ${date}`).filled('FT########')
  const lines = { 'Ordered by': latin, Amount: `AED ${aed.toLocaleString('en-AE')}.00`, Date: date, Reference: reference }
  return pdf(`Transfer ${reference}`, { title: 'Transfer receipt', issuer: 'Online banking', lines, issued_at })
}
