import { useTranslations } from 'use-intl'
import { Page } from '../../ui/Page.tsx'
import { PendingTopups } from './PendingTopups.tsx'
import { SettledTransactions } from './SettledTransactions.tsx'

/** The top-ups to decide on, and below them the settled transactions (§2). */
export function AdminBillingScreen() {
  const t = useTranslations('approvals')
  return (
    <Page title={t('title')}>
      <PendingTopups />
      <SettledTransactions />
    </Page>
  )
}
