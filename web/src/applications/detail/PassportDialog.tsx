import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PassportField } from '../../ui/forms/PassportField.tsx'

interface PassportDialogProps {
  name: string
  opened: boolean
  busy: boolean
  onSend: (passport: string) => void
  onClose: () => void
}

/** Asks for the passport number, without which a renewal cannot be completed (S5). */
export function PassportDialog({ name, opened, busy, onSend, onClose }: PassportDialogProps) {
  const t = useTranslations('applicationDetail')
  const [passport, setPassport] = useState('')
  const given = passport.trim()
  return (
    <Modal opened={opened} onClose={onClose} title={t('passportTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (given) onSend(given.toUpperCase())
        }}
      >
        <Stack gap="md">
          <Text size="sm" lh="prose">
            {t('passportText', { name })}
          </Text>
          <PassportField label={t('passportNumber')} required data-autofocus value={passport} onChange={setPassport} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={given === '' || busy}>
              {busy ? t('saving') : t('passportSend')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
