import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import classes from './Approvals.module.css'
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
      <h2 ref={heading} id="pending-topups" tabIndex={-1} className={classes.title}>
        {t('pending', { count: total })}
      </h2>
      {!list.data && !list.isError && <TableSkeleton rows={3} height={61} />}
      {!list.data && list.isError && <LoadError text={failed} refusal={list.error} onRetry={() => void list.refetch()} />}
      {list.data && topups.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {list.data && <Requests topups={topups} onNoneLeft={focusHeading} />}
      {topups.length < total && <p className={classes.capped}>{t('capped', { shown: topups.length })}</p>}
    </section>
  )
}
