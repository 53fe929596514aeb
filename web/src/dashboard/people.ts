import type { VisaApplication } from 'contract'

export interface Person {
  key: string
  /** The newest application tells who they are now. */
  newest: VisaApplication
  applications: VisaApplication[]
}

/** Who an application is about: the passport, else name and nationality without case, as the server counts them (S5, B6). */
const personOf = ({ passport_number, employee_name, nationality }: VisaApplication): string =>
  passport_number ?? `${employee_name}\n${nationality}`.toLowerCase()

/** The people behind the applications of one company, given newest first. */
export function peopleOf(applications: readonly VisaApplication[]): Person[] {
  return [...Map.groupBy(applications, personOf)].flatMap(([key, own]) => (own[0] ? [{ key, newest: own[0], applications: own }] : []))
}
