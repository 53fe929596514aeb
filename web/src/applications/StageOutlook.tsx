import { type StageName, USUAL_DAYS } from 'contract'
import { useTranslations } from 'use-intl'
import classes from './StageRail.module.css'

/** Who acts next in the current stage, and how long a stage usually takes (U66). */
export function StageOutlook({ stage, current }: { stage: StageName; current: boolean }) {
  const t = useTranslations('applicationDetail.outlook')
  const days = USUAL_DAYS[stage]
  if (!current && !days) return null
  return (
    <p className={classes.outlook}>
      {current && <span>{t(`next.${stage}`)}</span>} {days && <span>{t('usually', { days: days.join('–') })}</span>}
    </p>
  )
}
