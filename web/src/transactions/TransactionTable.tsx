import clsx from 'clsx'
import type { Transaction } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { useHiddenColumns } from '../ui/list/hiddenColumns.ts'
import { Money } from '../ui/signs/Money.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { useWidth } from '../ui/useWidth.ts'
import { ReceiptButton } from './ReceiptButton.tsx'
import { SignedAmount } from './SignedAmount.tsx'
import { TransactionDate } from './TransactionDate.tsx'
import classes from './Transactions.module.css'
import { TransactionNotes, TransactionWords } from './TransactionWords.tsx'

export interface TransactionListProps {
  transactions: readonly Transaction[]
  /** The list's name for screen readers. */
  label: string
  onViewReceipt: (id: string) => void
  /** Whether the list is of several companies. */
  company?: boolean | undefined
  /** What can be done with a row. */
  actions?: ((transaction: Transaction) => ReactNode) | undefined
}

export const TransactionTable = ({ transactions, label, ...options }: TransactionListProps) => (
  <DataTable list="transactions" columns={useTransactionColumns(options)} rows={transactions} label={label} height={56} sticky />
)

export const TransactionTableSkeleton = ({ columns }: { columns: readonly Column<Transaction>[] }) => (
  <DataTable list="transactions" columns={columns} rows={[]} loading={6} height={56} />
)

type ColumnOptions = Omit<TransactionListProps, 'transactions' | 'label'>

export function useTransactionColumns({ onViewReceipt, company, actions }: ColumnOptions): Column<Transaction>[] {
  const t = useTranslations('transactions')
  const none = useTranslations('ui')('none')
  // Where there is no room beside it, the company stands in the transaction's cell (B13).
  const roomy = useWidth('beside')
  const hidden = useHiddenColumns('transactions')
  const isWithin = company && !roomy && !hidden.includes('company')
  const columns: (Column<Transaction> | false | undefined)[] = [
    { id: 'date', head: t('date'), cell: (transaction) => <TransactionDate transaction={transaction} />, className: classes.date },
    {
      id: 'transaction',
      head: t('transaction'),
      cell: (transaction) => <TransactionWords transaction={transaction} company={isWithin} />,
      rowHeader: true,
      width: isWithin ? '7.5rem' : '9.5rem',
      className: clsx(classes.words, isWithin && classes.withCompany),
    },
    company && {
      id: 'company',
      within: !roomy,
      head: t('company'),
      cell: ({ company_name }) => <bdi>{company_name}</bdi>,
      className: classes.company,
    },
    { id: 'status', head: t('status'), cell: ({ status }) => <StatusBadge status={status} />, className: classes.status },
    {
      id: 'notes',
      head: t('notes'),
      cell: (transaction) => <TransactionNotes transaction={transaction} />,
      width: isWithin ? '6rem' : '8.5rem',
      className: classes.notes,
    },
    {
      id: 'receipt',
      head: t('receipt'),
      cell: (transaction) => <ReceiptButton transaction={transaction} onView={onViewReceipt} short={company && !roomy} />,
      className: classes.receipt,
    },
    {
      id: 'amount',
      head: t('amount'),
      cell: (transaction) => <SignedAmount transaction={transaction} />,
      numeric: true,
      className: classes.amount,
    },
    {
      id: 'balance',
      head: t('balance'),
      cell: ({ balance_after }) => (balance_after === null ? none : <Money aed={balance_after} />),
      numeric: true,
      className: classes.balance,
    },
    actions && { id: 'actions', head: t('actions'), cell: actions, pressed: true },
  ]
  return columns.filter((column) => !!column)
}
