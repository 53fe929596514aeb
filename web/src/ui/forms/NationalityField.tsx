import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { findNationality, matchNationalities, nationalities } from './nationalityNames.ts'
import { useListAhead } from './useListAhead.ts'

const MAX_SUGGESTED = 50

interface NationalityFieldProps extends Omit<AutocompleteProps, 'value' | 'onChange' | 'data' | 'filter'> {
  /** The English word of the list, or any other word. */
  value?: string
  onChange?: (value: string) => void
}

/** A nationality from the list, in the reader's language, or any other word; Enter picks the first that matches. */
export function NationalityField({ value = '', onChange, ...props }: NationalityFieldProps) {
  const t = useTranslations('forms')
  const ahead = useListAhead()
  return (
    <Autocomplete
      data={nationalities().map(({ name }) => name)}
      filter={({ search }) =>
        matchNationalities(search)
          .slice(0, MAX_SUGGESTED)
          .map(({ name }) => ({ value: name, label: name }))
      }
      placeholder={t('nationalityPlaceholder')}
      autoComplete="off"
      maxLength={200}
      selectFirstOptionOnChange
      {...props}
      {...ahead}
      value={findNationality(value)?.name ?? value}
      onChange={(given) => onChange?.(findNationality(given)?.value ?? given)}
      onFocus={(event) => {
        ahead.onFocus()
        props.onFocus?.(event)
      }}
    />
  )
}
