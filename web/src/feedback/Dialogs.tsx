import { ModalsProvider } from '@mantine/modals'
import { useTranslations } from 'use-intl'

/** Where `confirm` shows its questions; mounted once on screens that ask, so that the start page need not load it. */
export function Dialogs() {
  const t = useTranslations('confirm')
  return <ModalsProvider labels={{ confirm: t('ok'), cancel: t('cancel') }} />
}
