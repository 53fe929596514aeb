import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApplicationFilters, ApplicationSort } from 'contract'
import { useCallback, useMemo } from 'react'

const Filters = ApplicationFilters.shape
export type FilterName = keyof typeof Filters
const NAMES = Object.keys(Filters) as FilterName[]
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
  const sort = ApplicationSort.safeParse(given.sort).data ?? NEWEST
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
  const known = NAMES.flatMap((name) => {
    const { data } = Filters[name].safeParse(given[name])
    return data === undefined ? [] : [[name, data]]
  })
  return Object.fromEntries(known)
}
