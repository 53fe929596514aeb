import { countFacets, type Facet, type FacetCounts } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { partOf, usePart } from '../../feedback/usePart.ts'
import { useUser } from '../../session/session.ts'
import { ViewTabs } from '../../ui/ViewTabs.tsx'
import { ownViewOf, useOwnViews } from './useOwnViews.ts'
import { VIEWS, type ViewName, viewOf, viewsOf } from './views.ts'

const importActions = partOf(() => import('./ViewActions.tsx').then(({ ViewActions }) => ViewActions))

/** Where the number of a view stands among the facets of active applications. */
const COUNTED: Partial<Record<ViewName, [Facet, string]>> = {
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

/** The views of the role with how many there are, counted once the rows are there, and behind them the person's own. */
export function ApplicationViews({ filters, sort, ready }: ApplicationViewsProps) {
  const t = useTranslations('applications.views')
  const { role } = useUser()
  const names = viewsOf(role)
  const { data } = useLoad(
    countFacets,
    { query: { status: 'active' } },
    { enabled: ready && names.length > 0, background: true, keepPrevious: true, answers: () => true },
  )
  const kept = useOwnViews(ready)
  const asked = Object.fromEntries(Object.entries({ ...filters, sort }).filter((entry): entry is [string, string] => Boolean(entry[1])))
  const own = ownViewOf(kept, asked)
  const standard = viewOf(role, filters)
  const views = [
    ...names.map((name) => ({ id: name, name: t(name), search: VIEWS[name], count: countIn(data, name) })),
    ...kept.map(({ id, name, filters: search }) => ({ id, name, search })),
  ]
  const isNew = !own && standard === undefined && Object.keys(filters).length > 0
  const Actions = usePart(importActions, own !== undefined || isNew)
  if (views.length === 0 && !isNew) return null
  return (
    <ViewTabs label={t('label')} views={views} current={own?.id ?? standard}>
      {Actions && <Actions own={own} filters={isNew ? asked : undefined} />}
    </ViewTabs>
  )
}
