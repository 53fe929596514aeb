import { Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import type { Stage, VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { useUsualDays } from '../../session/settings.ts'
import { Card } from '../../ui/Card.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import { formatDate } from '../../ui/signs/dates.ts'
import { Tag } from '../../ui/signs/Tag.tsx'
import { AdvanceControls } from './AdvanceControls.tsx'
import { AssigneeField } from './AssigneeField.tsx'
import classes from './NextStep.module.css'
import { type OpenStage, openStageOf } from './openStage.ts'
import { RefusedStep } from './RefusedStep.tsx'
import { StageOutlook } from './StageOutlook.tsx'

interface NextStepProps {
  application: VisaApplicationRecord
  stages: readonly Stage[]
}

/** Says what comes next in an active case: to an administrator with the one button for it, to the others who acts and until when. */
export function NextStep({ application, stages }: NextStepProps) {
  const t = useTranslations('applicationDetail.next')
  const isAdmin = useUser().role === 'admin'
  const open = openStageOf(application, stages, new Date(), useUsualDays())
  const isRefused = open.saved?.status === 'Rejected'
  return (
    <Card
      component="section"
      aria-labelledby="next-step"
      data-screen-only
      className={classes.card ?? ''}
      data-refused={isRefused || undefined}
    >
      <Group justify="space-between" gap="xs" mb="2xs">
        <SectionTitle id="next-step">{t('title')}</SectionTitle>
        {!isRefused && <PaceTag pace={open.pace} />}
      </Group>
      <State open={open} />
      {application.answered_at && <Answered at={application.answered_at} />}
      {isRefused && open.saved ? (
        <RefusedStep application={application} stage={open.saved} />
      ) : (
        <>
          <StageOutlook stage={open.stage_name} current />
          {open.until && <Muted lh="row">{t('until', { date: formatDate(open.until) })}</Muted>}
        </>
      )}
      {isAdmin && (
        <>
          <AdvanceControls key={open.stage_name} application={application} open={open} />
          <AssigneeField id={application.id} />
        </>
      )}
    </Card>
  )
}

function State({ open: { stage_name, saved, days } }: { open: OpenStage }) {
  const t = useTranslations('applicationDetail.next')
  const stage = useTranslations('enums.stage')(stage_name)
  return (
    <Text fw={600} lh="row">
      {t(saved?.status ?? 'notStarted', { stage, days })}
    </Text>
  )
}

function Answered({ at }: { at: string }) {
  const t = useTranslations('applicationDetail.next')
  return <Text size="sm">{t.rich('answered', { when: () => <RelativeTime value={at} /> })}</Text>
}

function PaceTag({ pace }: Pick<OpenStage, 'pace'>) {
  const t = useTranslations('applicationDetail.next')
  if (pace === 'on_time') return null
  return (
    <Tag hue={pace === 'late' ? 'red' : 'amber'} icon={<IconClockExclamation size={15} stroke={2} />}>
      {t(pace)}
    </Tag>
  )
}
