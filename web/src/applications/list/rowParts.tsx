import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { referenceOf } from '../../ui/signs/reference.ts'
import classes from './ApplicationRows.module.css'

export interface RowsProps {
  applications: readonly VisaApplication[]
  /** What was searched for, to be marked. */
  search: string
  /** The application that was submitted just now (U43). */
  submitted: string
  /** The pointer or the focus is on a row: its detail may be wanted next. */
  onPoint: (application: VisaApplication) => void
}

/** The Company column (§2): the name for admins, a dash for others. */
export function useCompanyName(): (application: VisaApplication) => string {
  const t = useTranslations('applications')
  const ui = useTranslations('ui')
  const { role } = useUser()
  return ({ company_name }) => (role === 'admin' ? company_name || t('unknownCompany') : ui('none'))
}

export function SubmittedNow({ id }: { id: string }) {
  const t = useTranslations('applications')
  return <span className={classes.submitted}>{t('submittedNow', { reference: referenceOf(id) })}</span>
}
