import { Button } from '@mantine/core'
import { type Icon, IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { formatAed, listTransactions, type Transaction } from 'contract'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { TransactionList } from '../TransactionList.tsx'
import rows from '../Transactions.module.css'
import approvals from './Approvals.module.css'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { HistoryFilters, useHistoryFilters } from './HistoryFilters.tsx'
import classes from './SettledTransactions.module.css'
import { TransactionRecord } from './TransactionRecord.tsx'
import { leftOf } from './useCorrection.ts'
import { type TransactionDialog, useTransactionDialog } from './useTransactionDialog.ts'

const PAGE = 50

/** All that is decided or settled, of all companies, newest first (§2). */
export function SettledTransactions() {
  const t = useTranslations('approvals')
  const words = useTranslations('transactions')
  const filters = useHistoryFilters()
  const list = useLoadPages(listTransactions, { query: { limit: PAGE, pending: 'false', ...filters.filter } })
  const { items = [], total = 0 } = list.data ?? {}
  const dialog = useTransactionDialog()
  const heading = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusKept(heading, list.data)
  const of = (name: TransactionDialog) => items.find(({ id }) => id === dialog.idOf(name))
  const actions = (transaction: Transaction) => <Actions transaction={transaction} onOpen={(name) => dialog.open(name, transaction.id)} />
  return (
    <section aria-labelledby="settled" className={classes.settledSection}>
      <h2 ref={heading} id="settled" tabIndex={-1} className={approvals.title}>
        {t('history')}
      </h2>
      <div className={rows.tools}>
        <HistoryFilters {...filters} transactions={list.data?.items} />
        <p className={rows.count} role="status">
          {list.data && t('found', { count: total })}
        </p>
      </div>
      {!list.data && !list.isError && <TableSkeleton rows={6} height={56} />}
      {!list.data && list.isError && <LoadError text={words('failed')} refusal={list.error} onRetry={() => void list.refetch()} />}
      {list.data && total === 0 && <NothingFound filtered={filters.filtered} onClear={filters.clear} />}
      {items.length > 0 && (
        <div className={rows.results} data-stale={list.isPlaceholderData || undefined}>
          <TransactionList transactions={items} label={t('history')} company actions={actions} />
        </div>
      )}
      {list.hasNextPage && (
        <div className={rows.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words('more')}
          </Button>
        </div>
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
    </section>
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
    <span className={classes.actions}>
      <Action word={t('record')} label={t('recordNamed', named)} Icon={IconHistory} onClick={() => onOpen('record')} />
      {leftOf(transaction) > 0 && (
        <Action word={t('correct')} label={t('correctNamed', named)} Icon={IconArrowBackUp} onClick={() => onOpen('correct')} />
      )}
    </span>
  )
}

interface ActionProps {
  word: string
  /** The word with its object, for who cannot see the row. */
  label: string
  Icon: Icon
  onClick: () => void
}

/** An icon in the table, with its word where the row has room for it. */
const Action = ({ word, label, Icon, onClick }: ActionProps) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    className={classes.action ?? ''}
    aria-label={label}
    title={word}
    onClick={onClick}
  >
    <Icon size={18} stroke={1.6} aria-hidden />
    <span className={classes.word}>{word}</span>
  </Button>
)

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

/** A correction of all that is left takes its own button off the row: the heading then has the focus. Answers what to call before. */
function useFocusKept(heading: RefObject<HTMLElement | null>, shown: unknown): () => void {
  const expected = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks each time another list shows
  useEffect(() => {
    if (expected.current && document.activeElement === document.body) heading.current?.focus()
    if (shown) expected.current = false
  }, [shown])
  return () => {
    expected.current = true
  }
}
