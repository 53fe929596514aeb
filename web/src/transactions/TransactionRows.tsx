import { Flex, Text } from '@mantine/core'
import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Fact, Facts } from '../ui/Facts.tsx'
import rows from '../ui/Rows.module.css'
import { Money } from '../ui/signs/Money.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { SignedAmount } from './SignedAmount.tsx'
import { TransactionDate } from './TransactionDate.tsx'
import type { TransactionListProps } from './TransactionTable.tsx'
import { TransactionNotes, TransactionWords } from './TransactionWords.tsx'

/** The transactions where a table has no room: each row is a card that shows all of it (B13). */
export function TransactionRows({ transactions, label, onViewReceipt, company = false, actions }: TransactionListProps) {
  return (
    <ul className={rows.rows} aria-label={label}>
      {transactions.map((transaction) => (
        <li key={transaction.id} className={rows.card}>
          <Head transaction={transaction} company={company} />
          <Rest transaction={transaction} />
          {(transaction.receipt_details || actions) && (
            <Flex wrap="wrap" gap="sm">
              <ReceiptButton transaction={transaction} onView={onViewReceipt} />
              {actions?.(transaction)}
            </Flex>
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

function Rest({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions')
  const { notes, reversed, reference, balance_after } = transaction
  const hasNotes = notes || reference || reversed > 0
  if (balance_after === null && !hasNotes) return null
  return (
    <Facts>
      {balance_after !== null && (
        <Fact name={t('balance')}>
          <Money aed={balance_after} />
        </Fact>
      )}
      {hasNotes && (
        <Fact name={t('notes')} wide>
          <TransactionNotes transaction={transaction} />
        </Fact>
      )}
    </Facts>
  )
}
