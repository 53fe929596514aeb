import { Select, type SelectProps } from '@mantine/core'
import { type Company, listCompanies } from 'contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useListAhead } from '../ui/forms/useListAhead.ts'
import { useSearchText } from '../ui/forms/useSearchText.ts'

const MAX_OFFERED = 50

export type PickedCompany = Pick<Company, 'id' | 'name' | 'trade_license'>

interface CompanyPickerProps extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'children'> {
  /** The id of the chosen company; empty for none. */
  value: string
  /** Also called with the only company there is, which needs no choice (§5). */
  onPick: (company: PickedCompany | undefined) => void
  /** Shown below the field once a company is chosen. */
  children?: (company: PickedCompany) => ReactNode
  /** The company that was chosen before; the first list may not contain it. */
  chosen?: PickedCompany | undefined
  /** Whether the field may stay empty; the only company is then not chosen automatically. */
  optional?: boolean
}

/** Finds a company by its name; a list that does not load brings no toast (§8). */
export function CompanyPicker({ value, onPick, children, chosen, optional = false, ...rest }: CompanyPickerProps) {
  const t = useTranslations('forms')
  const ahead = useListAhead()
  const { typed, setTyped, settled } = useSearchText()
  const [picked, setPicked] = useState<PickedCompany>()
  const known = picked ?? chosen
  const search = settled === known?.name ? '' : settled
  const list = useLoad(
    listCompanies,
    { query: { limit: MAX_OFFERED, documents: 'link', ...(search ? { q: search } : {}) } },
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
