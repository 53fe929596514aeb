import { Button } from '@mantine/core'
import { listTransactions } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { TransactionFilters, useTransactionFilters } from '../TransactionFilters.tsx'
import { TransactionList } from '../TransactionList.tsx'
import classes from '../Transactions.module.css'
import { HistoryCsv } from './HistoryCsv.tsx'

const PAGE = 50

/** The wallet's transactions, newest first, filtered and paged (U61). */
export function TransactionHistory({ label, tools }: { label: string; tools?: ReactNode }) {
  const t = useTranslations('transactions')
  const { filter, setType, setStatus, filtered } = useTransactionFilters()
  const list = useLoadPages(listTransactions, { query: { limit: PAGE, ...filter } })
  const { items = [], total = 0, unfiltered = 0 } = list.data ?? {}
  const clear = (
    <Button
      variant="default"
      onClick={() => {
        setType('')
        setStatus('')
      }}
    >
      {t('clear')}
    </Button>
  )
  return (
    <>
      {(unfiltered > 0 || filtered) && (
        <div className={classes.tools}>
          <TransactionFilters {...{ filter, setType, setStatus }} />
          <HistoryCsv filter={filter} disabled={total === 0} />
          {tools}
          <p className={classes.count} role="status">
            {list.data && t('showing', { shown: total, total: unfiltered })}
          </p>
        </div>
      )}
      {!list.data && !list.isError && <TableSkeleton rows={6} height={56} />}
      {!list.data && list.isError && <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} />}
      {list.data && unfiltered === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {list.data && unfiltered > 0 && total === 0 && <EmptyState title={t('noMatch')} hint={t('noMatchHint')} action={clear} />}
      {items.length > 0 && (
        <div className={classes.results} data-stale={list.isPlaceholderData || undefined}>
          <TransactionList transactions={items} label={label} />
        </div>
      )}
      {list.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}
