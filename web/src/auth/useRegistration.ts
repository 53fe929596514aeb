import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { keyed, MIN_PASSWORD_LENGTH, registerClient } from 'contract'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import { useAction } from '../api/useAction.ts'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { EMPTY, FIELD_ORDER, problemsOfRegistration, type RegistrationValues, registrationOf } from './registrationForm.ts'

/** §9: how long the success can be read before the login screen comes. */
const REDIRECT_MS = 1_500

/** The registration's form, its submission and what follows. */
export function useRegistration() {
  const t = useTranslations('registration')
  const password = useTranslations('newPassword')
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState(false)
  const redirect = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(redirect.current), [])

  const labels = keyed(FIELD_ORDER, (field) => t(field))
  const words = {
    short: password('short', { least: MIN_PASSWORD_LENGTH }),
    confirm: t('confirmRequired'),
    mismatch: t('mismatch'),
  }
  const form = useForm<RegistrationValues>({
    initialValues: EMPTY,
    validateInputOnBlur: true,
    validate: (values) => problemsOfRegistration(values, labels, words),
  })
  const letGo = useUnsavedGuard(form.isDirty() && !done)
  const showRefusal = (refusal: Refusal) => {
    const email = form.values.same_as_contact ? 'company_email' : 'user_email'
    const named = Object.fromEntries(refusal.errors.map(({ field, detail }) => [field, detail]))
    form.setErrors(refusal.status === 409 ? { [email]: refusal.detail } : named)
    setAttempt((count) => count + 1)
  }
  const register = useAction(registerClient, {
    onDone: () => {
      setDone(true)
      letGo()
      redirect.current = window.setTimeout(
        () => void navigate({ to: '/customer-login', search: { registered: 'true' }, replace: true }),
        REDIRECT_MS,
      )
    },
    onRefused: showRefusal,
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) =>
    form.onSubmit(
      (values) => void (done || register.run({ body: registrationOf(values) })),
      () => setAttempt((count) => count + 1),
    )(event as never)
  return { form, submit, attempt, busy: register.busy || done }
}

export type RegistrationForm = ReturnType<typeof useRegistration>['form']
