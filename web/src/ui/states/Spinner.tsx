import { Center, Loader } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { isPainted } from '../painted.ts'

/** Fills the page until the session is known; not for other waits. */
export function Spinner() {
  const t = useTranslations('ui')
  if (isPainted()) return null
  return (
    <Center component="main" mih="100dvh">
      <Loader role="status" aria-label={t('loading')} />
    </Center>
  )
}
