import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './AddStageDialog.module.css'

interface PassportDialogProps {
  name: string
  opened: boolean
  busy: boolean
  onSend: (passport: string) => void
  onClose: () => void
}

/** Asks for the number without which a renewal cannot be completed (S5). */
export function PassportDialog({ name, opened, busy, onSend, onClose }: PassportDialogProps) {
  const t = useTranslations('applicationDetail')
  const [passport, setPassport] = useState('')
  const given = passport.trim()
  return (
    <Modal opened={opened} onClose={onClose} title={t('passportTitle')}>
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (given) onSend(given.toUpperCase())
        }}
      >
        <p className={classes.text}>{t('passportText', { name })}</p>
        <TextInput
          label={t('passportNumber')}
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          classNames={{ input: classes.capitals ?? '' }}
          value={passport}
          onChange={(event) => setPassport(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={given === '' || busy}>
            {busy ? t('saving') : t('passportSend')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
