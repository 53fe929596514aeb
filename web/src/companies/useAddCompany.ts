import { useForm } from '@mantine/form'
import { type CompanyCard, createCompany, keyed, me, NewCompany } from 'contract'
import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { confirm } from '../feedback/confirm.tsx'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { useSwitchCompany } from '../session/activeCompany.ts'
import { resumeSession, useSession } from '../session/session.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'

/** §9: on demand unless something else is chosen. */
const EMPTY: NewCompany = { name: '', trade_license: '', contact_person: '', email: '', phone: '', category: 'on_demand' }

/** The form of a new company and its storing. */
export function useAddCompany(onDone: () => void) {
  const t = useTranslations('companies')
  const [attempt, setAttempt] = useState(0)
  const labels = keyed(NewCompany.keyof().options, (field) => t(`fields.${field}`))
  const form = useForm<NewCompany>({
    initialValues: EMPTY,
    validateInputOnBlur: true,
    validate: (values) => problemsOf(NewCompany, values, labels),
  })
  const letGo = useUnsavedGuard(form.isDirty())
  const belong = useBelonging()
  const refused = () => setAttempt((count) => count + 1)
  const { run, busy } = useAction(createCompany, {
    onDone: (company) => {
      letGo()
      onDone()
      void belong(company)
    },
    onRefused: ({ errors }: Refusal) => {
      form.setErrors(Object.fromEntries(errors.map(({ field, detail }) => [field, detail])))
      if (errors.length > 0) refused()
    },
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) => form.onSubmit((body) => void run({ body }), refused)(event as never)
  return { form, submit, attempt, busy }
}

/** U55: a company_admin belongs to the new company at once, and is asked whether to work for it. */
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
