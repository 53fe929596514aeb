import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { forgetSignInError, signInError } from '../session/callback.ts'

/** Why the sign-in through the provider failed, as a sentence. It shows once and is gone after leaving the screen. */
export function useSignInError(onPending: (text: string) => void) {
  const t = useTranslations('customerLogin.googleErrors')
  const [error, setError] = useState(signInError)
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the screen appears
  useEffect(() => {
    forgetSignInError()
    if (error === 'pending') onPending(t('pending'))
  }, [])
  const text = error && error !== 'pending' ? t(error) : undefined
  return { text, clear: () => setError(undefined) }
}
