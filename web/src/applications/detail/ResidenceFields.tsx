import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { perLanguage } from '../../messages/language.ts'
import { DateField } from '../../ui/forms/DateField.tsx'
import { EidField } from '../../ui/forms/EidField.tsx'
import { RESIDENCE_FIELDS, type ResidenceValues } from './residence.ts'

const list = perLanguage((locale) => new Intl.ListFormat(locale))

interface ResidenceFieldsProps {
  values: ResidenceValues
  /** What was there before the user changed it. */
  before: ResidenceValues
  set: (change: Partial<ResidenceValues>) => void
}

/** Asks for what the new residence holds, and says what will be missing (S14). */
export function ResidenceFields({ values, before, set }: ResidenceFieldsProps) {
  const t = useTranslations('applicationDetail')
  const labelOf = useTranslations('history.fields')
  const missing = RESIDENCE_FIELDS.filter((field) => values[field].trim() === '').map((field) => labelOf(field))
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <DateField label={labelOf('expiry_date')} value={values.expiry_date} onChange={(expiry_date) => set({ expiry_date })} />
        <TextInput
          label={labelOf('visa_number')}
          autoComplete="off"
          maxLength={200}
          value={values.visa_number}
          onChange={(event) => set({ visa_number: event.currentTarget.value })}
        />
        <EidField
          label={labelOf('eid_number')}
          autoComplete="off"
          maxLength={200}
          stored={before.eid_number}
          value={values.eid_number}
          onChange={(eid_number) => set({ eid_number })}
        />
        <DateField
          label={labelOf('eid_expiry_date')}
          value={values.eid_expiry_date}
          onChange={(eid_expiry_date) => set({ eid_expiry_date })}
        />
      </SimpleGrid>
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" lh="prose">
          {t('completion.missing', { fields: list().format(missing) })}
        </Text>
      )}
    </>
  )
}
