import { login, logout } from 'contract'
import { useTranslations } from 'use-intl'
import { send } from '../api/send.ts'
import { showDone } from '../feedback/toast.ts'
import { Lead, PublicCard } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useScreen } from '../ui/useScreen.ts'
import { BackLink } from './BackLink.tsx'
import { type Login, LoginForm } from './LoginForm.tsx'
import { useSignIn } from './useSignIn.ts'

export function AdminLoginScreen() {
  const t = useTranslations('adminLogin')
  const words = useTranslations('login')
  const toasts = useTranslations('toasts.loginAsAdmin')
  const heading = useScreen(t('title'))
  const signIn = useSignIn()
  const attempt = async (credentials: Login) => {
    const { user } = await send(login, { body: credentials })
    if (user.role !== 'admin') {
      await send(logout, {})
      return t('adminsOnly')
    }
    showDone(toasts('done'))
    signIn(user)
  }
  return (
    <PublicPage width="narrow">
      <BackLink to="/" label={words('back')} />
      <PublicCard title={t('title')} heading={heading}>
        <Lead>{t('note')}</Lead>
        <LoginForm submit={t('submit')} from="admin-login" onLogin={attempt} />
      </PublicCard>
    </PublicPage>
  )
}
