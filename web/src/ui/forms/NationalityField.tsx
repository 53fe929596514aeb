import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NATIONALITIES } from './nationalities.ts'
import { useListAhead } from './useListAhead.ts'

const MAX_SUGGESTED = 50

/** A nationality from the list, or any other word; Enter picks the first that matches. */
export function NationalityField(props: AutocompleteProps) {
  const t = useTranslations('forms')
  const ahead = useListAhead()
  return (
    <Autocomplete
      data={NATIONALITIES}
      limit={MAX_SUGGESTED}
      placeholder={t('nationalityPlaceholder')}
      autoComplete="off"
      maxLength={200}
      selectFirstOptionOnChange
      {...props}
      {...ahead}
      onFocus={(event) => {
        ahead.onFocus()
        props.onFocus?.(event)
      }}
    />
  )
}
