import { type Employee, listEmployees } from 'contract'
import { useCallback } from 'react'
import { useRows } from '../api/useRows.ts'

/** Replaces a changed record in the loaded lists at once. */
export function useReplaceEmployee(): (employee: Employee) => void {
  const change = useRows(listEmployees)
  return useCallback((employee) => change((rows) => rows.map((row) => (row.id === employee.id ? employee : row))), [change])
}

/** Removes a deleted record from the loaded lists at once. */
export function useDropEmployee(): (id: string) => void {
  const change = useRows(listEmployees)
  return useCallback((id) => change((rows) => rows.filter((row) => row.id !== id)), [change])
}
