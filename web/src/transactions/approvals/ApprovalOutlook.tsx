import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Money } from '../../ui/signs/Money.tsx'
import classes from './Approvals.module.css'

const NAMED = 5

/** What the approval of a pending top-up would leave in the wallet, and the visa payments that it would settle (W2). */
export function ApprovalOutlook({ topup: { if_approved } }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  const none = useTranslations('ui')('none')
  if (!if_approved) return null
  const { balance, settles } = if_approved
  return (
    <>
      <div>
        <dt>{t('afterwards')}</dt>
        <dd className={classes.strong}>
          <Money aed={balance} />
        </dd>
      </div>
      <div>
        <dt>{t('settles')}</dt>
        <dd>
          {settles.length === 0 && t('settlesNothing')}
          {settles.slice(0, NAMED).map(({ transaction_id, employee_name, amount }) => (
            <span key={transaction_id} className={classes.settled}>
              <span>{employee_name ?? none}</span> <Money aed={amount} />
            </span>
          ))}
          {settles.length > NAMED && <span className={classes.settled}>{t('settlesMore', { count: settles.length - NAMED })}</span>}
        </dd>
      </div>
    </>
  )
}
