import { type EmployeeLocation, STAGE_NAMES, type StageName, type StageStatus } from 'contract'
import type { Random } from './random.ts'
import { usualOf } from './tables.ts'

/** How far an application came: completed, or as far as this stage with this status; `waiting`: nothing recorded yet. */
export type Ending = 'completed' | 'waiting' | { stage: StageName; status: StageStatus }

export interface Kind {
  application_type: 'new' | 'renewal'
  visa_type: 'employee' | 'investor'
  employee_location: EmployeeLocation
  fast_track: boolean
}

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

/** Who is outside has no status to change; who renews needs no entry permit; an investor has no employer's offer. */
export function stagesOf({ application_type, visa_type, employee_location }: Kind): StageName[] {
  const skipped = new Set<StageName>()
  if (application_type === 'renewal' || employee_location === 'outside_uae') skipped.add('Change Status')
  if (application_type === 'renewal') skipped.add('Entry Permit')
  if (visa_type === 'investor') skipped.add('Offer Letter').add('Labor Fees')
  return STAGE_NAMES.filter((stage) => !skipped.has(stage))
}

const AT_FIRST = [
  { status: 'Submitted', weight: 2 },
  { status: 'In Process', weight: 3 },
] as const

/** All that administrators record on the way to that ending. */
export function stepsTo(ending: Ending, kind: Kind, rng: Random): Step[] {
  const path = stagesOf(kind)
  const steps: Step[] = []
  let day = 0
  const take = (stage: StageName, status: StageStatus, after: number): Step => {
    const isReplacing = steps.some((earlier) => earlier.stage === stage && earlier.notes)
    const notes = noteFor(stage, status, isReplacing, rng)
    const step = { stage, status, after, ...(notes && { notes }) }
    steps.push(step)
    return step
  }
  const pass = (stage: StageName): void => {
    const { least, most } = usualOf(stage)
    const days = (rng.int(least * 4, most * 4) / 4) * (kind.fast_track ? 0.5 : 1)
    if (rng.chance(0.2)) take(stage, rng.weighted(AT_FIRST).status, day)
    if (rng.chance(0.05)) {
      take(stage, 'Rejected', day + days * 0.5)
      take(stage, 'In Process', day + days * 0.8)
    }
    take(stage, 'Approved', day + days).document = rng.chance(stage === 'Visa Stamping' ? 0.9 : 0.35)
    day += days + rng.int(1, 4) / 4
  }
  if (ending === 'waiting') return []
  day = rng.int(1, 8) / 4
  for (const stage of ending === 'completed' ? path : path.slice(0, path.indexOf(ending.stage))) pass(stage)
  if (ending === 'completed') return steps
  const { stage, status } = ending
  if (status === 'Approved') pass(stage)
  else {
    if (status !== 'Submitted') take(stage, status === 'Rejected' ? 'In Process' : 'Submitted', day)
    take(stage, status, day + rng.int(1, 8) / 4)
  }
  return steps
}

/** The reason of a rejection and what replaces an earlier note are always written, other notes now and then. */
function noteFor(stage: StageName, status: StageStatus, isReplacing: boolean, rng: Random): string | undefined {
  const { rejected, in_process, approved } = usualOf(stage)
  if (status === 'Rejected') return rng.pick(rejected)
  if (status === 'In Process' && (isReplacing || rng.chance(0.6))) return rng.pick(in_process)
  if (status === 'Approved' && (isReplacing || rng.chance(0.25))) return rng.pick(approved)
  return undefined
}
