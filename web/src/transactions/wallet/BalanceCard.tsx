import { Skeleton, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type Balance, formatAed, fromAed, getBalance, plus, shortfall, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useAsked, useIsOfAll } from '../../session/allCompanies.ts'
import { Money } from '../../ui/signs/Money.tsx'
import { RetryButton } from '../../ui/states/RetryButton.tsx'
import classes from './BillingScreen.module.css'
import { WalletCard } from './WalletCard.tsx'

/** The balance as the one large figure, what is due below it, and apart from both what is not decided yet (U58). */
export function BalanceCard() {
  const t = useTranslations('billing')
  const { data, isError, isFetching, refetch } = useLoad(getBalance, useAsked())
  return (
    <WalletCard id="billing-balance" title={t('balance')}>
      {isError && <Unavailable busy={isFetching} onRetry={() => void refetch()} />}
      {!isError && !data && <BalanceSkeleton />}
      {!isError && data && <Amounts balance={data} />}
    </WalletCard>
  )
}

const FIGURE = { size: '2rem', lh: '2.75rem', lts: '-0.012em', mt: '2xs' }
const LINE = { size: 'sm', lh: '1.375rem' }

function Unavailable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useTranslations('billing')
  return (
    <div role="status">
      <Text {...FIGURE} c="dimmed">
        {t('unavailable')}
      </Text>
      <Text {...LINE} c="dimmed">
        {t('unavailableHint')}
      </Text>
      <RetryButton mt="sm" variant="default" size="xs" leftSection={<IconRefresh size={16} />} loading={busy} onRetry={onRetry} />
    </div>
  )
}

function BalanceSkeleton() {
  const ui = useTranslations('ui')
  return (
    <div role="status" aria-label={ui('loading')}>
      <Skeleton height={36} width="13rem" my="2xs" />
      <Skeleton height={14} width="9rem" mt="sm" />
    </div>
  )
}

function Amounts({ balance: { balance, due, pending_topups } }: { balance: Balance }) {
  const t = useTranslations('billing')
  // What one wallet holds settles nothing of another.
  const isOfAll = useIsOfAll()
  const missing = toAed(shortfall(fromAed(due), plus(fromAed(balance), fromAed(pending_topups))))
  return (
    <>
      <Text {...FIGURE} fw={600}>
        <Money aed={balance} />
      </Text>
      {due > 0 && (
        <Text {...LINE} c="var(--accent)" fw={500} mt="2xs">
          {t('due', { amount: formatAed(due) })}
        </Text>
      )}
      {(due <= 0 || (missing > 0 && !isOfAll)) && (
        <Text {...LINE} c="dimmed">
          {due > 0 ? t(pending_topups > 0 ? 'missingBesides' : 'missing', { amount: formatAed(missing) }) : t('nothingDue')}
        </Text>
      )}
      {pending_topups > 0 && (
        <Text {...LINE} mt="md" pt="0.875rem" className={classes.pending ?? ''}>
          {t('pending', { amount: formatAed(pending_topups) })}
        </Text>
      )}
    </>
  )
}
