import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type CompanyRecord, getCompany, listCompanyHistory, NewCompany, type Tagged, updateCompany } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { loadKey } from '../api/useLoad.ts'
import { showFailed } from '../feedback/toast.tsx'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { errorsIn } from '../ui/forms/useCallForm.ts'
import { COMPANY_FIELDS, type CompanyDetails, type CompanyField } from './CompanyFields.tsx'

const Details = NewCompany.omit({ category: true })

/** How the profile is asked for; the web always takes documents as links (D2). */
export const profileInput = (id: string) => ({ params: { id }, query: { documents: 'link' as const } })

export interface Conflict {
  /** What the others changed and this person holds differently. */
  fields: readonly CompanyField[]
  mine: CompanyDetails
  theirs: CompanyDetails
}

interface ProfileEditOptions {
  /** The state the edit begins with; later ones from the cache do not disturb it. */
  loaded: Tagged<CompanyRecord>
  onStateChange: (state: { savable: boolean; busy: boolean }) => void
  onDone: () => void
}

/** An edit of the active company, sent for the state it was read in; a conflict is put to the person (P5, U57). */
export function useProfileEdit({ loaded, onStateChange, onDone }: ProfileEditOptions) {
  const t = useTranslations('companies.fields')
  const failed = useTranslations('toasts.updateCompany')('failed')
  const cache = useQueryClient()
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<Conflict>()
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
  const keep = (latest: Tagged<CompanyRecord>) => cache.setQueryData(loadKey(getCompany, profileInput(latest.id)), latest)
  const store = (mine: CompanyDetails, { id, etag }: Tagged<CompanyRecord>) => void run({ params: { id }, body: mine }, { ifMatch: etag })

  /** Where both sides changed something, the person chooses; a change of anything else is no reason to ask. */
  const meet = async (mine: CompanyDetails) => {
    const latest = await send(getCompany, profileInput(base.id)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      showFailed(failed)
    })
    if (!latest) return
    const theirs = detailsOf(latest)
    const before = detailsOf(base)
    const fields = COMPANY_FIELDS.filter((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])
    keep(latest)
    setBase(latest)
    // It tells who changed what.
    void cache.invalidateQueries({ queryKey: [listCompanyHistory.name] })
    if (fields.length === 0) return store(mine, latest)
    setConflict({ fields, mine, theirs })
    // Where only the others changed something, theirs is the likelier choice.
    form.setValues(Object.fromEntries(fields.map((field) => [field, (mine[field] === before[field] ? theirs : mine)[field]])))
  }

  // All of theirs may be chosen: there is nothing to store then, but the edit can end.
  const savable = changed || conflict !== undefined
  useEffect(() => onStateChange({ savable, busy }), [savable, busy, onStateChange])
  const save = (values: CompanyDetails) => (changed ? store(values, base) : onDone())
  const submit = form.onSubmit(save, () => setAttempt((count) => count + 1))
  return { form, submit, attempt, conflict }
}

const isStale = ({ status }: Refusal): boolean => status === 412

const detailsOf = ({ name, trade_license, contact_person, email, phone }: CompanyRecord): CompanyDetails => ({
  name,
  trade_license,
  contact_person,
  email,
  phone,
})
