import { countFacets, type FacetCounts } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useUser } from '../../session/session.ts'
import { ListViews } from '../../ui/list/ListViews.tsx'
import { VIEWS, type ViewName, viewOf, viewsOf } from './views.ts'

/** Where the number of a view stands among the facets of active applications. */
const COUNTED: Partial<Record<ViewName, [keyof FacetCounts, string]>> = {
  mine: ['assignee', 'me'],
  waiting: ['stage_status', 'waiting'],
  refused: ['stage_status', 'Rejected'],
  late: ['pace', 'late'],
  fast: ['priority', 'fast_track'],
  unpaid: ['unpaid', 'true'],
}

const countIn = (counts: FacetCounts | undefined, name: ViewName) => {
  const [facet, value] = COUNTED[name] ?? []
  return facet && counts?.[facet].find((counted) => counted.value === value)
}

interface ApplicationViewsProps {
  filters: Partial<Record<string, string>>
  /** As the address has it; empty for the usual one. */
  sort: string
  ready: boolean
}

/** The views of the role with how many there are, counted once the rows are there. */
export function ApplicationViews({ filters, sort, ready }: ApplicationViewsProps) {
  const t = useTranslations('applications.views')
  const { role } = useUser()
  const names = viewsOf(role)
  const { data } = useLoad(
    countFacets,
    { query: { status: 'active' } },
    { enabled: ready && names.length > 0, background: true, keepPrevious: true, answers: () => true },
  )
  const views = names.map((name) => ({ id: name, name: t(name), search: VIEWS[name], count: countIn(data, name) }))
  return <ListViews list="applications" label={t('label')} current={viewOf(role, filters)} {...{ views, filters, sort, ready }} />
}
