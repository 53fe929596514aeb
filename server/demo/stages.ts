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
  if (ending === 'waiting') return []
  const path = stagesOf(kind)
  const steps: Step[] = []
  let day = rng.int(1, 8) / 4
  const take = (stage: StageName, status: StageStatus, days: number) => {
    day += days
    steps.push({ stage, status, after: day })
  }
  const pass = (stage: StageName) => {
    const { least, most } = usualOf(stage)
    const days = (rng.int(least * 4, most * 4) / 4) * (kind.fast_track ? 0.5 : 1)
    if (rng.chance(0.2)) take(stage, rng.pick(['Submitted', 'In Process', 'In Process']), 0)
    const isRefused = rng.chance(0.05)
    if (isRefused) take(stage, 'Rejected', days * 0.5)
    if (isRefused) take(stage, 'In Process', days * 0.3)
    take(stage, 'Approved', days * (isRefused ? 0.2 : 1))
    day += rng.int(1, 4) / 4
  }
  if (ending === 'completed') {
    path.forEach(pass)
    return steps
  }
  const { stage, status } = ending
  path.slice(0, path.indexOf(stage)).forEach(pass)
  if (status === 'Approved') pass(stage)
  else {
    if (status !== 'Submitted') take(stage, status === 'Rejected' ? 'In Process' : 'Submitted', 0)
    take(stage, status, rng.int(1, 8) / 4)
  }
  return steps
}
