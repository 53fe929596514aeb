import { Button, Divider, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { login } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { showDone, showFailed } from '../feedback/toast.ts'
import { Lead, PublicCard } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useSettings } from '../session/settings.ts'
import { useScreen } from '../ui/useScreen.ts'
import { useUrlState } from '../ui/useUrlState.ts'
import classes from './auth.module.css'
import { BackLink } from './BackLink.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { type Login, LoginForm } from './LoginForm.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'
import { useSignIn } from './useSignIn.ts'
import { useSignInError } from './useSignInError.ts'

const PENDING = 'pending admin approval'
const PENDING_TOAST_MS = 5_000

export function CustomerLoginScreen() {
  const t = useTranslations('customerLogin')
  const words = useTranslations('login')
  const toasts = useTranslations('toasts.loginAsCustomer')
  const { mails_kept } = useSettings()
  const heading = useScreen(t('title'))
  const [registered] = useUrlState('registered')
  const [pending, setPending] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const signIn = useSignIn()
  useEffect(() => {
    if (registered !== '') note.current?.focus()
  }, [registered])

  const showPending = (text: string) => {
    showFailed(text, { milliseconds: PENDING_TOAST_MS })
    setPending(true)
  }
  const google = useSignInError(showPending)

  const attempt = async (credentials: Login) => {
    google.clear()
    try {
      const { user } = await send(login, { body: credentials })
      showDone(toasts('done'))
      signIn(user)
    } catch (refusal) {
      if (!(refusal instanceof Refusal && refusal.said.includes(PENDING))) throw refusal
      showPending(refusal.detail)
    }
    return undefined
  }
  return (
    <PublicPage width="narrow">
      <BackLink to="/" label={words('back')} />
      <PublicCard title={t('title')} heading={heading}>
        <Lead>{t('lead')}</Lead>
        {(registered !== '' || pending) && (
          <div ref={note} tabIndex={-1} role="note" className={classes.note}>
            <Text span inherit fw={600}>
              {t('awaitingTitle')}
            </Text>
            <Text inherit>{t(mails_kept ? 'awaitingTextKept' : 'awaitingText')}</Text>
          </div>
        )}
        {google.text && <RefusalAlert text={google.text} />}
        <LoginForm submit={t('submit')} from="customer-login" onLogin={attempt} />
        <Divider label={t('or')} my="ml" />
        <GoogleButton />
        <Button variant="default" size="md" fullWidth mt="md" renderRoot={(props) => <Link {...props} to="/client-register" />}>
          {t('register')}
        </Button>
      </PublicCard>
    </PublicPage>
  )
}
