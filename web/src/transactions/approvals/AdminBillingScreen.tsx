import { useTranslations } from 'use-intl'
import { Page } from '../../ui/Page.tsx'
import { Dues } from './Dues.tsx'
import { PendingTopups } from './PendingTopups.tsx'
import { SettledTransactions } from './SettledTransactions.tsx'
import { usePendingTopups } from './usePendingTopups.ts'

/** The top-ups to decide on, and below them what is due and the settled transactions (§2). */
export function AdminBillingScreen() {
  const t = useTranslations('approvals')
  const pending = usePendingTopups()
  return (
    <Page title={t('title')} wide>
      <PendingTopups {...pending} />
      {/* It would move when the requests above take the room that they need (U1). */}
      {!pending.list.isPending && <Dues />}
      {!pending.list.isPending && <SettledTransactions />}
    </Page>
  )
}
