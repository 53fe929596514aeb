import type { StageName } from 'contract'
import { useTranslations } from 'use-intl'
import { RuleSource } from '../../panels/RuleSource.tsx'
import { useUsualDays } from '../../session/settings.ts'
import { Muted } from '../../ui/Muted.tsx'

/** Says who acts next in the current stage, and how long a stage usually takes (U66). */
export function StageOutlook({ stage, current }: { stage: StageName; current: boolean }) {
  const t = useTranslations('applicationDetail.outlook')
  const days = useUsualDays()[stage]
  if (!current && !days) return null
  // Each end of a range has its own place in the sentence: "3–5" would be read from the right in Arabic.
  const usual = ({ least, most }: NonNullable<typeof days>) =>
    most === undefined ? t('usuallyExactly', { days: least }) : t('usually', { least, most })
  return (
    <Muted lh="row">
      {current && <span>{t(`next.${stage}`)}</span>}{' '}
      {days && (
        <RuleSource of="stage_usual_days" stage={stage} title={t('source')}>
          {usual(days)}
        </RuleSource>
      )}
    </Muted>
  )
}
