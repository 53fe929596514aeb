import { z } from 'zod'
import { VisaApplicationRecord } from './applications.ts'
import { call } from './call.ts'
import { ById, FreeText, Line, OptionalEmail, PassportNumber } from './fields.ts'

/** What can be corrected of an application; kind, price, company and place stay as they were submitted (S7). */
export const Facts = z.object({
  employee_name: Line.nullish(),
  passport_number: PassportNumber.nullish(),
  nationality: Line.nullish(),
  designation: Line.nullish(),
  email: OptionalEmail.nullish(),
  mobile: Line.nullish(),
})
export type Facts = z.infer<typeof Facts>

export const correctFacts = call('correctFacts', 'PUT /visa-applications/{id}/facts', {
  access: ['admin'],
  summary:
    'Correct who an active application is about, with a reason; what is absent stays, and what its form requires cannot be emptied (S7)',
  params: ById,
  body: Facts.extend({ reason: FreeText.min(1) }),
  reply: VisaApplicationRecord,
  answers: 'record',
  extension: true,
  journal: 'application',
  touches: ['application'],
  refuses: [409],
})
