import { Center, Loader } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** The full-page wait while the session is unknown; nothing else uses it. */
export function Spinner() {
  const t = useTranslations('ui')
  return (
    <Center component="main" mih="100dvh">
      <Loader role="status" aria-label={t('loading')} />
    </Center>
  )
}
