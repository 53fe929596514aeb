import type { DocumentInfo } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { paperFieldId } from './paperFields.ts'

interface PaperFileFieldProps {
  form: {
    values: { document: DocumentInfo | undefined }
    errors: { document?: ReactNode }
    setFieldValue: (field: 'document', value: DocumentInfo | undefined) => void
  }
  onBusyChange: (busy: boolean) => void
}

/** The scan of a new paper. */
export function PaperFileField({ form, onBusyChange }: PaperFileFieldProps) {
  const t = useTranslations('papers.file')
  return (
    <FileField
      id={paperFieldId('document')}
      label={t('label')}
      value={form.values.document}
      error={form.errors.document}
      onChange={(document) => form.setFieldValue('document', document)}
      onBusyChange={onBusyChange}
    />
  )
}
