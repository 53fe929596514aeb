import { useTranslations } from 'use-intl'
import { EmptyState } from '../ui/states/EmptyState.tsx'

/** Says below the heading whose rows stand here, and why nothing can be changed. */
export function AllCompanies() {
  return useTranslations('activeCompany')('readOnly')
}

/** Stands for what is shown of one company alone. */
export function ChooseCompany() {
  const t = useTranslations('activeCompany')
  return <EmptyState title={t('choose')} hint={t('chooseHint')} />
}
