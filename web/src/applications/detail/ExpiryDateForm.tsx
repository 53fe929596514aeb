import { Group } from '@mantine/core'
import { setExpiryDate, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { DateField } from '../../ui/forms/DateField.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'

/** The admin sets when the new visa expires (S8). */
export function ExpiryDateForm({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail')
  const saved = application.expiry_date ?? ''
  const [draft, setDraft] = useState<string>()
  const date = draft ?? saved
  const { run, busy } = useAction(setExpiryDate)
  useUnsavedGuard(date !== saved)
  const update = async () => {
    if (await run({ params: { id: application.id }, query: { expiry_date: date } })) setDraft(undefined)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void update()
      }}
    >
      <Group gap="sm" align="flex-start" wrap="nowrap" maw="26rem" mt="ml">
        <DateField flex={1} miw={0} label={t('expiry')} description={t('expiryHint')} value={date} onChange={setDraft} />
        <SubmitButton flex="none" mt="1.75rem" disabled={date === saved || busy}>
          {t('update')}
        </SubmitButton>
      </Group>
    </form>
  )
}
