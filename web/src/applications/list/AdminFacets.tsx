import { type ApplicationFilters, ASSIGNEES, type FacetCounts, listCarriers, type VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { CompanyFacet } from '../../panels/CompanyFacet.tsx'
import { useUser } from '../../session/session.ts'
import { FacetField } from '../../ui/FacetBar.tsx'
import { useValueNames } from './useValueNames.ts'

interface AdminFacetsProps {
  filters: ApplicationFilters
  counts: FacetCounts['assignee'] | undefined
  rows: readonly VisaApplication[]
  setFilter: (name: string, value: string) => void
}

/** The filters that administrators have beside the others: who carries a case, and whose it is. */
export function AdminFacets({ filters, counts, rows, setFilter }: AdminFacetsProps) {
  return (
    <>
      <AssigneeFacet value={filters.assignee ?? ''} counts={counts} onChange={(value) => setFilter('assignee', value)} />
      <CompanyFacet value={filters.company_id} rows={rows} onPick={(id) => setFilter('company_id', id)} />
    </>
  )
}

const NONE = { count: 0, more: false }

interface AssigneeFacetProps {
  value: string
  counts: FacetCounts['assignee'] | undefined
  onChange: (value: string) => void
}

function AssigneeFacet({ value: given, counts, onChange }: AssigneeFacetProps) {
  const t = useTranslations('applications.facets.assignee')
  const nameOf = useValueNames()
  const viewer = useUser()
  const { data = [] } = useLoad(listCarriers, {}, { background: true, answers: () => true })
  const value = given === viewer.id ? 'me' : given
  // Also who is in the address and carries cases no longer.
  const values = new Set([...ASSIGNEES, ...data.map(({ id }) => id), ...(value ? [value] : [])])
  values.delete(viewer.id)
  const options = [...values].map((each) => ({
    value: each,
    label: data.find(({ id }) => id === each)?.full_name ?? nameOf('assignee', each),
    count: counts && (counts.find((counted) => counted.value === each) ?? NONE),
  }))
  return <FacetField facet={{ name: 'assignee', label: t('label'), any: t('any'), value, options }} onChange={onChange} />
}
