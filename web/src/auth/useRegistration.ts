import { useNavigate } from '@tanstack/react-router'
import { keyed, MIN_PASSWORD_LENGTH, registerClient } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { errorsIn, useCallForm } from '../ui/forms/useCallForm.ts'
import { EMPTY, FIELD_ORDER, problemsOfRegistration, type RegistrationValues, registrationOf } from './registrationForm.ts'

/** §9: how long the success shows before the login screen opens. */
const REDIRECT_MS = 1_500

/** The registration form and its submission. */
export function useRegistration() {
  const t = useTranslations('registration')
  const password = useTranslations('newPassword')
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const redirect = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(redirect.current), [])

  const labels = keyed(FIELD_ORDER, (field) => t(field))
  const words = {
    short: password('short', { least: MIN_PASSWORD_LENGTH }),
    confirm: t('confirmRequired'),
    mismatch: t('mismatch'),
  }
  const { form, submit, attempt, busy } = useCallForm(registerClient, {
    initial: EMPTY,
    validate: (values: RegistrationValues) => problemsOfRegistration(values, labels, words),
    onBlur: true,
    inputOf: (values) => ({ body: registrationOf(values) }),
    errorsOf: (refusal, { same_as_contact }) =>
      refusal.status === 409 ? { [same_as_contact ? 'company_email' : 'user_email']: refusal.detail } : errorsIn(refusal),
    onDone: () => {
      setDone(true)
      redirect.current = window.setTimeout(
        () => void navigate({ to: '/customer-login', search: { registered: 'true' }, replace: true }),
        REDIRECT_MS,
      )
    },
  })
  return { form, submit, attempt, busy: busy || done }
}

export type RegistrationForm = ReturnType<typeof useRegistration>['form']
