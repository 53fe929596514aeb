import {
  countedStages,
  dubaiDate,
  LAST_STAGE,
  openStage,
  type Pace,
  paceOf,
  STAGE_NAMES,
  type Stage,
  type StageName,
  stagesFor,
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
  /** The day by which it is usually done. */
  until: string | undefined
  /** What an advance begins. */
  next: StageName | undefined
  isLast: boolean
}

/** The stage at which the work of an active application is, and since when. */
export function openStageOf(application: VisaApplication, stages: readonly Stage[], now: Date): OpenStage {
  const stage_name = openStage(application, stages)
  const saved = stages.find((stage) => stage.stage_name === stage_name)
  const counted = countedStages(application, stages)
  const before = stages.find((stage) => stage.stage_name === counted[counted.indexOf(stage_name) - 1] && stage.status === 'Approved')
  const moments = [before?.updated_at, saved?.created_at].filter((moment) => moment !== undefined)
  const since = new Date(moments.toSorted()[0] ?? application.submitted_at)
  const today = dubaiDate(now)
  const place = STAGE_NAMES.indexOf(stage_name)
  const next = stagesFor(application).find((name) => STAGE_NAMES.indexOf(name) > place)
  return {
    stage_name,
    saved,
    days: Math.round((Date.parse(today) - Date.parse(dubaiDate(since))) / DAY_MS),
    pace: paceOf(stage_name, since, today),
    until: usualUntil(stage_name, since),
    next: stages.some((stage) => stage.stage_name === next) ? undefined : next,
    isLast: stage_name === LAST_STAGE,
  }
}
