import { Anchor, Text } from '@mantine/core'
import { type ApplicationType, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import { Money } from '../../ui/signs/Money.tsx'
import { useWidth } from '../../ui/useWidth.ts'
import { type Answers, costOf, missingOf } from './answers.ts'
import classes from './NewApplicationScreen.module.css'
import { idOf } from './useLabels.ts'

interface SubmissionBarProps {
  kind: ApplicationType
  answers: Answers
}

/** What is missing and what it costs, in view where the summary stands below the form (B11, U39). */
export function SubmissionBar({ kind, answers }: SubmissionBarProps) {
  const t = useTranslations('newApplication')
  const beside = useWidth('roomy')
  const missing = missingOf(kind, answers)
  const [first] = missing
  if (beside) return null
  return (
    <div className={classes.bar}>
      {first ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={500}
          ta="start"
          onClick={() => document.getElementById(idOf(first))?.focus()}
        >
          {t('missing', { count: missing.length })}
        </Anchor>
      ) : (
        <Text span size="sm" fw={500} c="var(--green-text)">
          {t('complete')}
        </Text>
      )}
      <Text span fw={600} style={{ whiteSpace: 'nowrap' }}>
        <Money aed={toAed(costOf(kind, answers))} />
      </Text>
    </div>
  )
}
