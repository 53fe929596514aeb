import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'

/** The Company column (§2): the name for admins, a dash for others. */
export function useCompanyName(): (application: VisaApplication) => string {
  const t = useTranslations('applications')
  const ui = useTranslations('ui')
  const { role } = useUser()
  return ({ company_name }) => (role === 'admin' ? company_name || t('unknownCompany') : ui('none'))
}
