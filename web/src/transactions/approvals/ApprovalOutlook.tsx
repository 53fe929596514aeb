import { Flex, Text } from '@mantine/core'
import { fromAed, minus, plus, sum, type Transaction, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import { Fact } from '../../ui/Facts.tsx'
import { Money } from '../../ui/signs/Money.tsx'

const MAX_NAMED_PAYMENTS = 5

/** What is in the wallet and due now, what the approval of a pending top-up would leave of both, and the visa payments that it would settle (W2). */
export function ApprovalOutlook({ topup: { amount, if_approved } }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  const none = useTranslations('ui')('none')
  if (!if_approved) return null
  const { balance, due, settles } = if_approved
  const paid = sum(settles.map((payment) => fromAed(payment.amount)))
  const before = { balance: minus(plus(fromAed(balance), paid), fromAed(amount)), due: plus(fromAed(due), paid) }
  return (
    <>
      <Fact name={t('balanceNow')}>
        <Money aed={toAed(before.balance)} />
      </Fact>
      <Fact name={t('dueNow')}>
        <Money aed={toAed(before.due)} />
      </Fact>
      <Fact name={t('afterwards')}>
        <Text span inherit fw={600}>
          <Money aed={balance} />
        </Text>
      </Fact>
      <Fact name={t('dueAfterwards')}>
        <Text span inherit fw={600}>
          <Money aed={due} />
        </Text>
      </Fact>
      <Fact name={t('settles')} wide={settles.length > 0}>
        {settles.length === 0 && t('settlesNothing')}
        {settles.slice(0, MAX_NAMED_PAYMENTS).map(({ transaction_id, employee_name, amount }) => (
          <Flex key={transaction_id} component="span" wrap="wrap" justify="space-between" columnGap="sm">
            <span>{employee_name ?? none}</span> <Money aed={amount} />
          </Flex>
        ))}
        {settles.length > MAX_NAMED_PAYMENTS && (
          <Text span inherit display="block">
            {t('settlesMore', { count: settles.length - MAX_NAMED_PAYMENTS })}
          </Text>
        )}
      </Fact>
    </>
  )
}
