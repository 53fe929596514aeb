import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { googleSignInAddress } from '../api/googleSignIn.ts'
import { useSettings } from '../session/settings.ts'
import { Muted } from '../ui/Muted.tsx'

/** Signs in through the provider; if that is not set up, the button says so (U24). */
export function GoogleButton() {
  const t = useTranslations('customerLogin')
  const { google_sign_in } = useSettings()
  const [leaving, setLeaving] = useState(false)
  const go = () => {
    setLeaving(true)
    window.location.assign(googleSignInAddress())
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
        <Muted id="google-off" mt="xs">
          {t('googleOff')}
        </Muted>
      )}
    </>
  )
}
