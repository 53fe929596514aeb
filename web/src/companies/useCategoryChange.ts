import { useQueryClient } from '@tanstack/react-query'
import { type CompanyCategory, getCompany, listCompanies, listCompanyHistory, type Reply, updateCompany } from 'contract'
import { useRef } from 'react'
import type { List } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { companiesKey } from './useCompanies.ts'

/** Changes categories: each shown at once and taken back where the server refuses (U53); sent one after the other. */
export function useCategoryChange(search: string) {
  const cache = useQueryClient()
  const queue = useRef(Promise.resolve())
  const { run } = useAction(updateCompany, {
    toasts: 'changeCompanyCategory',
    invalidates: [listCompanies, getCompany, listCompanyHistory],
  })
  const show = (id: string, category: CompanyCategory) =>
    cache.setQueryData<List<Reply<typeof listCompanies>>>(
      companiesKey(search),
      (list) => list && { ...list, items: list.items.map((company) => (company.id === id ? { ...company, category } : company)) },
    )
  return ({ id, category: before }: { id: string; category: CompanyCategory }, category: CompanyCategory): void => {
    if (category === before) return
    show(id, category)
    const store = async () => {
      await cache.cancelQueries({ queryKey: companiesKey(search) })
      const stored = await run({ params: { id }, query: { category }, body: undefined })
      if (!stored) show(id, before)
    }
    queue.current = queue.current.then(store)
  }
}
