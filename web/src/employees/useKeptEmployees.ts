import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type Call, type Employee, getStats, listEmployeeHistory, listEmployees, listExpiringVisas } from 'contract'
import { useCallback } from 'react'
import { nameOf } from '../api/callName.ts'
import type { List } from '../api/send.ts'

type Rows = List<Employee[]>

/** What a change of an employee record makes stale. */
export const STALE: Call[] = [listEmployees, listEmployeeHistory, getStats, listExpiringVisas]

/** Changes rows of the lists that are on the screen, so that a change shows before the lists are asked for again. */
function useChangedRows(): (change: (rows: Employee[]) => Employee[]) => void {
  const cache = useQueryClient()
  return useCallback(
    (change) => {
      const changed = (list: Rows): Rows => ({ ...list, items: change(list.items) })
      cache.setQueriesData<Rows | InfiniteData<Rows>>(
        { queryKey: [nameOf(listEmployees)] },
        (data) => data && ('pages' in data ? { ...data, pages: data.pages.map(changed) } : changed(data)),
      )
    },
    [cache],
  )
}

/** Puts a changed record in the place of the old one, at once. */
export function useReplaceEmployee(): (employee: Employee) => void {
  const change = useChangedRows()
  return useCallback((employee) => change((rows) => rows.map((row) => (row.id === employee.id ? employee : row))), [change])
}

/** Takes a deleted record off the lists, at once. */
export function useDropEmployee(): (id: string) => void {
  const change = useChangedRows()
  return useCallback((id) => change((rows) => rows.filter((row) => row.id !== id)), [change])
}
