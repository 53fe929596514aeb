import { useForm } from '@mantine/form'
import { type CompanyRecord, getCompany, listCompanyHistory, NewCompany, type Tagged, updateCompany } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../api/queryClient.ts'
import type { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { loadKey } from '../api/useLoad.ts'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { isStale } from '../ui/forms/conflict.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { errorsIn } from '../ui/forms/useCallForm.ts'
import { useMeeting } from '../ui/forms/useMeeting.ts'
import { COMPANY_FIELDS, type CompanyDetails } from './CompanyFields.tsx'

const Details = NewCompany.omit({ category: true })

/** The input of the profile's load; the web always asks for documents as links (D2). */
export const profileInput = (id: string) => ({ params: { id }, query: { documents: 'link' as const } })

interface ProfileEditOptions {
  /** The company when the edit began; later loads do not change it. */
  loaded: Tagged<CompanyRecord>
  onStateChange: (state: { savable: boolean; busy: boolean }) => void
  onDone: () => void
}

/** Edits a company (U57). */
export function useProfileEdit({ loaded, onStateChange, onDone }: ProfileEditOptions) {
  const t = useTranslations('companies.fields')
  const failed = useTranslations('toasts.updateCompany')('failed')
  const [attempt, setAttempt] = useState(0)
  const labels = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, t(field)]))
  const form = useForm<CompanyDetails>({
    initialValues: detailsOf(loaded),
    validateInputOnBlur: true,
    validate: (values) => problemsOf(Details, values, labels),
  })
  const keep = (company: Tagged<CompanyRecord>) => queryClient.setQueryData(loadKey(getCompany, profileInput(company.id)), company)
  const latest = async () => {
    const company = await send(getCompany, profileInput(loaded.id))
    keep(company)
    // The history says who changed what.
    void queryClient.invalidateQueries({ queryKey: [listCompanyHistory.name] })
    return company
  }
  const { base, changed, conflict, savable, meet } = useMeeting({
    ...{ loaded, fields: COMPANY_FIELDS, typedOf: detailsOf, form, latest, failed },
  })
  useUnsavedGuard(changed)
  const showErrors = (refusal: Refusal) => {
    form.setErrors(errorsIn(refusal))
    if (refusal.errors.length > 0) setAttempt((count) => count + 1)
  }
  const { run, busy } = useAction(updateCompany, {
    answers: isStale,
    onDone: (stored) => {
      keep(stored)
      onDone()
    },
    onRefused: (refusal) => void (isStale(refusal) ? meet(store) : showErrors(refusal)),
  })
  const store = (mine: CompanyDetails, { id, etag }: Tagged<CompanyRecord>) => void run({ params: { id }, body: mine }, { ifMatch: etag })
  useEffect(() => onStateChange({ savable, busy }), [savable, busy, onStateChange])
  const save = (values: CompanyDetails) => (changed ? store(values, base) : onDone())
  const submit = form.onSubmit(save, () => setAttempt((count) => count + 1))
  return { form, submit, attempt, conflict }
}

const detailsOf = ({ name, trade_license, contact_person, email, phone }: CompanyRecord): CompanyDetails => ({
  name,
  trade_license,
  contact_person,
  email,
  phone,
})
