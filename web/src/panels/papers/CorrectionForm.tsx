import type { Paper, Tagged } from 'contract'
import { useTranslations } from 'use-intl'
import { ConflictChoice } from '../../ui/forms/ConflictChoice.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { SaveButtons } from '../../ui/forms/SaveButtons.tsx'
import { PaperFields } from './PaperFields.tsx'
import { PAPER_FIELDS, paperFieldId } from './paperFields.ts'
import { usePaperCorrection } from './usePaperCorrection.ts'

interface CorrectionFormProps {
  paper: Tagged<Paper>
  onDone: () => void
  onCancel: () => void
}

export function CorrectionForm({ paper, onDone, onCancel }: CorrectionFormProps) {
  const t = useTranslations('papers.form')
  const labels = useTranslations('history.fields')
  const { form, submit, attempt, busy, conflict, savable } = usePaperCorrection(paper, onDone)
  return (
    <Form onSubmit={submit}>
      {conflict && (
        <ConflictChoice title={t('conflict')} labels={labels} conflict={conflict} values={form.values} onChoose={form.setFieldValue} />
      )}
      <FormErrorSummary errors={form.errors} order={PAPER_FIELDS} attempt={attempt} idOf={paperFieldId} />
      <PaperFields kind={paper.kind} form={form} />
      <SaveButtons cancel={t('cancel')} save={t(busy ? 'saving' : 'save')} disabled={busy || !savable} onCancel={onCancel} />
    </Form>
  )
}
