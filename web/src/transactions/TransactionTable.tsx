import type { Transaction } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { Money } from '../ui/signs/Money.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { SignedAmount } from './SignedAmount.tsx'
import classes from './Transactions.module.css'
import { TransactionNotes, TransactionWords } from './TransactionWords.tsx'

export interface TransactionListProps {
  transactions: readonly Transaction[]
  /** The list's name for who cannot see it. */
  label: string
  onViewReceipt: (id: string) => void
  /** For lists of several companies. */
  company?: boolean | undefined
  /** What can be done with a row. */
  actions?: ((transaction: Transaction) => ReactNode) | undefined
}

export function TransactionTable({ transactions, label, onViewReceipt, company = false, actions }: TransactionListProps) {
  const t = useTranslations('transactions')
  const heads = ['date', 'transaction', ...(company ? ['company' as const] : []), 'status', 'notes', 'receipt'] as const
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
          <th scope="col" className={classes.number}>
            {t('amount')}
          </th>
          <th scope="col" className={classes.number}>
            {t('balance')}
          </th>
          {actions && <th scope="col">{t('actions')}</th>}
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <Row key={transaction.id} {...{ transaction, onViewReceipt, company, actions }} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<TransactionListProps, 'onViewReceipt' | 'company' | 'actions'> & { transaction: Transaction }

function Row({ transaction, onViewReceipt, company, actions }: RowProps) {
  const none = useTranslations('ui')('none')
  const { created_at, company_name, status, balance_after } = transaction
  return (
    <tr>
      <td className={classes.date}>
        <DubaiDate value={created_at} />
      </td>
      <th scope="row" className={classes.words}>
        <TransactionWords transaction={transaction} />
      </th>
      {company && (
        <td>
          <bdi>{company_name}</bdi>
        </td>
      )}
      <td>
        <StatusBadge status={status} />
      </td>
      <td className={classes.notes}>
        <TransactionNotes transaction={transaction} />
      </td>
      <td className={classes.receipt}>
        <ReceiptButton transaction={transaction} onView={onViewReceipt} />
      </td>
      <td className={classes.number}>
        <SignedAmount transaction={transaction} />
      </td>
      <td className={classes.number}>{balance_after === null ? none : <Money aed={balance_after} />}</td>
      {actions && <td>{actions(transaction)}</td>}
    </tr>
  )
}
