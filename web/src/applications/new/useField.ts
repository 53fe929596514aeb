import type { ApplicationType } from 'contract'
import { useTranslations } from 'use-intl'
import type { Answers } from './answers.ts'
import { idOf, useLabels } from './useLabels.ts'
import type { ApplicationForm } from './useSubmission.ts'

type Field = Exclude<keyof Answers, 'documents' | 'company_id' | 'employee_id'>

/** The props that every field of the form shares; the label of an optional one says so. */
export function useField(form: ApplicationForm, kind: ApplicationType) {
  const t = useTranslations('newApplication')
  const labelOf = useLabels(kind)
  return (field: Field, { optional = false } = {}) => ({
    id: idOf(field),
    label: optional ? t('optional', { label: labelOf(field) }) : labelOf(field),
    required: !optional,
    ...form.getInputProps(field),
  })
}
