import { logout, passSecondStep } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { send } from '../api/send.ts'
import { showDone } from '../feedback/toast.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { CodeForm } from '../ui/forms/CodeForm.tsx'
import { useScreen } from '../ui/useScreen.ts'
import { useUrlState } from '../ui/useUrlState.ts'
import classes from './auth.module.css'
import { BackLink } from './BackLink.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'
import { useEnter } from './useEnter.ts'

/** After the password or the provider: the code. Who the sign-in belongs to stands in a cookie that no script reads. */
export function SecondStepScreen() {
  const t = useTranslations('secondStep')
  const words = useTranslations('login')
  const toasts = useTranslations('toasts')
  const adminsOnly = useTranslations('adminLogin')('adminsOnly')
  const [from] = useUrlState('from')
  const [refused, setRefused] = useState(false)
  // The code takes the focus, not the heading: nothing else can be done here.
  useScreen(t('title'))
  const enter = useEnter()
  const isAdminLogin = from === 'admin-login'

  const pass = async (code: string) => {
    const { user } = await send(passSecondStep, { body: { code } })
    if (isAdminLogin && user.role !== 'admin') {
      await send(logout, {})
      setRefused(true)
      return
    }
    showDone(toasts(isAdminLogin ? 'loginAsAdmin.done' : 'loginAsCustomer.done'))
    enter(user)
  }
  return (
    <PublicPage width="narrow">
      <BackLink to={isAdminLogin ? '/admin-login' : '/customer-login'} label={words('back')} />
      <div className={classes.card}>
        <h1 className={classes.title}>{t('title')}</h1>
        <div className={classes.step}>
          {refused ? <RefusalAlert text={adminsOnly} /> : <CodeForm onCode={pass} />}
          <p className={classes.reason}>{t('lost')}</p>
        </div>
      </div>
    </PublicPage>
  )
}
