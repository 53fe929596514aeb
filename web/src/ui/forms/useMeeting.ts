import { useState } from 'react'
import { Refusal } from '../../api/refusal.ts'
import { showFailed } from '../../feedback/toast.ts'
import { type Conflict, chosenFirst, conflictOf } from './conflict.ts'

interface MeetingOptions<Row, Field extends string> {
  /** The record when the edit began; later loads do not change it. */
  loaded: Row
  fields: readonly Field[]
  typedOf: (row: Row) => Record<Field, string>
  form: { values: Record<Field, string>; setValues: (values: Partial<Record<Field, string>>) => void }
  /** Loads the record as it is now. */
  latest: () => Promise<Row>
  /** What is shown where that fails. */
  failed: string
}

/** Where somebody else has changed the record meanwhile, the person decides (P5). */
export function useMeeting<Row, Field extends string>({ loaded, fields, typedOf, form, latest, failed }: MeetingOptions<Row, Field>) {
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<Conflict<Field>>()
  const before = typedOf(base)
  const changed = fields.some((field) => form.values[field] !== before[field])

  /** Asks only about fields that both sides changed; without any, stores what was typed over the latest. */
  const meet = async (store: (mine: Record<Field, string>, over: Row) => void) => {
    const mine = form.values
    const row = await latest().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      showFailed(failed)
    })
    if (!row) return
    setBase(row)
    const met = conflictOf(fields, { before, mine, theirs: typedOf(row) })
    if (!met) return store(mine, row)
    setConflict(met)
    form.setValues(chosenFirst(met, before))
  }
  // If all of their values are chosen, there is nothing to save and the edit ends.
  return { base, changed, conflict, savable: changed || conflict !== undefined, meet }
}
