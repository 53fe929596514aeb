import { correctFacts, Facts, REQUIRED_FIELDS, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemsOf } from '../../ui/forms/formProblems.ts'
import { useCallForm } from '../../ui/forms/useCallForm.ts'

const FIELDS = Facts.keyof().options
type Field = keyof Facts

/** The form of an application's facts, which sends those that were changed and the reason. */
export function useCorrectFacts(application: VisaApplicationRecord, onDone: () => void) {
  const labels = useTranslations('history.fields')
  const ui = useTranslations('ui')
  const [before] = useState(() => Object.fromEntries(FIELDS.map((field) => [field, application[field] ?? ''])) as Record<Field, string>)
  const isRequired = (field: Field) => REQUIRED_FIELDS[application.application_type].some((each) => each === field)
  const { form, submit, busy } = useCallForm(correctFacts, {
    initial: { ...before, reason: '' },
    validate: ({ reason, ...facts }) => {
      const missing = FIELDS.filter((field) => isRequired(field) && facts[field].trim() === '')
      return {
        ...problemsOf(Facts, facts, Object.fromEntries(FIELDS.map((field) => [field, labels(field)]))),
        ...Object.fromEntries(missing.map((field) => [field, ui('required', { field: labels(field) })])),
        ...(reason.trim() === '' && { reason: ui('required', { field: labels('reason') }) }),
      }
    },
    inputOf: ({ reason, ...facts }) => ({
      params: { id: application.id },
      body: {
        reason,
        ...Object.fromEntries(FIELDS.filter((field) => facts[field] !== before[field]).map((field) => [field, facts[field]])),
      },
    }),
    onDone,
  })
  return { form, submit, busy, changed: FIELDS.some((field) => form.values[field] !== before[field]), isRequired }
}
