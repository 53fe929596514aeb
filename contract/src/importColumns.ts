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

export const IMPORT_COLUMNS = [...RECORD_COLUMNS, ...PAPER_COLUMNS] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

const DATES = /(issued_on|expires_on|expiry_date)$/
export const isDateColumn = (column: ImportColumn): boolean => DATES.test(column)

/** Without them no person is added. */
export const NEEDED_COLUMNS = ['employee_name', 'passport_number', 'nationality', 'designation'] as const satisfies RecordColumn[]

const OF_RECORD: Record<RecordColumn, string> = {
  employee_name: 'Name',
  passport_number: 'Passport number',
  nationality: 'Nationality',
  designation: 'Designation',
  visa_number: 'Residence number',
  visa_expiry_date: 'Residence expiry',
  eid_number: 'Emirates ID number',
  eid_expiry_date: 'Emirates ID expiry',
  mobile: 'Mobile',
  email: 'E-mail',
}
const KINDS: Record<string, string> = {
  passport: 'Passport',
  residence: 'Residence',
  emirates_id: 'Emirates ID',
  work_permit: 'Work permit',
  health_insurance: 'Health insurance',
  workers_protection: 'Workers’ protection insurance',
  unemployment_insurance: 'Unemployment insurance',
  medical_fitness: 'Medical fitness',
}
const PARTS: Record<string, string> = { number: 'number', issued_on: 'issue date', expires_on: 'expiry', issuer: 'issuer' }

/** As sentences and headings call a column. */
export function importLabel(column: ImportColumn): string {
  const [kind = '', part] = column.split('.')
  return part === undefined ? OF_RECORD[column as RecordColumn] : `${KINDS[kind]} ${PARTS[part]}`
}

export const MAX_IMPORT_ROWS = 2_000
/** For so many days an import can be undone. */
export const IMPORT_UNDO_DAYS = 7
