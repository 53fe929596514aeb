import { Flex, Text } from '@mantine/core'
import type { Transaction } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { Money } from '../ui/signs/Money.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { SignedAmount } from './SignedAmount.tsx'
import { TransactionDate } from './TransactionDate.tsx'
import classes from './Transactions.module.css'
import type { TransactionListProps } from './TransactionTable.tsx'
import { TransactionNotes, TransactionWords } from './TransactionWords.tsx'

/** The transactions where a table has no room: each row is a card that shows all of it (B13). */
export function TransactionRows({ transactions, label, onViewReceipt, company = false, actions }: TransactionListProps) {
  return (
    <ul className={rows.rows} aria-label={label}>
      {transactions.map((transaction) => (
        <li key={transaction.id} className={rows.card}>
          <Head transaction={transaction} company={company} />
          <Notes transaction={transaction} />
          {(transaction.receipt_details || transaction.balance_after !== null || actions) && (
            <Foot transaction={transaction}>
              <ReceiptButton transaction={transaction} onView={onViewReceipt} />
              {actions?.(transaction)}
            </Foot>
          )}
        </li>
      ))}
    </ul>
  )
}

const LINE = { align: 'start', justify: 'space-between', gap: 'sm' } as const

/** What moved, when, how much, and what became of it. */
function Head({ transaction, company }: { transaction: Transaction; company: boolean }) {
  return (
    <div>
      {company && (
        <Text inherit fw={600}>
          <bdi>{transaction.company_name}</bdi>
        </Text>
      )}
      <Flex {...LINE}>
        <div>
          <TransactionWords transaction={transaction} />
        </div>
        <SignedAmount transaction={transaction} />
      </Flex>
      <Flex {...LINE}>
        <div>
          <TransactionDate transaction={transaction} />
        </div>
        <StatusBadge status={transaction.status} />
      </Flex>
    </div>
  )
}

function Notes({ transaction }: { transaction: Transaction }) {
  const { notes, reversed, reference } = transaction
  if (!notes && !reference && reversed === 0) return null
  return (
    <div className={classes.notes}>
      <TransactionNotes transaction={transaction} />
    </div>
  )
}

/** What can be done with it, and at the end the balance after it. */
function Foot({ transaction: { balance_after }, children }: { transaction: Transaction; children: ReactNode }) {
  const t = useTranslations('transactions')
  return (
    <Flex wrap="wrap" align="center" rowGap="2xs" columnGap="sm">
      {children}
      {balance_after !== null && (
        <Muted component="span" ms="auto">
          {t('balance')}{' '}
          <Text span inherit c="var(--ink)">
            <Money aed={balance_after} />
          </Text>
        </Muted>
      )}
    </Flex>
  )
}
