import { z } from 'zod'
import { VisaApplication } from './applications.ts'
import { call } from './call.ts'
import { Company } from './companies.ts'
import { Employee } from './employees.ts'
import { Id, Line } from './fields.ts'

/** Removes case, accents, Arabic vowel signs and the variants of alef, yeh and teh marbuta. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Of each kind at once. */
export const MAX_FOUND = 5
/** Ids that are looked up at once. */
const MAX_LOOKED_UP = 10

export const Found = z.object({
  applications: z.array(
    VisaApplication.pick({ id: true, employee_name: true, passport_number: true, company_name: true, current_stage: true, status: true }),
  ),
  employees: z.array(Employee.pick({ id: true, employee_name: true, passport_number: true, company_name: true, status: true })),
  companies: z.array(Company.pick({ id: true, name: true, trade_license: true })),
})
export type Found = z.infer<typeof Found>

/** A POST, because proxies log addresses, and names and passport numbers must not be in one (T60). */
export const search = call('search', 'POST /search', {
  access: ['admin', 'company_admin', 'employee'],
  summary: `The newest ${MAX_FOUND} applications (by person, passport number or reference), employee records and companies that match; or those of these ids`,
  body: z.union([z.strictObject({ q: Line }), z.strictObject({ ids: z.array(Id).max(MAX_LOOKED_UP) })]),
  reply: Found,
  reads: true,
  extension: true,
  journal: 'other',
  touches: [],
})
