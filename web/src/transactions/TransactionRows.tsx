import { IconChevronDown } from '@tabler/icons-react'
import clsx from 'clsx'
import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import facts from '../ui/Facts.module.css'
import shared from '../ui/Rows.module.css'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { Money } from '../ui/signs/Money.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { SignedAmount } from './SignedAmount.tsx'
import classes from './Transactions.module.css'
import type { TransactionListProps } from './TransactionTable.tsx'
import { TransactionNotes, TransactionWords } from './TransactionWords.tsx'

/** The table where it has no room: rows of two lines that open to the rest. */
export function TransactionRows({ transactions, label, onViewReceipt, company = false, actions }: TransactionListProps) {
  return (
    <ul className={clsx(shared.rows, classes.rows)} aria-label={label}>
      {transactions.map((transaction) => (
        <li key={transaction.id}>
          <details className={clsx(shared.row, classes.row)}>
            <Summary transaction={transaction} company={company} />
            <Facts transaction={transaction} />
            <div className={classes.foot}>
              <ReceiptButton transaction={transaction} onView={onViewReceipt} />
              {actions?.(transaction)}
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

function Summary({ transaction, company }: { transaction: Transaction; company: boolean }) {
  const t = useTranslations('transactions')
  return (
    <summary>
      <span className={classes.line}>
        <span className={classes.type}>{company ? transaction.company_name : t(transaction.type)}</span>
        <SignedAmount transaction={transaction} />
      </span>
      <span className={classes.line}>
        <span className={classes.about}>
          {company && `${t(transaction.type)} · `}
          <DubaiDate value={transaction.created_at} />
        </span>
        <StatusBadge status={transaction.status} />
      </span>
      <IconChevronDown size={16} className={clsx(shared.chevron, classes.chevron)} aria-hidden />
    </summary>
  )
}

function Facts({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions')
  const none = useTranslations('ui')('none')
  const { notes, reversed, balance_after } = transaction
  return (
    <dl className={facts.facts}>
      <div>
        <dt>{t('transaction')}</dt>
        <dd>
          <TransactionWords transaction={transaction} />
        </dd>
      </div>
      <div>
        <dt>{t('balance')}</dt>
        <dd>{balance_after === null ? none : <Money aed={balance_after} />}</dd>
      </div>
      {(notes || reversed > 0) && (
        <div className={classes.wide}>
          <dt>{t('notes')}</dt>
          <dd>
            <TransactionNotes transaction={transaction} />
          </dd>
        </div>
      )}
    </dl>
  )
}
