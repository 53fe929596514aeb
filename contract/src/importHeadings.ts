import { LANGUAGES } from './fields.ts'
import { IMPORT_COLUMNS, type ImportColumn, importLabel } from './importColumns.ts'
import { searchable } from './search.ts'

/** Further words by which sheets call what a record has. */
const OF_RECORD: Partial<Record<ImportColumn, string>> = {
  employee_name:
    'employee name, employee, full name, name of employee, staff name, worker name, name in english, اسم الموظف, الموظف, اسم العامل, الاسم الكامل, الاسم بالكامل, اسم المكفول',
  passport_number: 'passport, ppt, جواز السفر, الجواز',
  nationality: 'country, citizenship, country of citizenship, الجنسيه, البلد',
  designation: 'job title, job, position, profession, occupation, title, role, المهنة, الوظيفة, المسمى, مسمى الوظيفة, المسمى المهني',
  visa_number: 'residence, visa, uid residence, الإقامة, التأشيرة, رقم ملف الإقامة, residence file number, visa file number, file number',
  visa_expiry_date: 'valid until',
  eid_number: 'emirates id, eid, id card, الهوية, الهوية الإماراتية',
  skill_level: 'skill, level, مستوى المهارة, المهارة',
  outside_since: 'outside since, outside the country since, outside uae since, outside the uae since, left on, تاريخ المغادرة',
  mobile:
    'mobile number, mobile no, phone, phone number, contact number, رقم الهاتف, الهاتف, الجوال, رقم الجوال, الموبايل, رقم الموبايل, رقم الهاتف المتحرك',
  email: 'email address, mail, البريد, الايميل, بريد إلكتروني',
}

/** By what sheets call a paper, and what they say of it. */
const KINDS: Record<string, string> = {
  passport: 'passport, ppt, جواز السفر, جواز',
  residence: 'residence, residency, residence visa, residence permit, residency visa, visa, rp, الإقامة, إقامة, التأشيرة, تأشيرة',
  emirates_id:
    'emirates id, emirates id card, eid, id card, uae id, national id, identity card, الهوية الإماراتية, بطاقة الهوية, الهوية, هوية',
  work_permit:
    'work permit, labour card, labor card, labour permit, labor permit, labour contract, labor contract, lc, تصريح العمل, بطاقة العمل, تصريح عمل, بطاقة عمل',
  health_insurance:
    'health insurance, medical insurance, insurance, health card, daman, التأمين الصحي, تأمين صحي, بطاقة التأمين, التأمين, البطاقة الصحية',
  workers_protection:
    'workers protection insurance, workers protection, worker protection, taameen, taa meen, bank guarantee, تأمين حماية العمال, حماية العمال',
  unemployment_insurance:
    'unemployment insurance, unemployment insurance iloe, iloe, involuntary loss of employment, التأمين ضد التعطل عن العمل, التأمين ضد التعطل, تأمين التعطل, التعطل عن العمل',
  medical_fitness:
    'medical fitness, medical fitness certificate, medical, medical test, fitness, شهادة اللياقة الطبية, اللياقة الطبية, الفحص الطبي',
  trade_license:
    'trade license, trade licence, commercial license, commercial licence, business license, business licence, company license, company licence, professional license, professional licence, الرخصة التجارية, رخصة تجارية, رخصة الشركة',
  establishment_card:
    'establishment card, immigration card, immigration establishment card, establishment immigration card, company card, computer card, icp card, gdrfa card, بطاقة المنشأة, بطاقة منشأة, كرت المنشأة, كارت المنشأة',
  mohre_card:
    'mohre card, mohre establishment card, mol card, labour establishment card, labor establishment card, establishment labour card, ministry of labour card, بطاقة منشأة وزارة الموارد البشرية والتوطين, بطاقة وزارة الموارد البشرية والتوطين, بطاقة الموارد البشرية, بطاقة منشأة العمل',
  e_signature_card:
    'e signature card, e signature, esignature card, esignature, electronic signature card, electronic signature, بطاقة التوقيع الإلكتروني, بطاقة التوقيع, التوقيع الإلكتروني',
  tenancy:
    'tenancy contract, tenancy, ejari, tawtheeq, tawtheeq contract, lease, lease contract, rent contract, office rent, office lease, عقد الإيجار, عقد إيجار, إيجاري, توثيق, عقد إيجاري',
  representative_card:
    'representative’s card, representative card, representatives card, pro card, mandoob card, بطاقة المندوب, بطاقة مندوب, بطاقة ممثل المنشأة',
}
const PARTS: Record<string, string> = {
  number: 'number, no, num, nr, رقم',
  issued_on:
    'issue date, date of issue, issued on, issued, issue, issuing date, start date, start, from, valid from, تاريخ إصدار, تاريخ الإصدار, إصدار, الإصدار',
  expires_on:
    'expiry, expiry date, date of expiry, expiration, expiration date, expires, expires on, exp, exp date, end date, end, to, valid until, valid till, validity, until, تاريخ انتهاء, تاريخ الانتهاء, انتهاء, الانتهاء, تاريخ نهاية, صلاحية, صالح حتى',
  issuer:
    'issuer, issued by, issuing authority, authority, place of issue, issue place, provider, company, جهة إصدار, جهة الإصدار, مكان إصدار, مكان الإصدار, الجهة',
}
/** What the employee record has in place of a paper. */
const RECORDED: Record<string, ImportColumn> = {
  'passport.number': 'passport_number',
  'residence.number': 'visa_number',
  'residence.expires_on': 'visa_expiry_date',
  'emirates_id.number': 'eid_number',
  'emirates_id.expires_on': 'eid_expiry_date',
}

/** A heading without what differs by the hand that writes it: case, spaces, marks, articles, the forms of a letter. */
function bare(heading: string): string {
  const words = searchable(heading)
    .replace(/['’`]/g, '')
    .replace(/#/g, ' number ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  return words
    .filter((word) => word !== 'of' && word !== 'the')
    .map((word) => word.replace(/^ال(?=..)/, ''))
    .join('')
}

const wordsOf = (list: string): string[] => list.split(',').map(bare)

/** The part before the kind, as Arabic has it, or after it. */
const composed = (): [string, ImportColumn][] =>
  Object.entries(KINDS).flatMap(([kind, names]) =>
    Object.entries(PARTS).flatMap(([part, parts]) => {
      const column = RECORDED[`${kind}.${part}`] ?? (`${kind}.${part}` as ImportColumn)
      return wordsOf(names).flatMap((name) =>
        wordsOf(parts).flatMap((word): [string, ImportColumn][] => [
          [name + word, column],
          [word + name, column],
        ]),
      )
    }),
  )

let known: Map<string, ImportColumn> | undefined

/** The first that says a heading has it: labels, then words of the record, then papers with their parts. */
function headings(): Map<string, ImportColumn> {
  const labels = IMPORT_COLUMNS.flatMap((column) => LANGUAGES.map((language) => [bare(importLabel(column, language)), column] as const))
  const further = Object.entries(OF_RECORD).flatMap(([column, names]) =>
    wordsOf(names).map((name) => [name, column as ImportColumn] as const),
  )
  return new Map([...labels, ...further, ...composed()].toReversed())
}

/** The column that a heading stands for, in English or Arabic; undefined where it is none of the import. */
export function columnOf(heading: string): ImportColumn | undefined {
  known ??= headings()
  return known.get(bare(heading))
}

/** A column for each heading; one that two headings stand for is the first one's. */
export function columnsOf(row: readonly string[]): (ImportColumn | undefined)[] {
  const found = row.map(columnOf)
  return found.map((column, at) => (column && found.indexOf(column) === at ? column : undefined))
}

const MOST_ABOVE = 20

/** Where the headings stand: titles and remarks may be above them. */
export function headingRow(rows: readonly (readonly string[])[]): number {
  const counts = rows.slice(0, MOST_ABOVE).map((row) => columnsOf(row).filter(Boolean).length)
  const most = Math.max(0, ...counts)
  return most > 0
    ? counts.indexOf(most)
    : Math.max(
        0,
        rows.findIndex((row) => row.some((cell) => cell !== '')),
      )
}
