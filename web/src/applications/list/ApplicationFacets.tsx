import { NativeSelect } from '@mantine/core'
import {
  type ApplicationFilters,
  completionMonths,
  countFacets,
  dubaiDate,
  FACET_VALUES,
  type Facet,
  type FacetCounts,
  type VisaApplication,
} from 'contract'
import { type Ref, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { partOf, usePart } from '../../feedback/usePart.ts'
import { useUser } from '../../session/session.ts'
import { FacetBar } from '../../ui/FacetBar.tsx'
import { namedNationalities } from '../../ui/signs/nationality.ts'
import { useValueNames } from './useValueNames.ts'

const importAdmins = partOf(() => import('./AdminFacets.tsx').then(({ AdminFacets }) => AdminFacets))

const FACETS = [...(Object.keys(FACET_VALUES) as Facet[]), 'completed', 'nationality'] as const

interface ApplicationFacetsProps {
  search: string
  filters: ApplicationFilters
  setFilter: (name: string, value: string) => void
  onClear: (() => void) | undefined
  /** The rows on the screen, which name the company that is chosen. */
  rows: readonly VisaApplication[]
  ref?: Ref<HTMLFieldSetElement>
}

/** The filters of the list. How many applications each would leave is asked for as soon as somebody turns to them. */
export function ApplicationFacets({ search, filters, setFilter, onClear, rows, ref }: ApplicationFacetsProps) {
  const t = useTranslations('applications.facets')
  const nameOf = useValueNames()
  const { role } = useUser()
  const isAdmin = role === 'admin'
  const [isPointed, setPointed] = useState(false)
  const counts = useLoad(
    countFacets,
    { query: { ...filters, ...(search && { q: search }) } },
    { enabled: isPointed, background: true, answers: () => true },
  )
  const Admins = usePart(importAdmins, isAdmin && (isPointed || filters.company_id !== undefined || filters.assignee !== undefined))
  const facets = FACETS.filter((name) => name !== 'unpaid' || role !== 'employee').map((name) => ({
    name,
    label: t(`${name}.label`),
    any: t(`${name}.any`),
    value: filters[name] ?? '',
    options: valuesOf(name, filters, counts.data?.nationality).map((value) => ({
      value,
      label: nameOf(name, value),
      count: counts.data?.[name].find((counted) => counted.value === value),
    })),
  }))
  return (
    <FacetBar ref={ref} facets={facets} onChange={setFilter} onClear={onClear} onPoint={() => setPointed(true)}>
      {isAdmin &&
        (Admins ? (
          <Admins filters={filters} counts={counts.data?.assignee} rows={rows} setFilter={setFilter} />
        ) : (
          <>
            <NativeSelect size="xs" aria-label={t('assignee.label')} data={[t('assignee.any')]} />
            <NativeSelect size="xs" aria-label={t('company')} data={[t('allCompanies')]} />
          </>
        ))}
    </FacetBar>
  )
}

/** The last months of completion, and the one that the address asks for. */
function valuesOf(
  name: (typeof FACETS)[number],
  filters: ApplicationFilters,
  nationals: FacetCounts['nationality'] | undefined,
): readonly string[] {
  const { completed } = filters
  if (name === 'nationality') return namedNationalities(filters.nationality, nationals)
  if (name !== 'completed') return FACET_VALUES[name]
  const months = completionMonths(dubaiDate(new Date()))
  return completed && !months.includes(completed) ? [...months, completed] : months
}
