import { Text } from '@mantine/core'
import type { WorkItem } from 'contract'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import classes from './Today.module.css'

/** The first line of the note says what to do, unless the company has answered it. */
export function Refused({ item: { stage_name, note, answered_at } }: { item: WorkItem }) {
  const t = useTranslations('dashboard.today')
  const words = useTranslations('enums.stage')
  if (!stage_name) return null
  return (
    <Text span inherit>
      <Text span inherit c="var(--red-text)" fw={500}>
        {t('refused', { stage: words(stage_name) })}
      </Text>{' '}
      {answered_at
        ? t.rich('answered', { when: () => <RelativeTime value={answered_at} /> })
        : note && (
            <bdi className={classes.note} title={note}>
              {note}
            </bdi>
          )}
    </Text>
  )
}
