import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { Page } from '../ui/Page.tsx'
import { TransactionHistory } from './TransactionHistory.tsx'

/** The wallet of the active company (§2). */
export function BillingScreen() {
  const t = useTranslations('billing')
  const { role } = useUser()
  return <Page title={t('title')}>{role === 'company_admin' && <TransactionHistory label={t('history')} />}</Page>
}
