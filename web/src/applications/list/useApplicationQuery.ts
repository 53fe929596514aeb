import {
  APPLICATION_SORTS,
  type ApplicationFilters,
  ASSIGNEES,
  FACET_VALUES,
  type Input,
  type listApplications,
  MONTH,
  nationalityWord,
} from 'contract'
import { useUser } from '../../session/session.ts'
import { type Asking, type ListSearch, useListQuery } from '../../ui/list/useListQuery.ts'

export type FilterName = keyof ApplicationFilters
const NAMES: FilterName[] = [
  ...(Object.keys(FACET_VALUES) as (keyof typeof FACET_VALUES)[]),
  'completed',
  'nationality',
  'company_id',
  'assignee',
]
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
type Sort = NonNullable<NonNullable<Input<typeof listApplications>['query']>['sort']>
export const NEWEST = '-submitted_at'

export function readFilters(given: ListSearch): ApplicationFilters {
  return Object.fromEntries(
    NAMES.filter((name) => isKnown(name, given[name])).map((name) => [
      name,
      name === 'nationality' ? nationalityWord(given[name] ?? '') : given[name],
    ]),
  )
}

function isKnown(name: FilterName, value = ''): boolean {
  if (name === 'company_id') return ID.test(value)
  if (name === 'nationality') return value.trim() !== '' && value.length <= 100
  if (name === 'completed') return MONTH.test(value)
  if (name === 'assignee') return ID.test(value) || ASSIGNEES.some((known) => known === value)
  return FACET_VALUES[name].some((known) => known === value)
}

const ASKING: Asking<ApplicationFilters, Sort> = { names: NAMES, readFilters, sorts: APPLICATION_SORTS, usual: NEWEST }

/** Who carries a case is no filter of a company's. */
const ASKING_OF_COMPANY: typeof ASKING = { ...ASKING, readFilters: (given) => readFilters({ ...given, assignee: '' }) }

/** What the address asks of the list (U7). */
export const useApplicationQuery = () => useListQuery(useUser().role === 'admin' ? ASKING : ASKING_OF_COMPANY)
