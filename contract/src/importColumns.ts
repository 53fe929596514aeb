import type { Language } from './account.ts'

/** What a row says of the employee record. */
export const RECORD_COLUMNS = [
  'employee_name',
  'passport_number',
  'nationality',
  'designation',
  'visa_number',
  'visa_expiry_date',
  'eid_number',
  'eid_expiry_date',
  'skill_level',
  'outside_since',
  'mobile',
  'email',
] as const
export type RecordColumn = (typeof RECORD_COLUMNS)[number]

/** What a row says of a paper; number and end of passport, residence and Emirates ID are the record's, where it has them. */
export const PAPER_COLUMNS = [
  'passport.issued_on',
  'passport.expires_on',
  'passport.issuer',
  'residence.issued_on',
  'residence.issuer',
  'emirates_id.issued_on',
  'emirates_id.issuer',
  'work_permit.number',
  'work_permit.issued_on',
  'work_permit.expires_on',
  'work_permit.issuer',
  'health_insurance.number',
  'health_insurance.issued_on',
  'health_insurance.expires_on',
  'health_insurance.issuer',
  'workers_protection.number',
  'workers_protection.issued_on',
  'workers_protection.expires_on',
  'workers_protection.issuer',
  'unemployment_insurance.number',
  'unemployment_insurance.issued_on',
  'unemployment_insurance.expires_on',
  'unemployment_insurance.issuer',
  'medical_fitness.number',
  'medical_fitness.issued_on',
  'medical_fitness.expires_on',
  'medical_fitness.issuer',
] as const
export type PaperColumn = (typeof PAPER_COLUMNS)[number]

/** What a row says of a person. */
export const PERSON_COLUMNS = [...RECORD_COLUMNS, ...PAPER_COLUMNS] as const

/** What a row of its own says of the papers of the company. The number of the trade licence is the profile's: by it an import knows the company. */
export const COMPANY_COLUMNS = [
  'trade_license.number',
  'trade_license.issued_on',
  'trade_license.expires_on',
  'trade_license.issuer',
  'establishment_card.number',
  'establishment_card.issued_on',
  'establishment_card.expires_on',
  'establishment_card.issuer',
  'mohre_card.number',
  'mohre_card.issued_on',
  'mohre_card.expires_on',
  'mohre_card.issuer',
  'e_signature_card.number',
  'e_signature_card.issued_on',
  'e_signature_card.expires_on',
  'e_signature_card.issuer',
  'tenancy.number',
  'tenancy.issued_on',
  'tenancy.expires_on',
  'tenancy.issuer',
  'representative_card.number',
  'representative_card.issued_on',
  'representative_card.expires_on',
  'representative_card.issuer',
] as const
export type CompanyColumn = (typeof COMPANY_COLUMNS)[number]

export const IMPORT_COLUMNS = [...PERSON_COLUMNS, ...COMPANY_COLUMNS] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

export const isCompanyColumn = (column: ImportColumn): column is CompanyColumn => (COMPANY_COLUMNS as readonly string[]).includes(column)

/** Whether a row with cells of these columns, none of them empty, is the company's. */
export const isCompanyRow = (filled: readonly ImportColumn[]): boolean => filled.length > 0 && filled.every(isCompanyColumn)

const DATES = /(issued_on|expires_on|expiry_date|outside_since)$/
export const isDateColumn = (column: ImportColumn): boolean => DATES.test(column)

/** Without them no person is added. */
export const NEEDED_COLUMNS = ['employee_name', 'passport_number', 'nationality', 'designation'] as const satisfies RecordColumn[]

type Labels<Name extends string> = Record<Name, Record<Language, string>>

const OF_RECORD: Labels<RecordColumn> = {
  employee_name: { en: 'Name', ar: 'الاسم' },
  passport_number: { en: 'Passport number', ar: 'رقم جواز السفر' },
  nationality: { en: 'Nationality', ar: 'الجنسية' },
  designation: { en: 'Designation', ar: 'المسمى الوظيفي' },
  visa_number: { en: 'Residence number', ar: 'رقم الإقامة' },
  visa_expiry_date: { en: 'Residence expiry', ar: 'تاريخ انتهاء الإقامة' },
  eid_number: { en: 'Emirates ID number', ar: 'رقم الهوية الإماراتية' },
  eid_expiry_date: { en: 'Emirates ID expiry', ar: 'تاريخ انتهاء الهوية الإماراتية' },
  skill_level: { en: 'Skill level', ar: 'المستوى المهاري' },
  outside_since: { en: 'Abroad since', ar: 'خارج الدولة منذ' },
  mobile: { en: 'Mobile', ar: 'الهاتف المتحرك' },
  email: { en: 'E-mail', ar: 'البريد الإلكتروني' },
}
const KINDS: Record<string, Record<Language, string>> = {
  passport: { en: 'Passport', ar: 'جواز السفر' },
  residence: { en: 'Residence', ar: 'الإقامة' },
  emirates_id: { en: 'Emirates ID', ar: 'الهوية الإماراتية' },
  work_permit: { en: 'Work permit', ar: 'تصريح العمل' },
  health_insurance: { en: 'Health insurance', ar: 'التأمين الصحي' },
  workers_protection: { en: 'Workers’ protection insurance', ar: 'تأمين حماية العمال' },
  unemployment_insurance: { en: 'Unemployment insurance', ar: 'التأمين ضد التعطل عن العمل' },
  medical_fitness: { en: 'Medical fitness', ar: 'شهادة اللياقة الطبية' },
  trade_license: { en: 'Trade license', ar: 'الرخصة التجارية' },
  establishment_card: { en: 'Establishment card', ar: 'بطاقة المنشأة' },
  mohre_card: { en: 'MOHRE card', ar: 'بطاقة منشأة وزارة الموارد البشرية والتوطين' },
  e_signature_card: { en: 'E-signature card', ar: 'بطاقة التوقيع الإلكتروني' },
  tenancy: { en: 'Tenancy contract', ar: 'عقد الإيجار' },
  representative_card: { en: 'Representative’s card', ar: 'بطاقة المندوب' },
}
const PARTS: Record<string, Record<Language, string>> = {
  number: { en: 'number', ar: 'رقم' },
  issued_on: { en: 'issue date', ar: 'تاريخ إصدار' },
  expires_on: { en: 'expiry', ar: 'تاريخ انتهاء' },
  issuer: { en: 'issuer', ar: 'جهة إصدار' },
}

/** As sentences, screens and the headings of tables call a column; a file with these headings is read without asking. */
export function importLabel(column: ImportColumn, language: Language = 'en'): string {
  const [kind = '', part] = column.split('.')
  if (part === undefined) return OF_RECORD[column as RecordColumn][language]
  const [of, name] = [KINDS[kind]?.[language], PARTS[part]?.[language]]
  return language === 'ar' ? `${name} ${of}` : `${of} ${name}`
}

export const MAX_IMPORT_ROWS = 2_000
/** For so many days an import can be undone. */
export const IMPORT_UNDO_DAYS = 7
