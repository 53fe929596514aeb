import { Button } from '@mantine/core'
import { listTransactions, type TransactionType } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { useCompanies, useIsOfAll } from '../../session/allCompanies.ts'
import { Listing } from '../../ui/Listing.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { sortOf, TransactionFilters, useTransactionFilters } from '../TransactionFilters.tsx'
import { TransactionList, TransactionsSkeleton, TransactionTools } from '../TransactionList.tsx'
import { UnmovedTransactions, useUnmoved } from '../UnmovedTransactions.tsx'

const PAGE_SIZE = 50

/** The wallet's ledger, newest first, filtered and paged, in which the balance runs from row to row (U61). */
export function TransactionHistory({ title, tools }: { title: string; tools?: ReactNode }) {
  const t = useTranslations('transactions')
  const { filter, setType, setStatus, filtered } = useTransactionFilters()
  const companies = useCompanies()
  const isOfAll = useIsOfAll()
  const list = useLoadPages(listTransactions, { query: { limit: PAGE_SIZE, ...filter, ...companies, sort: sortOf(filter.status) } })
  const isShown = (type: TransactionType) => filter.status === undefined && (filter.type ?? type) === type
  const owed = useUnmoved({ status: 'pending', type: 'visa_payment', ...companies }, { enabled: isShown('visa_payment') })
  const underway = useUnmoved({ status: 'pending', type: 'topup', ...companies }, { enabled: isShown('topup') })
  const rejected = useUnmoved({ status: 'rejected', type: filter.type, ...companies })
  const all = { ...list, refetch: () => Promise.all([list, owed, underway, rejected].map((each) => each.refetch())) }
  const band = (of: 'owed' | 'underway' | 'rejected', unmoved: typeof owed) =>
    list.data && <UnmovedTransactions list={unmoved} title={t(`unmoved.${of}`)} company={isOfAll} />
  const { total = 0, unfiltered = 0 } = list.data ?? {}
  const clear = () => {
    setType('')
    setStatus('')
  }
  return (
    <>
      {isShown('visa_payment') && band('owed', owed)}
      {isShown('topup') && band('underway', underway)}
      <SectionTitle mb="md">{title}</SectionTitle>
      <Listing
        list={all}
        tools={
          (unfiltered > 0 || filtered) && (
            <>
              <TransactionFilters {...{ filter, setType, setStatus }} />
              <TransactionTools
                company={isOfAll}
                download={isOfAll ? undefined : { query: filter, disabled: (filtered ? total : unfiltered) === 0 }}
              />
              {tools}
            </>
          )
        }
        evenTools
        count={(shown) => t('showing', { ...shown })}
        filtered={filtered}
        skeleton={<TransactionsSkeleton company={isOfAll} />}
        failed={t('failed')}
        more={t('more')}
        nothing={filtered ? <NoMatch onClear={clear} /> : <NothingYet unfiltered={unfiltered} />}
      >
        {(transactions) => <TransactionList transactions={transactions} label={title} company={isOfAll} />}
      </Listing>
      {filter.status === undefined && band('rejected', rejected)}
    </>
  )
}

function NothingYet({ unfiltered }: { unfiltered: number }) {
  const t = useTranslations('transactions')
  return unfiltered === 0 ? <EmptyState title={t('none')} hint={t('noneHint')} /> : <EmptyState title={t('noneMoved')} />
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTranslations('transactions')
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clear')}
    </Button>
  )
  return <EmptyState title={t('noMatch')} hint={t('noMatchHint')} action={clear} />
}
