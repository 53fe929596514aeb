import { z } from 'zod'
import { call } from './call.ts'
import { ById, DateOnly, Id } from './fields.ts'

export const CASE_DATES = ['entry_permit_issued_on', 'entered_on', 'status_changed_on', 'medical_on'] as const

/** The days of a case from which authorities count; null: not known. */
export const CaseDates = z.object({
  application_id: Id,
  entry_permit_issued_on: DateOnly.nullable(),
  entered_on: DateOnly.nullable(),
  status_changed_on: DateOnly.nullable(),
  medical_on: DateOnly.nullable(),
})
export type CaseDates = z.infer<typeof CaseDates>

const optionalDate = z.union([z.literal(''), DateOnly]).nullish()
const CaseDateFields = z.object({
  entry_permit_issued_on: optionalDate,
  entered_on: optionalDate,
  status_changed_on: optionalDate,
  medical_on: optionalDate,
})

export const getCaseDates = call('getCaseDates', 'GET /visa-applications/{id}/dates', {
  access: ['admin'],
  summary: 'The days of a case from which authorities count',
  params: ById,
  reply: CaseDates,
  extension: true,
  journal: 'application',
})

export const setCaseDates = call('setCaseDates', 'PUT /visa-applications/{id}/dates', {
  access: ['admin'],
  summary: 'Set the days of an active case from which authorities count; what is absent stays, and an empty one is not known',
  params: ById,
  body: CaseDateFields,
  reply: CaseDates,
  extension: true,
  journal: 'application',
  touches: ['application'],
  refuses: [409],
})
