import { useForm } from '@mantine/form'
import { getPaper, type Paper, type Tagged, updatePaper } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../api/queryClient.ts'
import type { Refusal } from '../../api/refusal.ts'
import { send } from '../../api/send.ts'
import { useAction } from '../../api/useAction.ts'
import { loadKey } from '../../api/useLoad.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { isStale } from '../../ui/forms/conflict.ts'
import { errorsIn, isAtFields } from '../../ui/forms/useCallForm.ts'
import { useMeeting } from '../../ui/forms/useMeeting.ts'
import { PAPER_FIELDS, type PaperTyped, typedOf } from './paperFields.ts'

const errorsOf = (refusal: Refusal) => (refusal.status === 409 ? { number: refusal.detail } : errorsIn(refusal))

/** Corrects a paper. */
export function usePaperCorrection(loaded: Tagged<Paper>, onDone: () => void) {
  const failed = useTranslations('toasts.updatePaper')('failed_without_detail')
  const [attempt, setAttempt] = useState(0)
  const form = useForm<PaperTyped>({ initialValues: typedOf(loaded) })
  const latest = async (): Promise<Tagged<Paper>> => {
    const input = { params: { id: loaded.id } }
    const paper = await send(getPaper, input)
    queryClient.setQueryData(loadKey(getPaper, input), paper)
    return paper
  }
  const { base, changed, conflict, savable, meet } = useMeeting({ loaded, fields: PAPER_FIELDS, typedOf, form, latest, failed })
  const letGo = useUnsavedGuard(changed)
  const { run, busy } = useAction(updatePaper, {
    answers: (refusal) => isStale(refusal) || isAtFields(errorsOf)(refusal),
    onDone: () => {
      letGo()
      onDone()
    },
    onRefused: (refusal) => {
      if (isStale(refusal)) return void meet(store)
      const errors = errorsOf(refusal)
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) setAttempt((count) => count + 1)
    },
  })
  const store = (typed: PaperTyped, { id, etag }: Tagged<Paper>) => void run({ params: { id }, body: typed }, { ifMatch: etag })
  const submit = form.onSubmit((typed) => (savable ? store(typed, base) : onDone()))
  return { form, submit, attempt, busy, conflict, savable }
}
