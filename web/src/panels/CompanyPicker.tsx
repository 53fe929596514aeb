import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Company, listCompanies } from 'contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useListAhead } from '../ui/forms/useListAhead.ts'

const DEBOUNCE_MS = 200
const OFFERED = 50

export type PickedCompany = Pick<Company, 'id' | 'name' | 'trade_license'>

interface CompanyPickerProps extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'children'> {
  /** The id of the chosen company; empty: none. */
  value: string
  /** Called with the only company there is, too: it needs no choice (§5). */
  onPick: (company: PickedCompany | undefined) => void
  /** What stands below the field once a company is chosen. */
  children?: (company: PickedCompany) => ReactNode
  /** The company that was chosen before: it may be none of those that are offered at first. */
  chosen?: PickedCompany | undefined
  /** Whether a company need not be chosen: the only one there is is then no foregone choice. */
  optional?: boolean
}

/** Finds one of many companies by its name; the list is asked for in silence (§8). */
export function CompanyPicker({ value, onPick, children, chosen, optional = false, ...rest }: CompanyPickerProps) {
  const t = useTranslations('forms')
  const ahead = useListAhead()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<PickedCompany>()
  const known = picked ?? chosen
  const [settled] = useDebouncedValue(typed, DEBOUNCE_MS)
  const search = settled === known?.name ? '' : settled
  const list = useLoad(
    listCompanies,
    { query: { limit: OFFERED, documents: 'link', ...(search ? { q: search } : {}) } },
    { keepPrevious: true, answers: () => true },
  )
  const found: PickedCompany[] = list.data?.items ?? []
  const company = [...found, ...(known ? [known] : [])].find(({ id }) => id === value)
  const options = company && !found.includes(company) ? [company, ...found] : found
  const only = list.data?.unfiltered === 1 ? found[0] : undefined
  useEffect(() => {
    if (only && value === '' && !optional) onPick(only)
  }, [only, value, onPick, optional])
  return (
    <>
      <Select
        placeholder={t('companyPlaceholder')}
        {...rest}
        {...ahead}
        onFocus={(event) => {
          ahead.onFocus()
          rest.onFocus?.(event)
        }}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        value={value || null}
        onChange={(id) => {
          const company = options.find((option) => option.id === id)
          setPicked(company)
          onPick(company)
        }}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options: all }) => all}
        nothingFoundMessage={list.isError ? t('companyFailed') : t('companyNone')}
      />
      {company && children?.(company)}
    </>
  )
}
