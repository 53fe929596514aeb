import { COMPANY_FACETS, COMPANY_SORTS, type CompanyFacet, type CompanyFilters, type Input, listCompanies } from 'contract'
import { useLoad, useLoadPages } from '../api/useLoad.ts'
import { type Asking, type ListSearch, useListQuery } from '../ui/list/useListQuery.ts'

const NAMES = Object.keys(COMPANY_FACETS) as CompanyFacet[]
type Sort = NonNullable<NonNullable<Input<typeof listCompanies>['query']>['sort']>

function readFilters(given: ListSearch): CompanyFilters {
  const isKnown = (name: CompanyFacet) => COMPANY_FACETS[name].some((known) => known === given[name])
  return Object.fromEntries(NAMES.filter(isKnown).map((name) => [name, given[name]]))
}

const ASKING: Asking<CompanyFilters, Sort> = { names: NAMES, readFilters, sorts: COMPANY_SORTS, usual: '-created_at' }
const PAGE_SIZE = 50

/** The companies that match search and filters: sorted page by page, or for the board the newest at once. */
export function useCompanies(search: string, isBoard: boolean) {
  const { filters, filtered, sort, sortAsked, sortBy, setFilter, clearFilters, clear } = useListQuery(ASKING)
  const found = { ...filters, ...(search && { q: search }) }
  const asked = { ...found, ...(sortAsked && { sort: sortAsked }) }
  const pages = useLoadPages(listCompanies, { query: { ...asked, documents: 'link', limit: PAGE_SIZE } }, { enabled: !isBoard })
  const newest = useLoad(listCompanies, { query: { ...found, documents: 'link' } }, { enabled: isBoard, keepPrevious: true })
  return {
    list: isBoard ? newest : pages,
    asked,
    sorting: { key: sort, onSort: sortBy },
    filtered: search !== '' || filtered,
    faceted: { filters, setFilter, onClear: filtered ? clearFilters : undefined },
    clear,
  }
}
