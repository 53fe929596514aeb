import { Title } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../../ui/Muted.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { Requests } from './Requests.tsx'
import { usePendingTopups } from './usePendingTopups.ts'

/** The top-ups that wait for a decision, oldest first (U62). */
export function PendingTopups() {
  const t = useTranslations('approvals')
  const failed = useTranslations('transactions')('failed')
  const { list, topups } = usePendingTopups()
  const total = list.data?.total ?? 0
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="pending-topups">
      <Title ref={heading} id="pending-topups" order={2} size="h2" mb="xs" tabIndex={-1}>
        {t('pending', { count: total })}
      </Title>
      {!list.data && !list.isError && <TableSkeleton rows={3} height={61} />}
      {!list.data && list.isError && <LoadError text={failed} refusal={list.error} onRetry={() => void list.refetch()} />}
      {list.data && topups.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {list.data && <Requests topups={topups} onNoneLeft={focusHeading} />}
      {topups.length < total && <Muted mt="sm">{t('capped', { shown: topups.length })}</Muted>}
    </section>
  )
}
