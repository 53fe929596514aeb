import { Text } from '@mantine/core'
import { addPaper, type Paper } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { SaveButtons } from '../../ui/forms/SaveButtons.tsx'
import { errorsIn, isAtFields, useCallForm } from '../../ui/forms/useCallForm.ts'
import { PaperFields } from './PaperFields.tsx'
import { PaperFileField } from './PaperFileField.tsx'
import { EMPTY_PAPER, type NewPaperTyped, PAPER_FIELDS, paperFieldId, sentOf } from './paperFields.ts'

interface RenewalFormProps {
  paper: Paper
  onDone: (next: Paper) => void
  onCancel: () => void
}

/** Puts the paper on record that takes the place of the one before. */
export function RenewalForm({ paper, onDone, onCancel }: RenewalFormProps) {
  const t = useTranslations('papers.form')
  const [uploading, setUploading] = useState(false)
  const { id, kind, company_id, employee_id, title, issuer } = paper
  const { form, submit, attempt, busy } = useCallForm<typeof addPaper, NewPaperTyped>(addPaper, {
    // What mostly stays the same.
    initial: { ...EMPTY_PAPER, title: title ?? '', issuer: issuer ?? '' },
    validate: () => ({}),
    inputOf: (typed) => ({ body: { ...sentOf(typed), kind, renews_id: id, ...(employee_id ? { employee_id } : { company_id }) } }),
    errorsOf: refusedFields,
    answers: isAtFields(refusedFields),
    onDone,
    toasts: 'renewPaper',
  })
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={[...PAPER_FIELDS, 'document']} attempt={attempt} idOf={paperFieldId} />
      <Text size="sm" lh="prose" c="dimmed">
        {t('renewText')}
      </Text>
      <PaperFields kind={kind} form={form} />
      <PaperFileField form={form} onBusyChange={setUploading} />
      <SaveButtons cancel={t('cancel')} save={t(busy ? 'saving' : 'save')} disabled={busy || uploading} onCancel={onCancel} />
    </Form>
  )
}

const NOT_ON_RECORD = 'Only the paper on record can be renewed'

/** Else the only conflict is that somebody else of the company has this passport number. */
const refusedFields = (refusal: Refusal) =>
  refusal.status === 409 && refusal.said !== NOT_ON_RECORD ? { number: refusal.detail } : errorsIn(refusal)
