import type { VisaApplication } from 'contract'
import { csvDay, csvOf } from '../../ui/files/csv.ts'

/** The columns of the file (U33); the salary is never one of them. */
export const CSV_COLUMNS = [
  'employeeName',
  'company',
  'passport',
  'nationality',
  'designation',
  'visaType',
  'priority',
  'location',
  'currentStage',
  'status',
  'submitted',
  'visaExpiry',
  'expiry',
  'email',
  'mobile',
  'id',
] as const
type CsvColumn = (typeof CSV_COLUMNS)[number]

export interface CsvWords {
  heads: Record<CsvColumn, string>
  visaType: (application: VisaApplication) => string
  priority: (application: VisaApplication) => string
  location: (application: VisaApplication) => string
  stage: (application: VisaApplication) => string
  status: (application: VisaApplication) => string
}

/** The applications as a table for spreadsheets, with ISO dates of Dubai. */
export function applicationsCsv(applications: readonly VisaApplication[], words: CsvWords): string {
  const row = (application: VisaApplication): Record<CsvColumn, string> => ({
    employeeName: application.employee_name,
    company: application.company_name,
    passport: application.passport_number ?? '',
    nationality: application.nationality,
    designation: application.designation ?? '',
    visaType: words.visaType(application),
    priority: words.priority(application),
    location: words.location(application),
    currentStage: words.stage(application),
    status: words.status(application),
    submitted: csvDay(application.submitted_at),
    visaExpiry: application.visa_expiry_date ?? '',
    expiry: application.expiry_date ?? '',
    email: application.email ?? '',
    mobile: application.mobile ?? '',
    id: application.id,
  })
  const inColumns = (of: Record<CsvColumn, string>): string[] => CSV_COLUMNS.map((column) => of[column])
  return csvOf([inColumns(words.heads), ...applications.map((each) => inColumns(row(each)))])
}
