import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Lead, PublicCard } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useLogout } from '../layout/useLogout.ts'
import { takeReturnTo } from '../session/returnTo.ts'
import { forgetSettings } from '../session/settings.ts'
import { useScreen } from '../ui/useScreen.ts'
import { TwoStepSetUp } from './TwoStepSetUp.tsx'

/** For administrators who must use two-step sign-in: no other screen opens until it is on. */
export function SetUpTwoStepScreen() {
  const t = useTranslations('account.twoStep')
  const shell = useTranslations('shell')
  const router = useRouter()
  const heading = useScreen(t('setUpTitle'))
  const out = useLogout()
  const goOn = () => {
    // They say that this must be done.
    forgetSettings()
    router.history.replace(takeReturnTo() ?? '/dashboard')
  }
  const leave = (
    <Button variant="default" size="compact-md" disabled={out.busy} onClick={() => void out.logout()}>
      {shell('logout')}
    </Button>
  )
  return (
    <PublicPage width="narrow" aside={leave}>
      <PublicCard title={t('setUpTitle')} heading={heading}>
        <Lead textWrap="pretty">{t('setUpText')}</Lead>
        <TwoStepSetUp onDone={goOn} />
      </PublicCard>
    </PublicPage>
  )
}
