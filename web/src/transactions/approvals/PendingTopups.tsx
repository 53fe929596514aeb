import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { Requests } from './Requests.tsx'
import { RequestsSkeleton } from './RequestsSkeleton.tsx'
import type { usePendingTopups } from './usePendingTopups.ts'

/** The top-ups that wait for a decision, oldest first (U62). */
export function PendingTopups({ list, topups }: ReturnType<typeof usePendingTopups>) {
  const t = useTranslations('approvals')
  const failed = useTranslations('transactions')('failed')
  const total = list.data?.total ?? 0
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="pending-topups">
      <SectionTitle ref={heading} id="pending-topups" mb="xs" tabIndex={-1}>
        {list.data ? t('pending', { count: total }) : t('pendingNow')}
      </SectionTitle>
      {!list.data && !list.isError && <RequestsSkeleton />}
      {!list.data && list.isError && <LoadError text={failed} refusal={list.error} onRetry={() => void list.refetch()} />}
      {list.data && topups.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {list.data && <Requests topups={topups} onNoneLeft={focusHeading} />}
      {topups.length < total && <Muted mt="sm">{t('capped', { shown: topups.length })}</Muted>}
    </section>
  )
}
