import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { pathOf, startGoogleSignIn } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../session/settings.ts'
import classes from './auth.module.css'

/** Leads to the sign-in provider and, by way of the server, back to /dashboard (§7). */
export function GoogleButton() {
  const t = useTranslations('customerLogin')
  const { google_sign_in } = useSettings()
  const [leaving, setLeaving] = useState(false)
  const go = () => {
    setLeaving(true)
    const redirect = encodeURIComponent(`${window.location.origin}/dashboard`)
    window.location.assign(`/api${pathOf(startGoogleSignIn)}?redirect=${redirect}`)
  }
  return (
    <>
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconBrandGoogle size={18} stroke={1.75} />}
        disabled={!google_sign_in}
        loading={leaving}
        onClick={go}
        {...(google_sign_in ? {} : { 'aria-describedby': 'google-off' })}
      >
        {t('google')}
      </Button>
      {!google_sign_in && (
        <p id="google-off" className={classes.reason}>
          {t('googleOff')}
        </p>
      )}
    </>
  )
}
