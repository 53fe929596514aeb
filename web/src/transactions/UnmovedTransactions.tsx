import { Box, Button, Group } from '@mantine/core'
import { listTransactions, type Transaction, type TransactionType } from 'contract'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TransactionList } from './TransactionList.tsx'

const PAGE_SIZE = 50

interface Unmoved {
  status: 'pending' | 'rejected'
  type?: TransactionType | undefined
  company_id?: string | undefined
  companies?: 'all' | undefined
}

/** What waits or was rejected: it is no part of the ledger, and comes by request, newest first. */
export const useUnmoved = (query: Unmoved, options = {}) =>
  useLoadPages(listTransactions, { query: { limit: PAGE_SIZE, ...query } }, options)

interface UnmovedTransactionsProps {
  list: ReturnType<typeof useUnmoved>
  title: string
  company?: boolean
  actions?: (transaction: Transaction) => ReactNode
}

/** A band beside the ledger, which is not there while it has nothing. */
export function UnmovedTransactions({ list, title, ...shown }: UnmovedTransactionsProps) {
  const t = useTranslations('transactions')
  const id = useId()
  if (!list.data && list.isError) return <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} />
  const { items = [] } = list.data ?? {}
  if (items.length === 0) return null
  return (
    <Box component="section" my="xl" aria-labelledby={id}>
      <SectionTitle id={id} mb="md">
        {title}
      </SectionTitle>
      <TransactionList transactions={items} label={title} {...shown} />
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Group>
      )}
    </Box>
  )
}
