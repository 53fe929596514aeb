import { Box, Button, Group, Text } from '@mantine/core'
import { type Icon, IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { formatAed, listTransactions, type Transaction } from 'contract'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { Listing } from '../../ui/Listing.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { useWidth } from '../../ui/useWidth.ts'
import { sortOf } from '../TransactionFilters.tsx'
import { TransactionList, TransactionsSkeleton, TransactionTools } from '../TransactionList.tsx'
import { UnmovedTransactions, useUnmoved } from '../UnmovedTransactions.tsx'
import classes from './AdminBillingScreen.module.css'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { HistoryFilters, useHistoryFilters } from './HistoryFilters.tsx'
import { TransactionRecord } from './TransactionRecord.tsx'
import { leftOf } from './useCorrection.ts'
import { type TransactionDialog, useTransactionDialog } from './useTransactionDialog.ts'

const PAGE_SIZE = 50

/** The ledger of all companies, newest first, and what was rejected (§2). */
export function SettledTransactions() {
  const t = useTranslations('approvals')
  const words = useTranslations('transactions')
  const filters = useHistoryFilters()
  const { status, ...others } = filters.filter
  const list = useLoadPages(listTransactions, { query: { limit: PAGE_SIZE, status, ...others, sort: sortOf(status) } })
  const { month, ...unmoved } = others
  const rejected = useUnmoved({ status: 'rejected', ...unmoved })
  const { items = [] } = list.data ?? {}
  const dialog = useTransactionDialog()
  const heading = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusKept(heading, list.data)
  const all = [...items, ...(rejected.data?.items ?? [])]
  const of = (name: TransactionDialog) => all.find(({ id }) => id === dialog.idOf(name))
  const actions = (transaction: Transaction) => <Actions transaction={transaction} onOpen={(name) => dialog.open(name, transaction.id)} />
  return (
    <Box component="section" mt="2.5rem" aria-labelledby="settled">
      <SectionTitle ref={heading} id="settled" mb="xs" tabIndex={-1}>
        {t('history')}
      </SectionTitle>
      <Listing
        list={list}
        tools={
          <>
            <HistoryFilters {...filters} transactions={list.data?.items} />
            <TransactionTools company actions={actions} download={{ query: filters.filter, disabled: all.length === 0 }} />
          </>
        }
        evenTools
        count={(shown) => words('showing', { ...shown })}
        filtered={filters.filtered}
        skeleton={<TransactionsSkeleton company actions={actions} />}
        failed={words('failed')}
        more={words('more')}
        nothing={<NothingFound filtered={filters.filtered} onClear={filters.clear} />}
      >
        {(transactions) => <TransactionList transactions={transactions} label={t('history')} company actions={actions} />}
      </Listing>
      {list.data && status === undefined && month === undefined && (
        <UnmovedTransactions list={rejected} title={words('unmoved.rejected')} company actions={actions} />
      )}
      <TransactionRecord transaction={of('record')} onClose={() => dialog.close()} />
      <CorrectionDialog
        transaction={of('correct')}
        onClose={() => dialog.close()}
        onDone={() => {
          dialog.close()
          keepFocus()
        }}
      />
    </Box>
  )
}

interface ActionsProps {
  transaction: Transaction
  onOpen: (name: TransactionDialog) => void
}

function Actions({ transaction, onOpen }: ActionsProps) {
  const t = useTranslations('approvals')
  const named = { amount: formatAed(transaction.amount), company: transaction.company_name }
  return (
    <Group gap="2xs" wrap="nowrap">
      <Action word={t('record')} label={t('recordNamed', named)} Icon={IconHistory} onClick={() => onOpen('record')} />
      {leftOf(transaction) > 0 && (
        <Action word={t('correct')} label={t('correctNamed', named)} Icon={IconArrowBackUp} onClick={() => onOpen('correct')} />
      )}
    </Group>
  )
}

interface ActionProps {
  word: string
  /** The word with its object, for screen readers. */
  label: string
  Icon: Icon
  onClick: () => void
}

/** An icon in the table, with its word where the row has room for it. */
function Action({ word, label, Icon, onClick }: ActionProps) {
  const isTable = useWidth('table')
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      px="0.4375rem"
      className={classes.action ?? ''}
      aria-label={label}
      title={word}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      {!isTable && (
        <Text span inherit ms="0.375rem">
          {word}
        </Text>
      )}
    </Button>
  )
}

function NothingFound({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useTranslations('approvals')
  const words = useTranslations('transactions')
  if (!filtered) return <EmptyState title={t('historyNone')} />
  const clear = (
    <Button variant="default" onClick={onClear}>
      {words('clear')}
    </Button>
  )
  return <EmptyState title={t('noMatch')} hint={t('noMatchHint')} action={clear} />
}

/** Gives the focus to the heading when a correction of the whole amount has removed its own button. Call the result before the list changes. */
function useFocusKept(heading: RefObject<HTMLElement | null>, shown: unknown): () => void {
  const expected = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time another list shows
  useEffect(() => {
    if (expected.current && document.activeElement === document.body) heading.current?.focus()
    if (shown) expected.current = false
  }, [shown])
  return () => {
    expected.current = true
  }
}
