import { listCompanies } from 'contract'
import { loadKey, useLoadList } from '../api/useLoad.ts'

const inputOf = (search: string) => ({ query: { documents: 'link' as const, ...(search ? { q: search } : {}) } })

/** The companies that match, newest first. */
export const useCompanies = (search: string) => useLoadList(listCompanies, inputOf(search), { keepPrevious: true })

/** Where the cache keeps them. */
export const companiesKey = (search: string) => loadKey(listCompanies, inputOf(search), 'list')
