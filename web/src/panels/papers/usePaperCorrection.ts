import { useForm } from '@mantine/form'
import { getPaper, type Paper, type Tagged, updatePaper } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../api/queryClient.ts'
import { Refusal } from '../../api/refusal.ts'
import { send } from '../../api/send.ts'
import { useAction } from '../../api/useAction.ts'
import { loadKey } from '../../api/useLoad.ts'
import { showFailed } from '../../feedback/toast.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { type Conflict, chosenFirst, conflictOf, isStale } from '../../ui/forms/conflict.ts'
import { errorsIn } from '../../ui/forms/useCallForm.ts'
import { PAPER_FIELDS, type PaperField, type PaperTyped, typedOf } from './paperFields.ts'

/** Corrects a paper. If somebody else has changed it meanwhile, the person decides (P5). */
export function usePaperCorrection(loaded: Tagged<Paper>, onDone: () => void) {
  const failed = useTranslations('toasts.updatePaper')('failed_without_detail')
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<Conflict<PaperField>>()
  const [attempt, setAttempt] = useState(0)
  const form = useForm<PaperTyped>({ initialValues: typedOf(loaded) })
  const before = typedOf(base)
  const changed = PAPER_FIELDS.some((field) => form.values[field] !== before[field])
  const letGo = useUnsavedGuard(changed)
  const { run, busy } = useAction(updatePaper, {
    answers: isStale,
    onDone: () => {
      letGo()
      onDone()
    },
    onRefused: (refusal) => {
      if (isStale(refusal)) return void meet(form.values)
      const errors = refusal.status === 409 ? { number: refusal.detail } : errorsIn(refusal)
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) setAttempt((count) => count + 1)
    },
  })
  const store = (typed: PaperTyped, { id, etag }: Tagged<Paper>) => void run({ params: { id }, body: typed }, { ifMatch: etag })

  /** Asks only about fields that both sides changed. */
  const meet = async (mine: PaperTyped) => {
    const params = { id: base.id }
    const latest = await send(getPaper, { params }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      showFailed(failed)
    })
    if (!latest) return
    queryClient.setQueryData(loadKey(getPaper, { params }), latest)
    setBase(latest)
    const met = conflictOf(PAPER_FIELDS, { before, mine, theirs: typedOf(latest) })
    if (!met) return store(mine, latest)
    setConflict(met)
    form.setValues(chosenFirst(met, before))
  }
  const submit = form.onSubmit((typed) => (changed || conflict ? store(typed, base) : onDone()))
  return { form, submit, attempt, busy, conflict, savable: changed || conflict !== undefined }
}
