import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useGoToCompany } from '../session/activeCompany.ts'

/** Stands where nothing is written for all companies: it leads to the one for which it is. */
export function GoToCompany({ id, name }: { id: string; name: string }) {
  const t = useTranslations('activeCompany')
  const { goTo, busy } = useGoToCompany()
  return (
    <Button
      size="compact-sm"
      variant="default"
      flex="none"
      disabled={busy}
      aria-label={t('goToNamed', { name })}
      onClick={() => void goTo(id)}
    >
      {t('goTo')}
    </Button>
  )
}
