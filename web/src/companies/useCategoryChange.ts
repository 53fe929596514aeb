import { type CompanyCategory, listCompanies, updateCompany } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../api/queryClient.ts'
import { useAction } from '../api/useAction.ts'
import { useRows } from '../api/useRows.ts'

interface Change {
  id: string
  from: CompanyCategory
  to: CompanyCategory
}

/** Changes categories, one call after the other. A change shows at once, and is undone if the server refuses it or the user presses Undo (U53). */
export function useCategoryChange() {
  const undo = useTranslations('companies')('undo')
  const queue = useRef(Promise.resolve())
  const { run } = useAction(updateCompany, { toasts: 'changeCompanyCategory' })
  const changeRows = useRows(listCompanies)
  const show = (id: string, category: CompanyCategory) =>
    changeRows((rows) => rows.map((company) => (company.id === id ? { ...company, category } : company)))
  const change = ({ id, from, to }: Change): void => {
    show(id, to)
    const store = async () => {
      await queryClient.cancelQueries({ queryKey: [listCompanies.name] })
      const back = { label: undo, run: () => change({ id, from: to, to: from }) }
      const stored = await run({ params: { id }, query: { category: to }, body: undefined }, { undo: back })
      if (!stored) show(id, from)
    }
    queue.current = queue.current.then(store)
  }
  return ({ id, category: from }: { id: string; category: CompanyCategory }, to: CompanyCategory): void => {
    if (to !== from) change({ id, from, to })
  }
}
