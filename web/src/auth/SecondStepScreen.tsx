import { Box } from '@mantine/core'
import { logout, passSecondStep } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { send } from '../api/send.ts'
import { showDone } from '../feedback/toast.ts'
import { PublicCard } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { CodeForm } from '../ui/forms/CodeForm.tsx'
import { Muted } from '../ui/Muted.tsx'
import { useScreen } from '../ui/useScreen.ts'
import { useUrlState } from '../ui/useUrlState.ts'
import { BackLink } from './BackLink.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'
import { useSignIn } from './useSignIn.ts'

/** Asks for the code after the password or the provider. An HttpOnly cookie says whose sign-in it is. */
export function SecondStepScreen() {
  const t = useTranslations('secondStep')
  const words = useTranslations('login')
  const toasts = useTranslations('toasts')
  const adminsOnly = useTranslations('adminLogin')('adminsOnly')
  const [from] = useUrlState('from')
  const [refused, setRefused] = useState(false)
  // The code field takes the focus, not the heading: nothing else can be done here.
  useScreen(t('title'))
  const signIn = useSignIn()
  const isAdminLogin = from === 'admin-login'

  const pass = async (code: string) => {
    const { user } = await send(passSecondStep, { body: { code } })
    if (isAdminLogin && user.role !== 'admin') {
      await send(logout, {})
      setRefused(true)
      return
    }
    showDone(toasts(isAdminLogin ? 'loginAsAdmin.done' : 'loginAsCustomer.done'))
    signIn(user)
  }
  return (
    <PublicPage width="narrow">
      <BackLink to={isAdminLogin ? '/admin-login' : '/customer-login'} label={words('back')} />
      <PublicCard title={t('title')}>
        <Box mt="2xs">
          {refused ? <RefusalAlert text={adminsOnly} /> : <CodeForm onCode={pass} />}
          <Muted mt="md">{t('lost')}</Muted>
        </Box>
      </PublicCard>
    </PublicPage>
  )
}
