import { Text } from '@mantine/core'
import { referenceOf } from 'contract'
import { useTranslations } from 'use-intl'

/** Marks the application that was submitted just now (U43). */
export function SubmittedNow({ id }: { id: string }) {
  const t = useTranslations('applications')
  return (
    <Text span display="block" size="note" lh="inherit" fw={500} c="var(--green-text)">
      {t('submittedNow', { reference: referenceOf(id) })}
    </Text>
  )
}
