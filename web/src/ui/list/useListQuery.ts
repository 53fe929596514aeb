import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

export type ListSearch = Partial<Record<string, string>>

/** What a list can be asked for in its address (U7). */
export interface Asking<Filters extends object, Sort extends string> {
  /** The names of the filters in the address. */
  names: readonly string[]
  /** An unknown value counts as none. */
  readFilters: (given: ListSearch) => Filters
  /** The sort keys, without the `-` for descending. */
  sorts: readonly string[]
  /** The order that the address does not name. */
  usual: Sort
}

/** What the address asks of a list, and how to change it. */
export function useListQuery<Filters extends object, Sort extends string>({ names, readFilters, sorts, usual }: Asking<Filters, Sort>) {
  const given: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (next: ListSearch) =>
      void navigate({
        to: '.',
        search: (previous: ListSearch) => ({ ...previous, ...emptied(next) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const filters = useMemo((): Filters => readFilters(given), [given, readFilters])
  const sort = sorts.some((key) => given.sort === key || given.sort === `-${key}`) ? (given.sort as Sort) : usual
  return {
    filters,
    filtered: Object.keys(filters).length > 0,
    sort,
    /** As the address has it: nothing for the usual one. */
    sortAsked: sort === usual ? undefined : sort,
    sortBy: (key: string) => change({ sort: key === usual ? '' : key }),
    setFilter: (name: string, value: string) => change({ [name]: value }),
    clearFilters: () => change(Object.fromEntries(names.map((name) => [name, '']))),
    clear: () => change(Object.fromEntries([...names, 'q'].map((name) => [name, '']))),
  }
}

const emptied = (next: ListSearch): Partial<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(next).map(([name, value]) => [name, value === '' ? undefined : value]))
