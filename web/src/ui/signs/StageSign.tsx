import { type Icon, IconAlertTriangle, IconCircleDashed, IconProgress, IconSend, IconX } from '@tabler/icons-react'
import { daysLeft, dubaiDate, openStageAt, paceOf, type VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useUsualDays } from '../../session/settings.ts'
import { StageBadge } from './StageBadge.tsx'
import classes from './StageSign.module.css'
import type { Hue } from './Tag.tsx'

type Staged = Pick<
  VisaApplication,
  'application_type' | 'visa_type' | 'employee_location' | 'current_stage' | 'stage_status' | 'stage_since' | 'status'
>
type Work = 'notBegun' | 'Submitted' | 'In Process' | 'Rejected'

const SIGNS: Record<Work, { hue: Hue; Icon: Icon }> = {
  notBegun: { hue: 'gray', Icon: IconCircleDashed },
  Submitted: { hue: 'blue', Icon: IconSend },
  'In Process': { hue: 'amber', Icon: IconProgress },
  Rejected: { hue: 'red', Icon: IconX },
}

/** The stage in its colour (§4), and below it where the work on it stands, for how many days, and whether that is late. */
export function StageSign({ application }: { application: Staged }) {
  return (
    <span className={classes.sign}>
      <StageBadge stage={application.current_stage} />
      <StageState application={application} />
    </span>
  )
}

/** An approved stage is the current one only where it is the last. */
const workOf = ({ stage_status }: Staged): Work => (stage_status === null || stage_status === 'Approved' ? 'notBegun' : stage_status)

/** Where the work on the stage stands, for how many days, and whether that is late. */
export function StageState({ application }: { application: Staged }) {
  const t = useTranslations('ui.stageState')
  const words = useTranslations('enums.status')
  const stages = useTranslations('enums.stage')
  const usual = useUsualDays()
  const { current_stage, stage_since, status } = application
  if (status !== 'active')
    return (
      <span className={classes.state} data-hue="gray">
        {words(status)}
      </span>
    )
  const today = dubaiDate(new Date())
  const since = new Date(stage_since)
  const work = workOf(application)
  // Where the case does not need its current stage, the one that is next is named (U75).
  const open = openStageAt(application)
  const isPassed = open !== current_stage
  const notBegun = isPassed ? t('next', { stage: stages(open) }) : t('notBegun')
  const { hue, Icon } = SIGNS[work]
  const days = Math.max(0, -daysLeft(dubaiDate(since), today))
  const isLate = paceOf(current_stage, since, today, usual) === 'late'
  return (
    <span className={classes.state} data-hue={hue} data-long={isPassed || undefined}>
      <Icon size={14} stroke={2.25} aria-hidden />
      {work === 'notBegun' ? notBegun : words(work)}
      <span className={classes.days} data-hue={isLate ? 'amber' : undefined} data-late={isLate || undefined}>
        {isLate && <IconAlertTriangle size={13} stroke={2.25} aria-hidden />}
        {t(isLate ? 'late' : 'days', { days })}
      </span>
    </span>
  )
}
