import { useForm } from '@mantine/form'
import { getProvider, type Input, type Provider, type Tagged, updateProvider } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { loadKey } from '../api/useLoad.ts'
import { showFailed } from '../feedback/toast.ts'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { loadSettings } from '../session/settings.ts'
import { type Conflict, chosenFirst, conflictOf, isStale } from '../ui/forms/conflict.ts'
import { errorsIn } from '../ui/forms/useCallForm.ts'

type Values<Field extends string> = Record<Field, string>

interface Part<Field extends string> {
  fields: readonly Field[]
  valuesOf: (provider: Provider) => Values<Field>
  bodyOf: (values: Values<Field>) => Input<typeof updateProvider>['body']
}

/**
 * A part of what is set of the provider. What somebody else saves meanwhile shows where nothing is typed. If both changed this part, the person
 * decides; a change of another part is no hindrance (P5).
 */
export function useProviderForm<Field extends string>(provider: Tagged<Provider>, { fields, valuesOf, bodyOf }: Part<Field>) {
  const failed = useTranslations('toasts.updateProvider')('failed_without_detail')
  const [base, setBase] = useState(provider)
  const [conflict, setConflict] = useState<Conflict<Field>>()
  const form = useForm<Values<Field>>({ initialValues: valuesOf(provider) })
  const differ = (one: Values<Field>, other: Values<Field>) => fields.some((field) => one[field] !== other[field])
  const changed = differ(form.values, valuesOf(base))
  useUnsavedGuard(changed)
  const show = (stored: Tagged<Provider>) => {
    setBase(stored)
    form.setValues(valuesOf(stored))
  }
  const { run, busy } = useAction(updateProvider, {
    answers: isStale,
    onDone: (stored) => {
      show(stored)
      setConflict(undefined)
      void loadSettings()
    },
    onRefused: (refusal) => (isStale(refusal) ? void meet(form.values) : form.setErrors(errorsIn(refusal))),
  })
  const store = (values: Values<Field>, { etag }: Tagged<Provider>) => void run({ body: bodyOf(values) }, { ifMatch: etag })

  /** Asks only about fields that somebody else changed. */
  const meet = async (mine: Values<Field>) => {
    const latest = await send(getProvider, {}).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      showFailed(failed)
    })
    if (!latest) return
    const before = valuesOf(base)
    const met = conflictOf(fields, { before, mine, theirs: valuesOf(latest) })
    setBase(latest)
    queryClient.setQueryData(loadKey(getProvider), latest)
    if (!met) return store(mine, latest)
    setConflict(met)
    form.setValues((values) => ({ ...values, ...chosenFirst(met, before) }))
  }

  const follow = () => {
    if (provider.etag === base.etag) return
    if (!differ(valuesOf(provider), valuesOf(base))) setBase(provider)
    else if (!changed && !conflict) show(provider)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded anew is followed, and once more when nothing is typed any longer
  useEffect(follow, [provider.etag, changed])
  const submit = form.onSubmit((values) => store(values, base))
  return { form, submit, busy, conflict }
}
