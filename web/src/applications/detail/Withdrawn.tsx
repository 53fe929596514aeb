import { Text } from '@mantine/core'
import type { HistoryEntry } from 'contract'
import { useTranslations } from 'use-intl'
import { Callout } from '../../ui/Callout.tsx'
import { formatDate } from '../../ui/signs/dates.ts'

/** Says since when an application is withdrawn, by whom and why (S13). */
export function Withdrawn({ history }: { history: readonly HistoryEntry[] | undefined }) {
  const t = useTranslations('applicationDetail.withdrawal')
  const line = history?.find(({ action }) => action === 'withdrawn')
  if (!line) return null
  const date = formatDate(line.happened_at)
  return (
    <Callout hue="gray" mb="xl">
      <Text inherit fw={600}>
        {line.actor_name === null ? t('sincePortal', { date }) : t('since', { date, name: line.actor_name })}
      </Text>
      {line.changes.map(({ field, to }) => (
        <bdi key={field}>{to}</bdi>
      ))}
    </Callout>
  )
}
