import { DEADLINE_KEYS, type Deadline } from 'contract'

export interface Group {
  id: string
  /** One of it, which says whose or which they are. */
  first: Deadline
  deadlines: Deadline[]
}

/** The newest record names a person, whoever has none the case. */
const ownerOf = ({ employee_id, application_id, company_id }: Deadline): string => employee_id ?? application_id ?? company_id

function groupedBy(deadlines: readonly Deadline[], of: (deadline: Deadline) => string): Group[] {
  return [...Map.groupBy(deadlines, of)].flatMap(([id, own]) => (own[0] ? [{ id, first: own[0], deadlines: own }] : []))
}

/** Whose first last day comes soonest stands first, as the list has them. */
export const byPerson = (deadlines: readonly Deadline[]): Group[] => groupedBy(deadlines, ownerOf)

/** In the order of the kinds. */
export const byKind = (deadlines: readonly Deadline[]): Group[] =>
  groupedBy(deadlines, ({ key }) => key).toSorted(
    (one, other) => DEADLINE_KEYS.indexOf(one.first.key) - DEADLINE_KEYS.indexOf(other.first.key),
  )
