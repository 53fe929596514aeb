import { listCompanies } from 'contract'
import { loadKey, useLoad } from '../api/useLoad.ts'

const inputOf = (search: string) => ({ query: { documents: 'link' as const, ...(search ? { q: search } : {}) } })

/** The companies that match the search, newest first. */
export const useCompanies = (search: string) => useLoad(listCompanies, inputOf(search), { keepPrevious: true })

/** Their key in the query cache. */
export const companiesKey = (search: string) => loadKey(listCompanies, inputOf(search))
