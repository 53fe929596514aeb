import { currentStage, LAST_STAGE, type RecordedStage, STAGE_NAMES, type StageName, type StageStatus } from './stages.ts'

interface Kind {
  application_type: 'new' | 'renewal'
  visa_type: 'employee' | 'investor'
  employee_location: 'inside_uae' | 'outside_uae'
}

interface Standing {
  current_stage: StageName
  stage_status: StageStatus | null
}

const RENEWAL_LEAVES_OUT: readonly StageName[] = ['Offer Letter', 'Entry Permit', 'Change Status']
const INVESTOR_LEAVES_OUT: readonly StageName[] = ['Offer Letter', 'Labor Fees']

/** The stages that such an application goes through, in order. Any other may still be recorded, and then shows. */
export const stagesFor = ({ application_type, visa_type, employee_location }: Kind): StageName[] =>
  STAGE_NAMES.filter(
    (stage) =>
      !(application_type === 'renewal' && RENEWAL_LEAVES_OUT.includes(stage)) &&
      !(visa_type === 'investor' && INVESTOR_LEAVES_OUT.includes(stage)) &&
      !(employee_location === 'outside_uae' && stage === 'Change Status'),
  )

/** Where the work is: the current stage, or where that one is neither recorded nor needed, the next that is needed. */
export function openStage(kind: Kind, recorded: readonly RecordedStage[]): StageName {
  const current_stage = currentStage(recorded)
  const stage_status = recorded.find(({ stage_name }) => stage_name === current_stage)?.status ?? null
  return openStageAt({ ...kind, current_stage, stage_status })
}

/** The same of an application as a list shows it. `stage_status` is null while the current stage is not recorded. */
export const openStageAt = ({ current_stage, stage_status, ...kind }: Kind & Standing): StageName =>
  stage_status === null
    ? (stagesFor(kind).find((stage) => STAGE_NAMES.indexOf(stage) >= STAGE_NAMES.indexOf(current_stage)) ?? LAST_STAGE)
    : current_stage

/** The stages that count for an application: those that it needs, and any other that is recorded. */
export const countedStages = (kind: Kind, recorded: readonly Pick<RecordedStage, 'stage_name'>[]): StageName[] =>
  STAGE_NAMES.filter((stage) => stagesFor(kind).includes(stage) || recorded.some(({ stage_name }) => stage_name === stage))
