import { NativeSelect } from '@mantine/core'
import {
  countEmployeeFacets,
  EMPLOYEE_FACETS,
  type Employee,
  type EmployeeFacet,
  type EmployeeFacetCounts,
  type EmployeeFilters,
} from 'contract'
import { type Ref, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { partOf, usePart } from '../feedback/usePart.ts'
import { useUser } from '../session/session.ts'
import { FacetBar } from '../ui/FacetBar.tsx'
import { formatMonth } from '../ui/signs/dates.ts'
import { namedNationalities, nationalityName } from '../ui/signs/nationality.ts'
import { isMonth } from './useEmployeeQuery.ts'

const importCompany = partOf(() => import('../panels/CompanyFacet.tsx').then(({ CompanyFacet }) => CompanyFacet))

const FACETS = [...(Object.keys(EMPLOYEE_FACETS) as EmployeeFacet[]), 'nationality'] as const

interface EmployeeFacetsProps {
  search: string
  filters: EmployeeFilters
  setFilter: (name: string, value: string) => void
  onClear: (() => void) | undefined
  rows: readonly Employee[]
  ref?: Ref<HTMLFieldSetElement>
}

/** The filters of the list. How many records each would leave is asked for as soon as somebody turns to them. */
export function EmployeeFacets({ search, filters, setFilter, onClear, rows, ref }: EmployeeFacetsProps) {
  const t = useTranslations('employees')
  const companies = useTranslations('applications.facets')
  const nameOf = useValueNames()
  const { role } = useUser()
  const [isPointed, setPointed] = useState(false)
  const counts = useLoad(
    countEmployeeFacets,
    { query: { ...filters, ...(search && { q: search }) } },
    { enabled: isPointed, background: true, answers: () => true },
  )
  const Company = usePart(importCompany, role === 'admin' && (isPointed || filters.company_id !== undefined))
  const facets = FACETS.map((name) => ({
    name,
    label: t(`facets.${name}.label`),
    any: t(`facets.${name}.any`),
    value: filters[name] ?? '',
    options: valuesOf(name, filters, counts.data?.nationality).map((value) => ({
      value,
      label: nameOf(name, value),
      count: counts.data?.[name].find((counted) => counted.value === value),
    })),
  }))
  return (
    <FacetBar ref={ref} facets={facets} onChange={setFilter} onClear={onClear} onPoint={() => setPointed(true)}>
      {role === 'admin' &&
        (Company ? (
          <Company value={filters.company_id} rows={rows} onPick={(id) => setFilter('company_id', id)} />
        ) : (
          <NativeSelect size="xs" aria-label={companies('company')} data={[companies('allCompanies')]} />
        ))}
    </FacetBar>
  )
}

type FacetName = (typeof FACETS)[number]

/** Beside the usual ones the month that the address asks for. */
function valuesOf(
  name: FacetName,
  { expires, nationality }: EmployeeFilters,
  counted: EmployeeFacetCounts['nationality'] | undefined,
): readonly string[] {
  if (name === 'nationality') return namedNationalities(nationality, counted)
  return name === 'expires' && expires && isMonth(expires) ? [...EMPLOYEE_FACETS.expires, expires] : EMPLOYEE_FACETS[name]
}

/** The words of a facet's value. */
function useValueNames(): (name: FacetName, value: string) => string {
  const statuses = useTranslations('enums.status')
  const own = useTranslations('employees.facetValues')
  return (name, value) => {
    if (name === 'nationality') return nationalityName(value)
    if (isMonth(value)) return own('month', { month: formatMonth(value) })
    return name === 'status' ? statuses(value as 'active') : own(value as '30')
  }
}
