import { sweepAdvances } from '../applications/stages.queries.ts'
import { sweepDevices } from '../auth/devices.ts'
import { sweepSignIns } from '../auth/google.queries.ts'
import { sweepTokens } from '../auth/oneTimeTokens.ts'
import { sweepSessions } from '../auth/sessions.ts'
import { sweepFailures } from '../auth/throttle.ts'
import type { Context } from '../context.ts'
import { sweepClosedDeadlines } from '../deadlines/sweeper.ts'
import { sweepDocuments } from '../documents/sweeper.ts'
import { sweepDrafts } from '../drafts/sweeper.ts'
import { sweepIdempotencyKeys } from '../http/idempotency.ts'
import { sweepPlaces } from '../http/places.ts'
import { sweepImportRows } from '../imports/undo.ts'
import { sweepChanges } from '../live/sweeper.ts'
import { sweepMailTraces, sweepOutbox } from '../mails/sweeper.ts'
import { sweepNotices } from '../notices/sweeper.ts'

type Given = Pick<Context, 'db' | 'files' | 'settings'>

export interface Sweep<Result = unknown> {
  /** What it removes, in the singular, for lists. */
  name: string
  sweep(given: Given, moment: Date): Promise<Result>
}

/** Sweeps of rows alone, which a transaction can roll back; they answer how many they removed. */
export const ROW_SWEEPS: Sweep<number>[] = [
  { name: 'expired session', sweep: ({ db, settings }, moment) => sweepSessions(db, settings, moment) },
  { name: 'expired link', sweep: ({ db }, moment) => sweepTokens(db, moment) },
  { name: 'abandoned sign-in', sweep: ({ db }, moment) => sweepSignIns(db, moment) },
  {
    name: 'failed login, count of registrations or invitations',
    sweep: ({ db }, moment) => sweepFailures(db, moment),
  },
  { name: 'device of an earlier login', sweep: ({ db }, moment) => sweepDevices(db, moment) },
  { name: 'old draft', sweep: ({ db }, moment) => sweepDrafts(db, moment) },
  { name: 'key of a repeated request', sweep: ({ db }, moment) => sweepIdempotencyKeys(db, moment) },
  { name: 'advance that can no longer be undone', sweep: ({ db }, moment) => sweepAdvances(db, moment) },
  { name: 'place of a download whose server is gone', sweep: ({ db }, moment) => sweepPlaces(db, moment) },
  { name: 'row of an import that can no longer be undone', sweep: ({ db }, moment) => sweepImportRows(db, moment) },
  { name: 'clock that ended long ago', sweep: ({ db }, moment) => sweepClosedDeadlines(db, moment) },
  { name: 'old notice', sweep: ({ db }, moment) => sweepNotices(db, moment) },
  { name: 'trace of a sent mail', sweep: ({ db }, moment) => sweepMailTraces(db, moment) },
]

export const SWEEPS: Sweep[] = [
  ...ROW_SWEEPS,
  { name: 'told change', sweep: ({ db }) => sweepChanges(db) },
  { name: 'unused upload', sweep: sweepDocuments },
  { name: 'mail in the outbox', sweep: ({ settings }, moment) => sweepOutbox(settings.outbox_dir, moment) },
]

/** Runs all sweeps even if some fail; answers whether none did. */
export async function runSweeps(
  sweeps: Sweep[],
  given: Given,
  moment: Date,
  onError: (name: string, error: unknown) => void,
): Promise<boolean> {
  let failed = 0
  for (const { name, sweep } of sweeps) {
    await sweep(given, moment).catch((error: unknown) => {
      failed++
      onError(name, error)
    })
  }
  return failed === 0
}
