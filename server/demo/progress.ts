import { type EmployeeLocation, STAGE_NAMES, type StageName, type StageStatus } from 'contract'
import { noteFor } from './notes.ts'
import type { Random } from './random.ts'

/** How far an application came: completed, or as far as this stage with this status; `waiting`: nothing recorded yet. */
export type Ending = 'completed' | 'waiting' | { stage: StageName; status: StageStatus }

/** One thing that an administrator does to a stage; the first of a stage adds it. */
export interface Step {
  stage: StageName
  status: StageStatus
  /** Days since the submission. */
  after: number
  notes?: string
  /** The paper that the authority gave out. */
  document?: boolean
}

export interface Kind {
  application_type: 'new' | 'renewal'
  visa_type: 'employee' | 'investor'
  employee_location: EmployeeLocation
  fast_track: boolean
}

/** How long each stage usually takes, in days. */
const DAYS: Record<StageName, [number, number]> = {
  'Offer Letter': [1, 4],
  'Labor Fees': [1, 3],
  'Entry Permit': [3, 6],
  'Change Status': [1, 4],
  'Medical Test': [1, 5],
  'Emirates ID': [4, 9],
  'Visa Stamping': [2, 4],
}

/** Who is outside has no status to change; who renews needs no entry permit; an investor has no employer's offer. */
export function stagesOf({ application_type, visa_type, employee_location }: Kind): StageName[] {
  const skipped = new Set<StageName>()
  if (application_type === 'renewal' || employee_location === 'outside_uae') skipped.add('Change Status')
  if (application_type === 'renewal') skipped.add('Entry Permit')
  if (visa_type === 'investor') skipped.add('Offer Letter').add('Labor Fees')
  return STAGE_NAMES.filter((stage) => !skipped.has(stage))
}

/** All that administrators record on the way to that ending. */
export function stepsTo(ending: Ending, kind: Kind, rng: Random): Step[] {
  const path = stagesOf(kind)
  if (ending === 'waiting') return []
  const last = ending === 'completed' ? path.length : path.indexOf(ending.stage)
  if (last < 0) throw new Error(`${JSON.stringify(ending)} is not on the way of ${JSON.stringify(kind)}`)
  const steps: Step[] = []
  let day = rng.int(1, 8) / 4
  for (const stage of path.slice(0, last)) day = pass(steps, stage, day, kind, rng)
  if (ending !== 'completed') reach(steps, ending, day, kind, rng)
  return steps
}

/** A stage that is gone through; answers the day on which the next one begins. */
function pass(steps: Step[], stage: StageName, day: number, kind: Kind, rng: Random): number {
  const [least, most] = DAYS[stage]
  const days = (rng.int(least * 4, most * 4) / 4) * (kind.fast_track ? 0.5 : 1)
  if (rng.chance(0.2)) take(steps, stage, rng.weighted([['Submitted', 2] as const, ['In Process', 3] as const]), day, rng)
  if (rng.chance(0.05)) {
    take(steps, stage, 'Rejected', day + days * 0.5, rng)
    take(steps, stage, 'In Process', day + days * 0.8, rng)
  }
  take(steps, stage, 'Approved', day + days, rng).document = rng.chance(stage === 'Visa Stamping' ? 0.9 : 0.35)
  return day + days + rng.int(1, 4) / 4
}

function reach(steps: Step[], { stage, status }: Exclude<Ending, string>, day: number, kind: Kind, rng: Random): void {
  if (status === 'Approved') {
    pass(steps, stage, day, kind, rng)
    return
  }
  if (status === 'In Process') take(steps, stage, 'Submitted', day, rng)
  if (status === 'Rejected') take(steps, stage, 'In Process', day, rng)
  take(steps, stage, status, day + rng.int(1, 8) / 4, rng)
}

function take(steps: Step[], stage: StageName, status: StageStatus, after: number, rng: Random): Step {
  const isReplacing = steps.some((earlier) => earlier.stage === stage && earlier.notes)
  const notes = noteFor(stage, status, isReplacing, rng)
  const step = { stage, status, after, ...(notes && { notes }) }
  steps.push(step)
  return step
}
