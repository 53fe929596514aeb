import { Button, Text, TextInput } from '@mantine/core'
import { type Paper, type Tagged, withdrawPaper } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../../ui/forms/useCallForm.ts'

interface WithdrawalFormProps {
  paper: Tagged<Paper>
  onDone: () => void
  onCancel: () => void
}

/** Takes a paper off the record; a reason is required. */
export function WithdrawalForm({ paper: { id, etag }, onDone, onCancel }: WithdrawalFormProps) {
  const t = useTranslations('papers.form')
  const word = useTranslations('papers.drawer')('withdraw')
  const reason = useTranslations('history.fields')('reason')
  const ui = useTranslations('ui')
  const field = useRef<HTMLInputElement>(null)
  const { form, submit, busy } = useCallForm(withdrawPaper, {
    initial: { reason: '' },
    validate: (typed) => (typed.reason.trim() === '' ? { reason: ui('required', { field: reason }) } : {}),
    inputOf: (body) => ({ params: { id }, body }),
    ifMatch: etag,
    onDone,
    onWrong: () => field.current?.focus(),
  })
  return (
    <Form onSubmit={submit}>
      <Text size="sm" lh="prose">
        {t('withdrawText')}
      </Text>
      <TextInput ref={field} label={reason} required data-autofocus autoComplete="off" maxLength={200} {...form.getInputProps('reason')} />
      <FormButtons>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <SubmitButton color="red" disabled={busy}>
          {busy ? t('withdrawing') : word}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}
