import { SimpleGrid } from '@mantine/core'
import type { ApplicationSlot, ApplicationType } from 'contract'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { slotsOf } from './answers.ts'
import { PhotoField } from './PhotoField.tsx'
import { idOf, useLabels } from './useLabels.ts'
import type { ApplicationForm } from './useSubmission.ts'

interface DocumentFieldsProps {
  form: ApplicationForm
  kind: ApplicationType
  onBusyChange: (slot: ApplicationSlot, busy: boolean) => void
}

/** The uploads of a kind: a renewal needs three, a new employee may add five (S6). */
export function DocumentFields({ form, kind, onBusyChange }: DocumentFieldsProps) {
  const t = useTranslations('newApplication')
  const labelOf = useLabels(kind)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="1.125rem">
      {slotsOf(kind).map((slot) => {
        const field = `documents.${slot}`
        const label = labelOf(field)
        const Field = slot === 'photo' ? PhotoField : FileField
        return (
          <Field
            key={slot}
            id={idOf(field)}
            label={kind === 'renewal' ? label : t('optional', { label })}
            required={kind === 'renewal'}
            value={form.values.documents[slot]}
            onChange={(file) => {
              form.setFieldValue('documents', ({ [slot]: _, ...others }) => (file ? { ...others, [slot]: file } : others))
              form.clearFieldError(field)
            }}
            onBusyChange={(busy) => {
              onBusyChange(slot, busy)
              form.clearFieldError(field)
            }}
            error={form.errors[field]}
          />
        )
      })}
    </SimpleGrid>
  )
}
