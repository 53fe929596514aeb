import { Button, Divider } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { login } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { showDone, showFailed } from '../feedback/toast.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useScreen } from '../ui/useScreen.ts'
import { useUrlState } from '../ui/useUrlState.ts'
import classes from './auth.module.css'
import { BackLink } from './BackLink.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { type Login, LoginForm } from './LoginForm.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'
import { useEnter } from './useEnter.ts'
import { useSignInError } from './useSignInError.ts'

const PENDING = 'pending admin approval'
const PENDING_TOAST_MS = 5_000

export function CustomerLoginScreen() {
  const t = useTranslations('customerLogin')
  const words = useTranslations('login')
  const toasts = useTranslations('toasts.loginAsCustomer')
  const heading = useScreen(t('title'))
  const [registered] = useUrlState('registered')
  const [pending, setPending] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const enter = useEnter()
  useEffect(() => {
    if (registered !== '') note.current?.focus()
  }, [registered])

  const tellPending = (text: string) => {
    showFailed(text, { milliseconds: PENDING_TOAST_MS })
    setPending(true)
  }
  const google = useSignInError(tellPending)

  const attempt = async (credentials: Login) => {
    google.clear()
    try {
      const { user } = await send(login, { body: credentials })
      showDone(toasts('done'))
      enter(user)
    } catch (refusal) {
      if (!(refusal instanceof Refusal && refusal.said.includes(PENDING))) throw refusal
      tellPending(refusal.detail)
    }
    return undefined
  }
  return (
    <PublicPage width="narrow">
      <BackLink to="/" label={words('back')} />
      <div className={classes.card}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {t('title')}
        </h1>
        <p className={classes.lead}>{t('lead')}</p>
        {(registered !== '' || pending) && (
          <div ref={note} tabIndex={-1} role="note" className={classes.note}>
            <strong>{t('awaitingTitle')}</strong>
            <p>{t('awaitingText')}</p>
          </div>
        )}
        {google.text && <RefusalAlert text={google.text} />}
        <LoginForm submit={t('submit')} from="customer-login" onLogin={attempt} />
        <Divider label={t('or')} className={classes.divider ?? ''} />
        <GoogleButton />
        <Button variant="default" size="md" fullWidth mt="md" renderRoot={(props) => <Link {...props} to="/client-register" />}>
          {t('register')}
        </Button>
      </div>
    </PublicPage>
  )
}
