import { COMPANY_FACETS, type CompanyFacet, type CompanyFilters, countCompanyFacets } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { FacetBar } from '../ui/FacetBar.tsx'

interface CompanyFacetsProps {
  search: string
  filters: CompanyFilters
  setFilter: (name: string, value: string) => void
  onClear: (() => void) | undefined
}

/** The filters of the list. How many companies each would leave is asked for as soon as somebody turns to them. */
export function CompanyFacets({ search, filters, setFilter, onClear }: CompanyFacetsProps) {
  const t = useTranslations('companies')
  const nameOf = useValueNames()
  const { role } = useUser()
  const [isPointed, setPointed] = useState(false)
  const counts = useLoad(
    countCompanyFacets,
    { query: { ...filters, ...(search && { q: search }) } },
    { enabled: isPointed, background: true, answers: () => true },
  )
  // What each company owes, and what the authorities take from it, stands in the list for administrators alone.
  const names: CompanyFacet[] = role === 'admin' ? ['category', 'cases', 'due', 'readiness'] : ['category', 'cases']
  const facets = names.map((name) => ({
    name,
    label: t(`facets.${name}.label`),
    any: t(`facets.${name}.any`),
    value: filters[name] ?? '',
    options: COMPANY_FACETS[name].map((value) => ({
      value,
      label: nameOf(name, value),
      count: counts.data?.[name].find((counted) => counted.value === value),
    })),
  }))
  return <FacetBar facets={facets} onChange={setFilter} onClear={onClear} onPoint={() => setPointed(true)} />
}

/** The words of a facet's value. */
function useValueNames(): (name: CompanyFacet, value: string) => string {
  const t = useTranslations('companies')
  const categories = useTranslations('enums.companyCategory')
  return (name, value) => {
    if (name === 'category') return categories(value as 'on_demand')
    if (name === 'readiness') return t(`readiness.${value as 'stops'}`)
    return name === 'due' ? t('withDues') : t(value === 'active' ? 'withActive' : 'withoutActive')
  }
}
