import { useNavigate, useSearch } from '@tanstack/react-router'
import { APPLICATION_SORTS, type ApplicationFilters, FACET_VALUES, type Input, type listApplications } from 'contract'
import { useCallback, useMemo } from 'react'

export type FilterName = keyof ApplicationFilters
const NAMES: FilterName[] = [...(Object.keys(FACET_VALUES) as (keyof typeof FACET_VALUES)[]), 'company_id']
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
type Sort = NonNullable<NonNullable<Input<typeof listApplications>['query']>['sort']>
export const NEWEST = '-submitted_at'

type Search = Partial<Record<string, string>>

/** What the address asks of the list (U7); an unknown value counts as none. */
export function useApplicationQuery() {
  const given: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (next: Search) =>
      void navigate({
        to: '.',
        search: (previous: Search) => ({ ...previous, ...emptied(next) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const filters = useMemo((): ApplicationFilters => readFilters(given), [given])
  const sort = sortIn(given.sort)
  return {
    filters,
    filtered: Object.keys(filters).length > 0,
    sort,
    /** The first press on another column sorts it; newest first is the usual order, and no sort in the address. */
    sortBy: (key: string) => change({ sort: key === NEWEST ? '' : key }),
    setFilter: (name: string, value: string) => change({ [name]: value }),
    clearFilters: () => change(Object.fromEntries(NAMES.map((name) => [name, '']))),
    clear: () => change(Object.fromEntries([...NAMES, 'q'].map((name) => [name, '']))),
  }
}

const emptied = (next: Search): Partial<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(next).map(([name, value]) => [name, value === '' ? undefined : value]))

export function readFilters(given: Search): ApplicationFilters {
  return Object.fromEntries(NAMES.filter((name) => isKnown(name, given[name])).map((name) => [name, given[name]]))
}

const isKnown = (name: FilterName, value = ''): boolean =>
  name === 'company_id' ? ID.test(value) : FACET_VALUES[name].some((known) => known === value)

function sortIn(given: string | undefined): Sort {
  const known = APPLICATION_SORTS.find((key) => given === key || given === `-${key}`)
  return known ? (given as Sort) : NEWEST
}
