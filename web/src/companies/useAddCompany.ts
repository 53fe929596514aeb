import { type CompanyCard, createCompany, keyed, me, NewCompany } from 'contract'
import { useTranslations } from 'use-intl'
import { send } from '../api/send.ts'
import { confirm } from '../feedback/confirm.ts'
import { useSwitchCompany } from '../session/activeCompany.ts'
import { resumeSession, useSession } from '../session/session.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { useCallForm } from '../ui/forms/useCallForm.ts'

/** §9: the default category. */
const EMPTY: NewCompany = { name: '', trade_license: '', contact_person: '', email: '', phone: '', category: 'on_demand' }

/** The form of a new company. */
export function useAddCompany(onDone: () => void) {
  const t = useTranslations('companies')
  const labels = keyed(NewCompany.keyof().options, (field) => t(`fields.${field}`))
  const belong = useBelonging()
  return useCallForm(createCompany, {
    initial: EMPTY,
    validate: (values) => problemsOf(NewCompany, values, labels),
    onBlur: true,
    inputOf: (body) => ({ body }),
    onDone: (company) => {
      onDone()
      void belong(company)
    },
  })
}

/** U55: a company_admin belongs to the new company at once; asks whether to make it the active one. */
function useBelonging(): (company: CompanyCard) => Promise<void> {
  const t = useTranslations('companies.add')
  const { user, activeCompanyId } = useSession()
  const { switchTo } = useSwitchCompany()
  return async ({ id, name }) => {
    if (user?.role !== 'company_admin') return
    resumeSession(await send(me, {}))
    if (!activeCompanyId) return
    const question = { title: t('switchTitle', { name }), body: t('switchBody', { name }), action: t('switchAction') }
    if (await confirm({ ...question, decline: t('switchDecline'), destructive: false })) await switchTo(id)
  }
}
