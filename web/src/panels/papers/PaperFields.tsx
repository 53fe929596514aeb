import { SimpleGrid, TextInput } from '@mantine/core'
import type { PaperKind } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DateField } from '../../ui/forms/DateField.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { isAsked, PAPER_FIELDS, type PaperField, type PaperTyped, paperFieldId } from './paperFields.ts'

interface PaperFieldsProps {
  kind: PaperKind
  form: {
    values: PaperTyped
    errors: Partial<Record<PaperField, ReactNode>>
    getInputProps: (field: PaperField) => object & { onChange: (value: unknown) => void }
    clearFieldError: (field: PaperField) => void
  }
}

/** Where both are missing, each puts it right. */
const EITHER: readonly PaperField[] = ['number', 'expires_on']

/** What is typed of a paper. */
export function PaperFields({ kind, form: { values, errors, getInputProps, clearFieldError } }: PaperFieldsProps) {
  const t = useTranslations('papers.form')
  const labels = useTranslations('history.fields')
  const first = PAPER_FIELDS.find((field) => isAsked(field, kind))
  const props = (field: PaperField) => {
    const input = getInputProps(field)
    return {
      id: paperFieldId(field),
      label: labels(field),
      autoComplete: 'off',
      'data-autofocus': field === first || undefined,
      ...input,
      onChange: (value: unknown) => {
        input.onChange(value)
        if (EITHER.includes(field) && errors.number === errors.expires_on) EITHER.forEach(clearFieldError)
      },
    }
  }
  return (
    <>
      {isAsked('title', kind) && <TextInput {...props('title')} required maxLength={200} />}
      {isAsked('number', kind) ? (
        <TextInput {...props('number')} required={kind === 'passport'} maxLength={200} />
      ) : (
        <Muted>{t('licence')}</Muted>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateField {...props('issued_on')} value={values.issued_on} />
        <DateField {...props('expires_on')} value={values.expires_on} />
      </SimpleGrid>
      <TextInput {...props('issuer')} maxLength={200} />
      <LongText {...props('note')} />
    </>
  )
}
