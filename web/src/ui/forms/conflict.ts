import type { Refusal } from '../../api/refusal.ts'

/** What two people saved of one record (P5). */
export interface Conflict<Field extends string> {
  /** The fields that somebody else has changed to another value than this person. */
  fields: readonly Field[]
  mine: Record<Field, string>
  theirs: Record<Field, string>
}

export const isStale = ({ status }: Refusal): boolean => status === 412

interface Sides<Field extends string> {
  before: Record<Field, string>
  mine: Record<Field, string>
  theirs: Record<Field, string>
}

/** Undefined where nobody has to choose. */
export function conflictOf<Field extends string>(
  all: readonly Field[],
  { before, mine, theirs }: Sides<Field>,
): Conflict<Field> | undefined {
  const fields = all.filter((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])
  return fields.length === 0 ? undefined : { fields, mine, theirs }
}

/** A value that only somebody else changed is chosen first. */
export function chosenFirst<Field extends string>({ fields, mine, theirs }: Conflict<Field>, before: Record<Field, string>) {
  const chosen: Partial<Record<Field, string>> = {}
  for (const field of fields) chosen[field] = (mine[field] === before[field] ? theirs : mine)[field]
  return chosen
}
