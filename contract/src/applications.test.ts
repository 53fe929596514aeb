import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { applicationType, COMPANY_MISSING, REQUIRED_FIELDS, Submission } from './applications.ts'
import { fieldOf, sentenceOf } from './problems.ts'

const company_id = '019a9e3c-0000-7000-8000-000000000001'
const filled = {
  company_id,
  employee_name: 'Sara Khan',
  passport_number: 'n1234567',
  nationality: 'Indian',
  visa_type: 'employee',
  priority: 'normal',
  employee_location: 'outside_uae',
  mobile: '+971501234567',
  email: 'sara@people.example',
  salary_breakup: 'Basic 4,000',
  notice_period: '30 days',
  probation_period: '6 months',
}
const renewed = {
  company_id,
  employee_name: 'Sara Khan',
  nationality: 'Indian',
  designation: 'Accountant',
  visa_expiry_date: '2026-12-15',
  documents: { passport_front: 'data:x', existing_visa: 'data:x', eid: 'data:x' },
}
const problemsOf = (given: unknown) =>
  Submission.safeParse(given, { error: sentenceOf }).error?.issues.map((issue: z.core.$ZodIssue) => [fieldOf(issue), issue.message]) ?? []

describe('applicationType (S5)', () => {
  it.each([
    [{}, 'new'],
    [{ visa_expiry_date: '2026-12-15' }, 'renewal'],
    [{ visa_expiry_date: '2026-12-15', passport_number: 'N1' }, 'new'],
    [{ visa_expiry_date: '2026-12-15', passport_number: '' }, 'renewal'],
    [{ application_type: 'renewal', passport_number: 'N1' }, 'renewal'],
  ] as const)('%o is %s', (given, kind) => expect(applicationType(given)).toBe(kind))
})

describe('Submission', () => {
  it('takes the fields of either kind and fills in the defaults (§9)', () => {
    expect(Submission.parse(filled)).toMatchObject({
      passport_number: 'N1234567',
      annual_leave_type: 'working_days',
      ticket_frequency: 'annual',
    })
    expect(problemsOf(renewed)).toEqual([])
  })

  it.each(REQUIRED_FIELDS.new.filter((field) => !['visa_type', 'priority'].includes(field)))('needs %s of a new employee', (field) => {
    for (const blank of [undefined, ...(field === 'employee_location' ? [] : ['', '  '])]) {
      expect(problemsOf({ ...filled, [field]: blank }).map(([name]) => name)).toEqual([field])
    }
  })

  it.each(REQUIRED_FIELDS.renewal.filter((field) => field !== 'visa_expiry_date'))('needs %s of a renewal', (field) => {
    expect(problemsOf({ ...renewed, [field]: '' }).map(([name]) => name)).toEqual([field])
  })

  it('needs the three files of a renewal, by their slots (S6)', () => {
    expect(problemsOf({ ...renewed, documents: {} }).map(([name]) => name)).toEqual([
      'documents.passport_front',
      'documents.existing_visa',
      'documents.eid',
    ])
  })

  it('names what is wrong in a sentence', () => {
    expect(problemsOf({ ...filled, company_id: '' })).toEqual([['company_id', COMPANY_MISSING]])
    expect(problemsOf({ ...filled, mobile: '' })).toEqual([['mobile', 'Mobile is required']])
    expect(problemsOf({ ...filled, visa_type: 'tourist' })).toEqual([['visa_type', 'Visa type must be one of: employee, investor']])
    expect(problemsOf({ ...filled, documents: { selfie: 'data:x' } })).toEqual([['documents.selfie', 'Selfie is not accepted here']])
    expect(problemsOf({ ...filled, employee_name: 'x'.repeat(201) })).toEqual([
      ['employee_name', 'Employee name must be at most 200 characters'],
    ])
    expect(problemsOf({ ...filled, salary_breakup: 'a\u0000b' })).toEqual([
      ['salary_breakup', 'Salary breakup contains characters that cannot be stored'],
    ])
  })
})
