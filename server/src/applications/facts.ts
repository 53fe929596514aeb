import { type Facts, REQUIRED_FIELDS, sentenceOf } from 'contract'
import type { Db } from '../db/open.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuseField } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import type { LockedApplication } from './completion.ts'
import { updateFacts } from './queries.ts'

type Given = Facts & { reason: string }

/** Null is as absent (P9); an empty text empties the fact, unless the form requires it (S5). */
export async function correct(
  tx: Db,
  viewer: Viewer,
  application: LockedApplication,
  { reason, ...given }: Given,
  at: string,
): Promise<void> {
  const facts = Object.fromEntries(Object.entries(given).filter((fact): fact is [string, string] => typeof fact[1] === 'string'))
  for (const field of REQUIRED_FIELDS[application.application_type])
    if (facts[field] === '') refuseField(field, sentenceOf({ code: 'custom', path: [field], params: { missing: true }, input: '' }))
  const changes = changesOf(application, facts)
  if (changes.length === 0) return
  const corrected = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
  await updateFacts(tx, { ...application, ...corrected })
  const because = { field: 'reason', from: null, to: reason }
  await writeHistory(tx, { of: { application: application.id }, by: viewer, at, action: 'facts_corrected', changes: [...changes, because] })
}
