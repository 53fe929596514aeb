import { Flex, Text } from '@mantine/core'
import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Fact } from '../../ui/Facts.tsx'
import { Money } from '../../ui/signs/Money.tsx'

const MAX_NAMED_PAYMENTS = 5

/** What the approval of a pending top-up would leave in the wallet, and the visa payments that it would settle (W2). */
export function ApprovalOutlook({ topup: { if_approved } }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  const none = useTranslations('ui')('none')
  if (!if_approved) return null
  const { balance, settles } = if_approved
  return (
    <>
      <Fact name={t('afterwards')}>
        <Text span inherit fw={600}>
          <Money aed={balance} />
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
