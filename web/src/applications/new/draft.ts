import {
  AnnualLeaveType,
  type ApplicationSlot,
  type ApplicationType,
  type Draft,
  EmployeeLocation,
  Priority,
  TicketFrequency,
  VisaType,
} from 'contract'
import { type Answers, EMPTY, FIELDS, linksOf, slotsOf } from './answers.ts'

/** The answers that are one of several options; a draft must not bring other values. */
const CHOICES: Partial<Record<keyof Answers, { options: readonly string[] }>> = {
  visa_type: VisaType,
  priority: Priority,
  employee_location: EmployeeLocation,
  annual_leave_type: AnnualLeaveType,
  ticket_frequency: TicketFrequency,
}

/** The content of a draft: the fields of its form as typed, and the links of its files. */
export function fieldsOf(kind: ApplicationType, answers: Answers): Record<string, unknown> {
  const typed = Object.fromEntries(FIELDS[kind].map((field) => [field, answers[field]]))
  return { ...typed, documents: linksOf(kind, answers) }
}

/** The same as a text, to compare it with the saved one. */
export const textOf = (kind: ApplicationType, answers: Answers): string => JSON.stringify(fieldsOf(kind, answers))

export const isBlank = (kind: ApplicationType, answers: Answers): boolean => textOf(kind, answers) === textOf(kind, EMPTY)

/** The answers with the fields of this kind emptied; the others stay. */
export function emptied(kind: ApplicationType, answers: Answers): Answers {
  const blank = Object.fromEntries(FIELDS[kind].map((field) => [field, EMPTY[field]]))
  const others = Object.entries(answers.documents).filter(([slot]) => !slotsOf(kind).some((own) => own === slot))
  return { ...answers, ...blank, documents: Object.fromEntries(others) }
}

/** The answers with the draft in them, and the slots whose files no longer exist. */
export function restore(answers: Answers, { kind, fields, files }: Draft): { answers: Answers; gone: ApplicationSlot[] } {
  const typed = FIELDS[kind].flatMap((field) => {
    const value = fields[field]
    if (typeof value !== 'string') return []
    const isOffered = CHOICES[field]?.options.includes(value) ?? true
    return isOffered ? [[field, value]] : []
  })
  const links = (fields.documents ?? {}) as Partial<Record<ApplicationSlot, string>>
  const named = slotsOf(kind).filter((slot) => links[slot] !== undefined)
  const found = named.flatMap((slot) => {
    const file = files.find(({ url }) => url === links[slot])
    return file ? [[slot, file] as const] : []
  })
  const start = emptied(kind, answers)
  return {
    answers: { ...start, ...Object.fromEntries(typed), documents: { ...start.documents, ...Object.fromEntries(found) } },
    gone: named.filter((slot) => !found.some(([other]) => other === slot)),
  }
}
