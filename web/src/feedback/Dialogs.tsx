import { ModalsProvider } from '@mantine/modals'
import { useTranslations } from 'use-intl'

/** Shows the questions of `confirm`. It is not part of the start page, which does not ask anything. */
export function Dialogs() {
  const t = useTranslations('confirm')
  return <ModalsProvider labels={{ confirm: t('ok'), cancel: t('cancel') }} />
}
