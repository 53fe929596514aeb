import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { CompanyDetail } from './CompanyDetail.tsx'
import { CompanyList } from './CompanyList.tsx'

/** The companies with their numbers; each opens to its people and applications. For the admin only (§6, B2). */
export function CompaniesTab() {
  const t = useTranslations('dashboard.breakdown')
  const { role } = useUser()
  return role === 'admin' ? <Companies /> : <EmptyState title={t('none')} />
}

function Companies() {
  const [company] = useUrlState('company')
  // The focus moves into a company and back to its row, but not on the first load.
  const [{ shown, before }, remember] = useState<{ shown: string; before?: string }>({ shown: company })
  if (shown !== company) remember({ shown: company, before: shown })
  return company ? <CompanyDetail key={company} id={company} takesFocus={before !== undefined} /> : <CompanyList focusOn={before} />
}
