import { EMPLOYEE_FACETS, EMPLOYEE_SORTS, type EmployeeFilters, type Input, type listEmployees, MONTH, nationalityWord } from 'contract'
import { type Asking, type ListSearch, useListQuery } from '../ui/list/useListQuery.ts'

type FilterName = keyof EmployeeFilters
const NAMES: FilterName[] = [...(Object.keys(EMPLOYEE_FACETS) as (keyof typeof EMPLOYEE_FACETS)[]), 'nationality', 'company_id']
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
type Sort = NonNullable<NonNullable<Input<typeof listEmployees>['query']>['sort']>

export const isMonth = (value = ''): boolean => MONTH.test(value)

function isKnown(name: FilterName, value = ''): boolean {
  if (name === 'company_id') return ID.test(value)
  if (name === 'nationality') return value.trim() !== '' && value.length <= 100
  return (name === 'expires' && isMonth(value)) || EMPLOYEE_FACETS[name].some((known) => known === value)
}

export function readFilters(given: ListSearch): EmployeeFilters {
  return Object.fromEntries(
    NAMES.filter((name) => isKnown(name, given[name])).map((name) => [
      name,
      name === 'nationality' ? nationalityWord(given[name] ?? '') : given[name],
    ]),
  )
}

const ASKING: Asking<EmployeeFilters, Sort> = { names: NAMES, readFilters, sorts: EMPLOYEE_SORTS, usual: '-created_at' }

/** What the address asks of the list (U7). */
export const useEmployeeQuery = () => useListQuery(ASKING)
