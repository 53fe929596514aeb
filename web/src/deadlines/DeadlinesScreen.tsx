import { Button, Flex, SegmentedControl, Skeleton } from '@mantine/core'
import { DEADLINE_KEYS, DEADLINE_WHO, type Deadline, getRisk, listDeadlines } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad, useLoadPages } from '../api/useLoad.ts'
import { CompanyFacet } from '../panels/CompanyFacet.tsx'
import { RiskSentence } from '../panels/deadlines/RiskSentence.tsx'
import { useUser } from '../session/session.ts'
import { FacetBar } from '../ui/FacetBar.tsx'
import { Listing } from '../ui/Listing.tsx'
import { Chips } from '../ui/list/Chips.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { AtRiskByCompany } from './AtRiskByCompany.tsx'
import { DeadlineGroups } from './DeadlineGroups.tsx'
import { SHOWS, useDeadlineQuery } from './useDeadlineQuery.ts'

const PAGE_SIZE = 100
const GROUPS = ['person', 'kind', 'company'] as const
export type GroupedBy = (typeof GROUPS)[number]

/** What is late, what will be, what it costs and who acts (V3, V4). The employee role reads its own, without the company's money. */
export function DeadlinesScreen() {
  const t = useTranslations('deadlines')
  const { role } = useUser()
  const [given, group] = useUrlState('group')
  const grouped = groupsOf(role).find((known) => known === given) ?? 'person'
  return (
    <Page title={t('title')} wide subtitle={role !== 'employee' && <AtRisk />}>
      {role !== 'employee' && (
        <SegmentedControl
          mb="md"
          aria-label={t('group.label')}
          value={grouped}
          onChange={(value) => group(value === 'person' ? '' : value)}
          data={groupsOf(role).map((value) => ({ value, label: t(`group.${value}`) }))}
        />
      )}
      {grouped === 'company' ? <AtRiskByCompany /> : <Deadlines grouped={grouped} />}
      <Muted mt="lg">{t('foot')}</Muted>
    </Page>
  )
}

const groupsOf = (role: string) => (role === 'admin' ? GROUPS : GROUPS.filter((known) => known !== 'company'))

/** The sums of what is listed: of all companies, or of the one that is chosen. The line has its place from the start, so that nothing below it moves. */
function AtRisk() {
  const { ofCompany } = useDeadlineQuery()
  const { data, isError } = useLoad(getRisk, 'company_id' in ofCompany ? { query: ofCompany } : {}, {
    keepPrevious: true,
    answers: () => true,
  })
  if (!data && isError) return null
  return data ? <RiskSentence risk={data} /> : <Skeleton height={14} width="18rem" maw="100%" my="2xs" />
}

function Deadlines({ grouped }: { grouped: GroupedBy }) {
  const t = useTranslations('deadlines')
  const { filters, filtered, query, setFilter, clear } = useDeadlineQuery()
  const list = useLoadPages(listDeadlines, { query: { ...query, limit: PAGE_SIZE } })
  return (
    <Listing
      list={list}
      filters={<Filters filters={filters} rows={list.data?.items ?? []} setFilter={setFilter} onClear={filtered ? clear : undefined} />}
      count={(counted) => t('showing', { ...counted })}
      countBelow
      filtered={filtered}
      skeleton={<TableSkeleton rows={8} height={72} />}
      failed={t('failed')}
      nothing={<Nothing filtered={filtered} onClear={clear} />}
      more={t('loadMore')}
    >
      {(deadlines) => <DeadlineGroups deadlines={deadlines} grouped={grouped} onKind={(key) => setFilter('key', key)} />}
    </Listing>
  )
}

interface FiltersProps {
  filters: ReturnType<typeof useDeadlineQuery>['filters']
  rows: readonly Deadline[]
  setFilter: (name: string, value: string) => void
  onClear: (() => void) | undefined
}

/** When the last day is, the kind, who acts, and for administrators the company. */
function Filters({ filters: { shows, key, who, company }, rows, setFilter, onClear }: FiltersProps) {
  const t = useTranslations('deadlines')
  const { role } = useUser()
  const chips = role === 'employee' ? SHOWS.filter((name) => name !== 'uncounted') : SHOWS
  const kinds = DEADLINE_KEYS.map((value) => ({ value, label: t(`kinds.${value}`) }))
  const acting = DEADLINE_WHO.map((value) => ({ value, label: t(`who.${value}`) }))
  return (
    <Flex wrap="wrap" align="center" columnGap="sm">
      <Chips
        label={t('shows.label')}
        chips={chips.map((name) => ({ name, label: t(`shows.${name}`) }))}
        value={shows}
        onChange={(name) => setFilter('shows', name)}
      />
      <FacetBar
        facets={[
          { name: 'key', label: t('kind'), any: t('anyKind'), value: key ?? '', options: kinds },
          { name: 'who', label: t('acts'), any: t('anybody'), value: who ?? '', options: acting },
        ]}
        onChange={setFilter}
        onClear={onClear}
      >
        {role === 'admin' && <CompanyFacet value={company} rows={rows} onPick={(id) => setFilter('company', id)} />}
      </FacetBar>
    </Flex>
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useTranslations('deadlines')
  const { role } = useUser()
  if (!filtered) return <EmptyState title={t('none')} hint={t(role === 'employee' ? 'noneOwn' : 'noneHint')} />
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clear')}
    </Button>
  )
  return <EmptyState title={t('none')} hint={t('noMatch')} action={clear} />
}
