import { AnnualLeaveType, APPLICATION_SLOTS, ApplicationType, EmployeeLocation, Priority, TicketFrequency, VisaType } from 'contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answers, EMPTY, slotsOf } from './answers.ts'
import { emptied, fieldsOf, isBlank, restore, textOf } from './draft.ts'

const created_at = '2026-11-20T08:00:00.000Z'
const text = fc.string({ unit: 'binary', maxLength: 200 })
const upload = fc.record({ id: fc.uuid(), name: text, type: fc.constant('application/pdf' as const), size: fc.nat() })
const file = upload.map((each) => ({ ...each, url: `/api/documents/${each.id}`, created_at }))
const form: fc.Arbitrary<Answers> = fc.record({
  company_id: fc.constant(''),
  employee_id: fc.oneof(fc.constant(''), fc.uuid()),
  employee_name: text,
  passport_number: text,
  nationality: text,
  designation: text,
  email: text,
  mobile: text,
  visa_type: fc.constantFrom(...VisaType.options),
  priority: fc.constantFrom(...Priority.options),
  employee_location: fc.constantFrom(...EmployeeLocation.options),
  salary_breakup: text,
  notice_period: text,
  probation_period: text,
  annual_leave_type: fc.constantFrom(...AnnualLeaveType.options),
  ticket_frequency: fc.constantFrom(...TicketFrequency.options),
  visa_expiry_date: fc.constantFrom('', '2027-03-09'),
  documents: fc.record(Object.fromEntries(APPLICATION_SLOTS.map((slot) => [slot, file])), { requiredKeys: [] }),
})
const kinds = fc.constantFrom(...ApplicationType.options)

/** As the server answers it: through JSON, with those of the files that are still there. */
const saved = (kind: ApplicationType, answers: Answers, files: Answers['documents'][keyof Answers['documents']][]) => ({
  kind,
  company_id: '',
  fields: JSON.parse(textOf(kind, answers)),
  files: files.filter((each) => each !== undefined),
  saved_at: created_at,
})

describe('a draft', () => {
  it('comes back equal in every field and file of its form (U65)', () => {
    fc.assert(
      fc.property(kinds, form, (kind, answers) => {
        const { answers: back, gone } = restore(EMPTY, saved(kind, answers, Object.values(answers.documents)))
        expect(fieldsOf(kind, back)).toEqual(fieldsOf(kind, answers))
        for (const slot of slotsOf(kind)) expect(back.documents[slot]).toEqual(answers.documents[slot])
        expect(gone).toEqual([])
      }),
    )
  })

  it('leaves out the files that are gone, and names them', () => {
    const photo = {
      id: '1',
      name: 'a.jpg',
      type: 'image/jpeg',
      size: 1,
      attachments: false,
      lost: false,
      url: '/api/documents/1',
      created_at,
    } as const
    const answers = { ...EMPTY, documents: { photo, degree: { ...photo, url: '/api/documents/2' } } }
    const { answers: back, gone } = restore(EMPTY, saved('new', answers, [photo]))
    expect(back.documents).toEqual({ photo })
    expect(gone).toEqual(['degree'])
  })

  it('takes nothing that its form does not know', () => {
    const fields = { employee_name: 7, visa_type: 'tourist', company_id: 'other', documents: { selfie: '/api/documents/1' } }
    const { answers, gone } = restore(EMPTY, { ...saved('new', EMPTY, []), fields })
    expect([answers, gone]).toEqual([EMPTY, []])
  })

  it('is emptied without what the other form holds', () => {
    fc.assert(
      fc.property(kinds, form, (kind, answers) => {
        const blank = emptied(kind, answers)
        expect(isBlank(kind, blank)).toBe(true)
        for (const slot of APPLICATION_SLOTS)
          if (!slotsOf(kind).includes(slot)) expect(blank.documents[slot]).toEqual(answers.documents[slot])
      }),
    )
  })
})
