import { type Input, type listUsers, USER_FACETS, USER_SORTS, type UserFacet, type UserFilters } from 'contract'
import { type Asking, type ListSearch, useListQuery } from '../ui/list/useListQuery.ts'

const NAMES = Object.keys(USER_FACETS) as UserFacet[]
type Sort = NonNullable<NonNullable<Input<typeof listUsers>['query']>['sort']>
export const NEWEST = '-created_at'
/** What the cards can be sorted by, as the address has it. */
export const ORDERS = [NEWEST, 'full_name', 'email'] as const satisfies readonly Sort[]

function readFilters(given: ListSearch): UserFilters {
  const isKnown = (name: UserFacet) => USER_FACETS[name].some((known) => known === given[name])
  return Object.fromEntries(NAMES.filter(isKnown).map((name) => [name, given[name]]))
}

const ASKING: Asking<UserFilters, Sort> = { names: NAMES, readFilters, sorts: USER_SORTS, usual: NEWEST }

/** What the address asks of the list (U7). */
export const useUserQuery = () => useListQuery(ASKING)
