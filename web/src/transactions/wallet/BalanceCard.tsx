import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type Balance, formatAed, fromAed, getBalance, shortfall, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Money } from '../../ui/signs/Money.tsx'
import classes from './BillingScreen.module.css'

/** The balance as the one large figure, what is due beneath it, and apart from both what is not decided yet (U58). */
export function BalanceCard() {
  const t = useTranslations('billing')
  const ui = useTranslations('ui')
  const { data, isError, isFetching, refetch } = useLoad(getBalance, {})
  return (
    <section className={classes.card} aria-labelledby="billing-balance">
      <h2 id="billing-balance" className={classes.label}>
        {t('balance')}
      </h2>
      {isError && (
        <div role="status">
          <p className={classes.figure} data-unavailable>
            {t('unavailable')}
          </p>
          <p className={classes.note}>{t('unavailableHint')}</p>
          <Button
            className={classes.retry}
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} />}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            {ui('retry')}
          </Button>
        </div>
      )}
      {!isError && !data && <BalanceSkeleton />}
      {!isError && data && <Amounts balance={data} />}
    </section>
  )
}

function BalanceSkeleton() {
  const ui = useTranslations('ui')
  return (
    <div role="status" aria-label={ui('loading')}>
      <Skeleton height={36} width="13rem" my={4} />
      <Skeleton height={14} width="9rem" mt={12} />
    </div>
  )
}

function Amounts({ balance: { balance, due, pending_topups } }: { balance: Balance }) {
  const t = useTranslations('billing')
  const missing = toAed(shortfall(fromAed(due), fromAed(balance)))
  return (
    <>
      <p className={classes.figure}>
        <Money aed={balance} />
      </p>
      {due > 0 ? (
        <div className={classes.due}>
          <p>{t('due', { amount: formatAed(due) })}</p>
          {missing > pending_topups && <p className={classes.note}>{t('missing', { amount: formatAed(missing) })}</p>}
        </div>
      ) : (
        <p className={classes.note}>{t('nothingDue')}</p>
      )}
      {pending_topups > 0 && <p className={classes.pending}>{t('pending', { amount: formatAed(pending_topups) })}</p>}
    </>
  )
}
