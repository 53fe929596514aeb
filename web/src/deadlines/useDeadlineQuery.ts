import { DEADLINE_KEYS, DEADLINE_WHO, type Input, type listDeadlines } from 'contract'
import { useUser } from '../session/session.ts'
import { type Asking, type ListSearch, useListQuery } from '../ui/list/useListQuery.ts'

type Query = NonNullable<Input<typeof listDeadlines>['query']>

export const SHOWS = ['late', '30', '90', 'uncounted'] as const
type Shows = (typeof SHOWS)[number]

interface Asked {
  shows?: Shows
  key?: (typeof DEADLINE_KEYS)[number]
  who?: (typeof DEADLINE_WHO)[number]
  company?: string
}

/** An unknown value counts as none. */
function readFilters({ company, ...given }: ListSearch): Asked {
  const shows = SHOWS.find((known) => known === given.shows)
  const key = DEADLINE_KEYS.find((known) => known === given.key)
  const who = DEADLINE_WHO.find((known) => known === given.who)
  return { ...(shows && { shows }), ...(key && { key }), ...(who && { who }), ...(company && { company }) }
}

const ASKING: Asking<Asked, ''> = { names: ['shows', 'key', 'who', 'company'], readFilters, sorts: [], usual: '' }

const OF_CHIP: Record<Shows, Query> = {
  late: { late: 'true' },
  30: { within: '30' },
  90: { within: '90' },
  uncounted: { counted: 'false' },
}

/** What the address asks of the list (U7). */
export function useDeadlineQuery() {
  const isAdmin = useUser().role === 'admin'
  const asked = useListQuery(ASKING)
  const { shows, key, who, company } = asked.filters
  const ofCompany = isAdmin && company ? { company_id: company } : {}
  const query: Query = { ...(shows && OF_CHIP[shows]), ...(key && { key }), ...(who && { who }), ...ofCompany }
  return { ...asked, query, ofCompany }
}
