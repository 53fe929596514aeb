import { type FormErrors, useForm } from '@mantine/form'
import type { Call, Input } from 'contract'
import { useRef, useState } from 'react'
import type { Refusal } from '../../api/refusal.ts'
import { type ActionOptions, useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { ofTouched } from './ofTouched.ts'

interface CallFormOptions<C extends Call, Values> extends ActionOptions<C> {
  initial: Values
  validate: (values: Values) => FormErrors
  inputOf: (values: Values) => Input<C>
  /** The ETag of the state that is changed (P5). */
  ifMatch?: string | undefined
  /** Whether a field is checked as soon as it loses the focus; an empty one that nobody touched is checked when the form is sent. */
  onBlur?: boolean
  /** Whether leaving asks about unsaved input; true by default. */
  guarded?: boolean
  /** The fields that a refusal is about; by default those that it names. */
  errorsOf?: (refusal: Refusal, values: Values) => FormErrors
  /** Called when fields were refused, here or by the server. */
  onWrong?: (errors: FormErrors) => void
}

/** The fields that a refusal names, each with its sentence. */
export const errorsIn = ({ errors }: Refusal): FormErrors => Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))

/** Whether a refusal is told at fields, which needs no toast beside. */
export const isAtFields =
  (errorsOf = errorsIn) =>
  (refusal: Refusal): boolean =>
    Object.keys(errorsOf(refusal)).length > 0

/** A form that sends a call. It is checked here and guarded until it is saved; what the server refuses is shown at its fields. */
export function useCallForm<C extends Call, Values extends Record<string, unknown>>(call: C, options: CallFormOptions<C, Values>) {
  const { initial, validate, inputOf, ifMatch, onBlur = false, guarded = true, errorsOf = errorsIn, onWrong, ...action } = options
  /** Counts refused submissions; FormErrorSummary takes the focus after each. */
  const [attempt, setAttempt] = useState(0)
  const sent = useRef(false)
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => (sent.current ? validate(values) : ofTouched(validate(values), values, initial)),
    validateInputOnBlur: onBlur,
  })
  const letGo = useUnsavedGuard(guarded && form.isDirty())
  const wrong = (errors: FormErrors) => {
    setAttempt((count) => count + 1)
    onWrong?.(errors)
  }
  const { run, busy } = useAction(call, {
    ...action,
    onDone: (reply, input) => {
      letGo()
      action.onDone?.(reply, input)
    },
    onRefused: (refusal, input) => {
      const errors = errorsOf(refusal, form.values)
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) wrong(errors)
      action.onRefused?.(refusal, input)
    },
  })
  const send = form.onSubmit((values) => void run(inputOf(values), { ifMatch }), wrong)
  const submit: typeof send = (event) => {
    sent.current = true
    send(event)
  }
  return { form, submit, attempt, busy }
}
