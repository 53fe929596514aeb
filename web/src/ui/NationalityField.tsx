import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NATIONALITIES } from './nationalities.ts'

const SUGGESTED = 50

/** A nationality from the list, or any other word. */
export function NationalityField(props: AutocompleteProps) {
  const t = useTranslations('forms')
  return (
    <Autocomplete
      data={NATIONALITIES}
      limit={SUGGESTED}
      maxDropdownHeight={240}
      placeholder={t('nationalityPlaceholder')}
      autoComplete="off"
      maxLength={200}
      selectFirstOptionOnChange={false}
      {...props}
    />
  )
}
