import { COMPANY_PAPERS, PAPER_ENDS, type PAPER_OWNERS, type PaperFilters, PERSON_PAPERS } from 'contract'
import { useUser } from '../session/session.ts'
import { type Asking, type ListSearch, useListQuery } from '../ui/list/useListQuery.ts'

export type Owner = (typeof PAPER_OWNERS)[number]
export const SHOWS = ['expired', ...PAPER_ENDS, 'no_date'] as const
export type Shows = (typeof SHOWS)[number]
type Kind = NonNullable<PaperFilters['kind']>

interface Asked {
  shows?: Shows
  kind?: Kind
}

export const ownerOf = (given: string | undefined): Owner => (given === 'company' ? 'company' : 'people')
export const kindsOf = (owner: Owner): readonly Kind[] => (owner === 'company' ? COMPANY_PAPERS : PERSON_PAPERS)

/** A kind of the other tab counts as none. */
function readFilters(given: ListSearch): Asked {
  const shows = SHOWS.find((known) => known === given.shows)
  const kind = kindsOf(ownerOf(given.owner)).find((known) => known === given.kind)
  return { ...(shows && { shows }), ...(kind && { kind }) }
}

const ASKING: Asking<Asked, ''> = { names: ['shows', 'kind'], readFilters, sorts: [], usual: '' }

/** The filters of the call for one of the chips. */
function filtersOf(shows: Shows | undefined): Pick<Partial<PaperFilters>, 'standing' | 'expires'> {
  if (shows === undefined) return {}
  return shows === 'expired' || shows === 'no_date' ? { standing: shows } : { expires: shows }
}

/** What the address asks of the list (U7). */
export function usePaperQuery(search: string, owner: Owner) {
  const { role } = useUser()
  const asked = useListQuery(ASKING)
  const { shows, kind } = asked.filters
  const query = {
    ...(role !== 'employee' && { owner }),
    ...(kind && { kind }),
    ...filtersOf(shows),
    ...(search && { q: search }),
  }
  return { ...asked, query }
}
