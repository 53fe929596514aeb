import {
  dubaiDate,
  LAST_STAGE,
  openStage,
  type Pace,
  paceOf,
  STAGE_NAMES,
  type Stage,
  type StageName,
  stagesFor,
  type UsualDays,
  usualUntil,
  type VisaApplication,
} from 'contract'

const DAY_MS = 86_400_000

export interface OpenStage {
  stage_name: StageName
  /** Undefined: not recorded yet. */
  saved: Stage | undefined
  /** Whole days since the stage is the open one. */
  days: number
  pace: Pace
  /** The day by which it is usually done, unless that has passed. */
  until: string | undefined
  /** What an advance begins. */
  next: StageName | undefined
  isLast: boolean
}

type Standing = Pick<VisaApplication, 'application_type' | 'visa_type' | 'employee_location' | 'current_stage' | 'stage_since'>

/** The stage at which the work of an active application is, and since when. */
export function openStageOf(application: Standing, stages: readonly Stage[], now: Date, usual: UsualDays): OpenStage {
  const stage_name = openStage(application, stages)
  const since = new Date(application.stage_since)
  const today = dubaiDate(now)
  const until = usualUntil(stage_name, since, usual)
  const place = STAGE_NAMES.indexOf(stage_name)
  const next = stagesFor(application).find((name) => STAGE_NAMES.indexOf(name) > place)
  return {
    stage_name,
    saved: stages.find((stage) => stage.stage_name === stage_name),
    days: Math.round((Date.parse(today) - Date.parse(dubaiDate(since))) / DAY_MS),
    // As lists and counts have it: of the current stage, which one that is not needed may stand before.
    pace: paceOf(application.current_stage, since, today, usual),
    until: until && until >= today ? until : undefined,
    next: stages.some((stage) => stage.stage_name === next) ? undefined : next,
    isLast: stage_name === LAST_STAGE,
  }
}
