import { APPLICATION_SORTS, type ApplicationFilters, FACET_VALUES, type Input, type listApplications } from 'contract'
import { type Asking, type ListSearch, useListQuery } from '../../ui/list/useListQuery.ts'

export type FilterName = keyof ApplicationFilters
const NAMES: FilterName[] = [...(Object.keys(FACET_VALUES) as (keyof typeof FACET_VALUES)[]), 'company_id']
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
type Sort = NonNullable<NonNullable<Input<typeof listApplications>['query']>['sort']>
export const NEWEST = '-submitted_at'

export function readFilters(given: ListSearch): ApplicationFilters {
  return Object.fromEntries(NAMES.filter((name) => isKnown(name, given[name])).map((name) => [name, given[name]]))
}

const isKnown = (name: FilterName, value = ''): boolean =>
  name === 'company_id' ? ID.test(value) : FACET_VALUES[name].some((known) => known === value)

const ASKING: Asking<ApplicationFilters, Sort> = { names: NAMES, readFilters, sorts: APPLICATION_SORTS, usual: NEWEST }

/** What the address asks of the list (U7). */
export const useApplicationQuery = () => useListQuery(ASKING)
