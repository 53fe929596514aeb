import { Skeleton } from '@mantine/core'
import { type Fils, formatAed, getBalance, outlookOf, toAed } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { Money } from '../ui/signs/Money.tsx'
import classes from './WalletOutlook.module.css'

interface WalletOutlookProps {
  /** What is about to be charged. */
  cost: Fils
  /** How to top up; shown where the wallet lacks something. */
  topUp: ReactNode
}

/** What is in the wallet of the active company and what will be due (B11, U40). The balance is asked for in silence (§8). */
export function WalletOutlook({ cost, topUp }: WalletOutlookProps) {
  const t = useTranslations('ui.wallet')
  const loading = useTranslations('ui')('loading')
  const { role } = useUser()
  // The admin's call names no company; what is missing is the company's to know.
  const concerned = getBalance.access.some((allowed) => allowed === role)
  const { data, isError } = useLoad(getBalance, {}, { enabled: concerned, answers: () => true })
  if (!concerned) return null
  if (!data && isError) return <p className={classes.unavailable}>{t('unavailable')}</p>
  if (!data) return <Skeleton height={44} mt={8} aria-label={loading} />
  const { due, missing } = outlookOf(cost, data)
  return (
    <>
      <dl className={classes.amounts}>
        <Amount label={t('balance')} aed={data.balance} />
        {data.due > 0 && <Amount label={t('dueAlready')} aed={data.due} />}
        <Amount label={t('dueAfter')} aed={toAed(due)} strong />
      </dl>
      {missing > 0 && (
        <p className={classes.missing}>
          {t('missing', { missing: formatAed(toAed(missing)) })}{' '}
          {data.pending_topups > 0 && t('pendingTopups', { amount: formatAed(data.pending_topups) })} {topUp}
        </p>
      )}
    </>
  )
}

function Amount({ label, aed, strong = false }: { label: string; aed: number; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <Money aed={aed} />
      </dd>
    </div>
  )
}
