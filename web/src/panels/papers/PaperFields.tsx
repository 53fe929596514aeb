import { SimpleGrid, TextInput } from '@mantine/core'
import type { PaperKind } from 'contract'
import { useTranslations } from 'use-intl'
import { DateField } from '../../ui/forms/DateField.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { isAsked, type PaperField, type PaperTyped, paperFieldId } from './paperFields.ts'

interface PaperFieldsProps {
  kind: PaperKind
  form: { values: PaperTyped; getInputProps: (field: PaperField) => object & { onChange: (value: unknown) => void } }
}

/** What is typed of a paper. */
export function PaperFields({ kind, form: { values, getInputProps } }: PaperFieldsProps) {
  const t = useTranslations('papers.form')
  const labels = useTranslations('history.fields')
  const props = (field: PaperField) => ({ id: paperFieldId(field), label: labels(field), autoComplete: 'off', ...getInputProps(field) })
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
