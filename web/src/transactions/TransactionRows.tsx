import { Flex, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import clsx from 'clsx'
import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { Money } from '../ui/signs/Money.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { SignedAmount } from './SignedAmount.tsx'
import classes from './Transactions.module.css'
import type { TransactionListProps } from './TransactionTable.tsx'
import { TransactionNotes, TransactionWords } from './TransactionWords.tsx'

/** The transactions where a table has no room: two-line rows that open to show the rest. */
export function TransactionRows({ transactions, label, onViewReceipt, company = false, actions }: TransactionListProps) {
  return (
    <ul className={rows.rows} aria-label={label}>
      {transactions.map((transaction) => (
        <li key={transaction.id}>
          <details className={clsx(rows.row, classes.row)}>
            <Summary transaction={transaction} company={company} />
            <TransactionFacts transaction={transaction} />
            {(transaction.receipt_details || actions) && (
              <Flex wrap="wrap" gap="sm" px="xs" pb="sm">
                <ReceiptButton transaction={transaction} onView={onViewReceipt} />
                {actions?.(transaction)}
              </Flex>
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}

const LINE = { component: 'span', align: 'center', justify: 'space-between', gap: 'sm' } as const

function Summary({ transaction, company }: { transaction: Transaction; company: boolean }) {
  const t = useTranslations('transactions')
  return (
    <summary data-press>
      <Flex {...LINE}>
        <Text span inherit fw={600} miw={0}>
          {company ? transaction.company_name : t(transaction.type)}
        </Text>
        <SignedAmount transaction={transaction} />
      </Flex>
      <Flex {...LINE}>
        <Muted component="span" miw={0}>
          {company && `${t(transaction.type)} · `}
          <DubaiDate value={transaction.moved_at ?? transaction.created_at} />
        </Muted>
        <StatusBadge status={transaction.status} />
      </Flex>
      <IconChevronDown size={16} className={clsx(rows.chevron, classes.chevron)} aria-hidden />
    </summary>
  )
}

function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions')
  const none = useTranslations('ui')('none')
  const { notes, reversed, balance_after } = transaction
  return (
    <Facts>
      <Fact name={t('transaction')}>
        <TransactionWords transaction={transaction} />
      </Fact>
      <Fact name={t('balance')}>{balance_after === null ? none : <Money aed={balance_after} />}</Fact>
      {(notes || reversed > 0) && (
        <Fact name={t('notes')} wide>
          <TransactionNotes transaction={transaction} />
        </Fact>
      )}
    </Facts>
  )
}
