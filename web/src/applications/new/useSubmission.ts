import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { type ApplicationSlot, type ApplicationType, Submission, submitApplication } from 'contract'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { problemsOf } from '../../ui/forms/formProblems.ts'
import { type Answers, EMPTY, missingOf, orderOf, submissionOf } from './answers.ts'
import { useDraft } from './useDraft.ts'
import { idOf, useLabels } from './useLabels.ts'
import { useNationalityMeant } from './useNationalityMeant.ts'

/** The form of a new application, its draft and its submission. Without a kind, it is still to be chosen. */
export function useSubmission(chosen: ApplicationType | undefined) {
  const kind = chosen ?? 'new'
  const t = useTranslations('newApplication')
  const ui = useTranslations('ui')
  const navigate = useNavigate()
  const labelOf = useLabels(kind)
  const [attempt, setAttempt] = useState(0)
  const { uploading, onBusyChange } = useUploading()
  const labels = Object.fromEntries(orderOf(kind).map((field) => [field, labelOf(field)]))
  const refused = () => setAttempt((count) => count + 1)

  const validate = (answers: Answers) => {
    const problems = problemsOf(Submission, submissionOf(kind, answers), labels)
    // The schema stops at the first broken field, so missing fields are named here.
    for (const field of missingOf(kind, answers)) {
      problems[field] = field === 'company_id' ? t('companyMissing') : ui('required', { field: labelOf(field) })
    }
    for (const slot of uploading) problems[`documents.${slot}`] = t('uploading', { label: labelOf(`documents.${slot}`) })
    return problems
  }
  const form = useForm<Answers>({ initialValues: EMPTY, validateInputOnBlur: true, validate })
  const draft = useDraft(chosen, form)
  const letGo = useUnsavedGuard(draft.unsaved || uploading.length > 0)
  const [sending, setSending] = useState(false)
  const { run } = useAction(submitApplication, {
    onDone: ({ id }) => {
      letGo()
      // Replaced, so that Back does not return to a form that was sent (U43).
      void navigate({ to: '/applications', search: { submitted: id }, replace: true })
    },
    onRefused: ({ errors }) => {
      if (errors.length === 0) return
      form.setErrors(Object.fromEntries(errors.map(({ field, detail }) => [field, detail])))
      refused()
    },
  })
  const nationalityMeant = useNationalityMeant()
  const send = async (answers: Answers) => {
    if (sending) return
    setSending(true)
    if (!(await nationalityMeant(answers.nationality))) {
      setSending(false)
      document.getElementById(idOf('nationality'))?.focus()
      return
    }
    await draft.hold()
    const stored = await run({ body: submissionOf(kind, answers) })
    if (!stored) draft.release()
    setSending(false)
  }
  /** Leaves for the top-up (U40): the draft is kept; where it cannot be kept, the guard asks. */
  const topUp = async () => {
    if (uploading.length === 0 && (await draft.keep())) letGo()
    await navigate({ to: '/billing' })
  }
  const submit = form.onSubmit((answers) => void send(answers), refused)
  return { form, draft, submit, attempt, busy: sending, uploading, onBusyChange, topUp }
}

export type ApplicationForm = ReturnType<typeof useSubmission>['form']

function useUploading() {
  const [uploading, setUploading] = useState<readonly ApplicationSlot[]>([])
  const onBusyChange = useCallback((slot: ApplicationSlot, busy: boolean) => {
    setUploading((slots) => [...slots.filter((other) => other !== slot), ...(busy ? [slot] : [])])
  }, [])
  return { uploading, onBusyChange }
}
