import { COMPANY_SORTS, type Input, listCompanies } from 'contract'
import { useLoad, useLoadPages } from '../api/useLoad.ts'
import { type Asking, useListQuery } from '../ui/list/useListQuery.ts'

type Sort = NonNullable<NonNullable<Input<typeof listCompanies>['query']>['sort']>
const ASKING: Asking<object, Sort> = { names: [], readFilters: () => ({}), sorts: COMPANY_SORTS, usual: '-created_at' }
const PAGE_SIZE = 50

/** The companies that match the search: sorted page by page, or for the board the newest at once. */
export function useCompanies(search: string, isBoard: boolean) {
  const { sort, sortAsked, sortBy } = useListQuery(ASKING)
  const found = search ? { q: search } : {}
  const asked = { ...found, ...(sortAsked && { sort: sortAsked }) }
  const pages = useLoadPages(listCompanies, { query: { ...asked, documents: 'link', limit: PAGE_SIZE } }, { enabled: !isBoard })
  const newest = useLoad(listCompanies, { query: { ...found, documents: 'link' } }, { enabled: isBoard, keepPrevious: true })
  return { list: isBoard ? newest : pages, asked, sorting: { key: sort, onSort: sortBy } }
}
