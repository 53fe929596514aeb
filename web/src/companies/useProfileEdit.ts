import { useForm } from '@mantine/form'
import { type CompanyRecord, getCompany, listCompanyHistory, NewCompany, type Tagged, updateCompany } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { loadKey } from '../api/useLoad.ts'
import { showFailed } from '../feedback/toast.ts'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { type Conflict, chosenFirst, conflictOf, isStale } from '../ui/forms/conflict.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { errorsIn } from '../ui/forms/useCallForm.ts'
import { COMPANY_FIELDS, type CompanyDetails, type CompanyField } from './CompanyFields.tsx'

const Details = NewCompany.omit({ category: true })

/** The input of the profile's load; the web always asks for documents as links (D2). */
export const profileInput = (id: string) => ({ params: { id }, query: { documents: 'link' as const } })

interface ProfileEditOptions {
  /** The company when the edit began; later loads do not change it. */
  loaded: Tagged<CompanyRecord>
  onStateChange: (state: { savable: boolean; busy: boolean }) => void
  onDone: () => void
}

/** Edits a company. If somebody else has changed it meanwhile, the person decides (P5, U57). */
export function useProfileEdit({ loaded, onStateChange, onDone }: ProfileEditOptions) {
  const t = useTranslations('companies.fields')
  const failed = useTranslations('toasts.updateCompany')('failed')
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<Conflict<CompanyField>>()
  const [attempt, setAttempt] = useState(0)
  const labels = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, t(field)]))
  const form = useForm<CompanyDetails>({
    initialValues: detailsOf(loaded),
    validateInputOnBlur: true,
    validate: (values) => problemsOf(Details, values, labels),
  })
  const changed = COMPANY_FIELDS.some((field) => form.values[field] !== base[field])
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
    onRefused: (refusal) => void (isStale(refusal) ? meet(form.values) : showErrors(refusal)),
  })
  const keep = (latest: Tagged<CompanyRecord>) => queryClient.setQueryData(loadKey(getCompany, profileInput(latest.id)), latest)
  const store = (mine: CompanyDetails, { id, etag }: Tagged<CompanyRecord>) => void run({ params: { id }, body: mine }, { ifMatch: etag })

  /** Asks only about fields that both sides changed. */
  const meet = async (mine: CompanyDetails) => {
    const latest = await send(getCompany, profileInput(base.id)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      showFailed(failed)
    })
    if (!latest) return
    const theirs = detailsOf(latest)
    const before = detailsOf(base)
    const met = conflictOf(COMPANY_FIELDS, { before, mine, theirs })
    keep(latest)
    setBase(latest)
    // The history says who changed what.
    void queryClient.invalidateQueries({ queryKey: [listCompanyHistory.name] })
    if (!met) return store(mine, latest)
    setConflict(met)
    form.setValues(chosenFirst(met, before))
  }

  // If all of their values are chosen, there is nothing to save and the edit ends.
  const savable = changed || conflict !== undefined
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
