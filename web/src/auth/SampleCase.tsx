import { addDays, dubaiDate, type StageName, type StageStatus } from 'contract'
import { useTranslations } from 'use-intl'
import { type StageOnPanel, StagePanel } from '../panels/StagePanel.tsx'
import { PriorityBadge } from '../ui/signs/PriorityBadge.tsx'
import classes from './LandingScreen.module.css'

const CASE: { stage: StageName; status: StageStatus; daysAgo: number }[] = [
  { stage: 'Offer Letter', status: 'Approved', daysAgo: 19 },
  { stage: 'Labor Fees', status: 'Approved', daysAgo: 16 },
  { stage: 'Entry Permit', status: 'Approved', daysAgo: 11 },
  { stage: 'Change Status', status: 'Approved', daysAgo: 6 },
  { stage: 'Medical Test', status: 'In Process', daysAgo: 2 },
]

/** A true piece of the product: the stage panel of a made-up case. */
export function SampleCase() {
  const t = useTranslations('landing')
  const today = dubaiDate(new Date())
  const stages: StageOnPanel[] = CASE.map(({ stage, status, daysAgo }) => ({
    stage_name: stage,
    status,
    notes: status === 'In Process' ? t('sampleNotes') : null,
    updated_at: addDays(today, -daysAgo),
    updated_by_name: null,
  }))
  return (
    <figure className={classes.sample}>
      <div className={classes.person}>
        <span className={classes.personName}>{t('sampleName')}</span>
        <span className={classes.passport}>{t('samplePassport')}</span>
        <PriorityBadge priority="fast_track" />
      </div>
      <StagePanel stages={stages} current="Medical Test" />
      <figcaption className={classes.caption}>{t('sample')}</figcaption>
    </figure>
  )
}
