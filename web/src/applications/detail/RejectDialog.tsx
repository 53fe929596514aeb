import { Button, Checkbox, Group, Text } from '@mantine/core'
import { APPLICATION_SLOTS, addStage, updateStage, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import type { OpenStage } from './openStage.ts'

interface RejectDialogProps {
  application: VisaApplicationRecord
  open: OpenStage
  opened: boolean
  onClose: () => void
}

/** Refuses the open stage with a note; documents that are named in it are led to. */
export function RejectDialog({ opened, onClose, ...rest }: RejectDialogProps) {
  const t = useTranslations('applicationDetail.next')
  const stage = useTranslations('enums.stage')(rest.open.stage_name)
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('rejectTitle', { stage })}>
      {(leave) => <RejectForm {...rest} onDone={onClose} onLeave={leave} />}
    </FormDialog>
  )
}

type FormProps = Omit<RejectDialogProps, 'opened' | 'onClose'> & { onDone: () => void; onLeave: () => void }

function useRejection({ application, open: { stage_name, saved }, onDone }: Omit<FormProps, 'onLeave'>) {
  const add = useAction(addStage, { onDone })
  const update = useAction(updateStage, { onDone })
  const reject = (notes: string) =>
    saved
      ? void update.run({ params: { id: saved.id }, body: { status: 'Rejected', notes } })
      : void add.run({ params: { id: application.id }, body: { stage_name, status: 'Rejected', notes } })
  return { reject, busy: add.busy || update.busy }
}

function RejectForm({ onLeave, ...given }: FormProps) {
  const t = useTranslations('applicationDetail.next')
  const slots = useTranslations('enums.slot')
  const cancel = useTranslations('applicationDetail')('cancel')
  const { reject, busy } = useRejection(given)
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const [chosen, choose] = useState<string[]>([])
  const held = APPLICATION_SLOTS.filter((slot) => given.application.document_details[slot])
  useUnsavedGuard((note !== '' || chosen.length > 0) && !busy)
  const submit = () => {
    if (note.trim() === '') return setMissing(true)
    const line = chosen.length > 0 ? `\n${t('rejectLine', { documents: chosen.join(', ') })}` : ''
    reject(note.trim() + line)
  }
  return (
    <Form
      onSubmit={(event) => {
        event?.preventDefault()
        submit()
      }}
    >
      <Text size="sm" lh="prose">
        {t('rejectText')}
      </Text>
      <LongText
        label={t('rejectNote')}
        required
        data-autofocus
        maxLength={4_500}
        value={note}
        error={missing && note.trim() === '' ? t('rejectMissing') : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {held.length > 0 && (
        <Checkbox.Group label={t('rejectSlots')} description={t('rejectSlotsHint')} value={chosen} onChange={choose}>
          <Group gap="sm" mt="xs" mb="2xs">
            {held.map((slot) => (
              <Checkbox key={slot} value={slots(slot)} label={slots(slot)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {cancel}
        </Button>
        <SubmitButton color="red" disabled={busy}>
          {busy ? t('busy') : t('rejectSubmit')}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}
