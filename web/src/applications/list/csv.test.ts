import type { VisaApplication } from 'contract'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../test/readCsv.ts'
import { applicationsCsv, CSV_COLUMNS, type CsvWords } from './csv.ts'

const WORDS: CsvWords = {
  heads: Object.fromEntries(CSV_COLUMNS.map((column) => [column, column])) as CsvWords['heads'],
  visaType: ({ visa_type }) => visa_type,
  priority: ({ priority }) => priority,
  location: ({ employee_location }) => employee_location,
  stage: ({ current_stage }) => current_stage,
  status: ({ status }) => status,
}

const SARA: VisaApplication = {
  id: '01a1fe83-5556-713c-a42b-68d914a84d1e',
  application_type: 'new',
  company_id: '01a1fe83-4a8b-7305-85bc-8fb32cbcdb88',
  company_name: 'شركة برج الخليج',
  employee_id: null,
  employee_name: '=Sara, "Khan"',
  passport_number: null,
  nationality: 'Indian',
  designation: null,
  email: 'sara.khan@people.example',
  mobile: '+971501234567',
  visa_type: 'employee',
  priority: 'normal',
  employee_location: 'outside_uae',
  salary_breakup: 'Basic 4,000, housing 2,000',
  notice_period: '30 days',
  probation_period: '6 months',
  annual_leave_type: 'working_days',
  ticket_frequency: 'annual',
  current_stage: 'Offer Letter',
  stage_status: null,
  stage_since: '2026-11-20T06:00:00.000Z',
  status: 'active',
  submitted_at: '2026-11-30T21:30:00.000Z',
  visa_expiry_date: null,
  expiry_date: '2028-12-01',
  cost: 6_500,
  documents: {
    passport_front: null,
    passport_last: null,
    passport_cover: null,
    photo: null,
    degree: null,
    existing_visa: null,
    eid: null,
  },
}

describe('the CSV of applications (U33)', () => {
  it('writes days of Dubai as ISO dates, keeps Arabic, disarms formulas and leaves out the salary', () => {
    const text = applicationsCsv([SARA], WORDS)
    expect(text).not.toContain('4,000')
    const [heads, row] = readCsv(text)
    expect(heads).toEqual([...CSV_COLUMNS])
    expect(row).toEqual([
      '\'=Sara, "Khan"',
      'شركة برج الخليج',
      '',
      'Indian',
      '',
      'employee',
      'normal',
      'outside_uae',
      'Offer Letter',
      'active',
      '2026-12-01',
      '',
      '2028-12-01',
      'sara.khan@people.example',
      "'+971501234567",
      SARA.id,
    ])
  })
})
