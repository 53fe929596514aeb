import { countEmployeeFacets, type EmployeeFacetCounts } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { ListViews } from '../ui/list/ListViews.tsx'
import { VIEW_NAMES, VIEWS, type ViewName, viewOf } from './views.ts'

/** Where the number of a view stands among the facets of those without a renewal; the facet of renewals counts beside that filter. */
const COUNTED: Partial<Record<ViewName, [keyof EmployeeFacetCounts, string]>> = {
  expiring: ['expires', '30'],
  expired: ['status', 'expired'],
  renewing: ['renewal', 'running'],
}

const countIn = (counts: EmployeeFacetCounts | undefined, name: ViewName) => {
  const [facet, value] = COUNTED[name] ?? []
  return facet && counts?.[facet].find((counted) => counted.value === value)
}

interface EmployeeViewsProps {
  filters: Partial<Record<string, string>>
  /** As the address has it; empty for the usual one. */
  sort: string
  ready: boolean
}

/** The views of employee records with how many there are, counted once the rows are there. */
export function EmployeeViews({ filters, sort, ready }: EmployeeViewsProps) {
  const t = useTranslations('employees.views')
  const { data } = useLoad(
    countEmployeeFacets,
    { query: { renewal: 'none' } },
    { enabled: ready, background: true, keepPrevious: true, answers: () => true },
  )
  const views = VIEW_NAMES.map((name) => ({ id: name, name: t(name), search: VIEWS[name], count: countIn(data, name) }))
  return <ListViews list="employees" label={t('label')} current={viewOf(filters)} {...{ views, filters, sort, ready }} />
}
