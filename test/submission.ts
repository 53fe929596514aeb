import type { Input, submitApplication } from 'contract'
import { dataString, JPEG, PDF } from './files.ts'

type Body = Input<typeof submitApplication>['body']

/** What a company sends for a new employee. */
export const newEmployee = (company: { id: string }, changes: Partial<Body> = {}): Body => ({
  company_id: company.id,
  employee_name: 'Sara Khan',
  passport_number: 'N1234567',
  nationality: 'Indian',
  visa_type: 'employee',
  priority: 'normal',
  employee_location: 'outside_uae',
  mobile: '+971501234567',
  email: 'sara.khan@people.example',
  salary_breakup: 'Basic 4,000, housing 2,000',
  notice_period: '30 days',
  probation_period: '6 months',
  ...changes,
})

/** What a company sends to renew a visa, with its three files as data strings. */
export const renewal = (company: { id: string }, changes: Partial<Body> = {}): Body => ({
  company_id: company.id,
  employee_name: 'Sara Khan',
  nationality: 'Indian',
  designation: 'Accountant',
  visa_expiry_date: '2026-12-15',
  documents: { passport_front: dataString(PDF), existing_visa: dataString(PDF), eid: dataString(JPEG, 'image/jpeg') },
  ...changes,
})
