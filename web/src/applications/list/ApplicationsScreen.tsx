import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ApplicationFilters, exportApplications, type Facet, listApplications, type VisaApplication } from 'contract'
import { useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { partOf, usePart } from '../../feedback/usePart.ts'
import { useUser } from '../../session/session.ts'
import { DensitySwitch } from '../../ui/DensitySwitch.tsx'
import { DownloadTable } from '../../ui/files/DownloadTable.tsx'
import { SearchBox } from '../../ui/forms/SearchBox.tsx'
import { Listing } from '../../ui/Listing.tsx'
import { ColumnsMenu } from '../../ui/list/ColumnsMenu.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { type Density, useDensity } from '../../ui/useDensity.ts'
import { type Peek, usePeek } from '../../ui/usePeek.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { ApplicationFacets } from './ApplicationFacets.tsx'
import { ApplicationRows } from './ApplicationRows.tsx'
import { ApplicationsSkeleton, useApplicationColumns } from './ApplicationTable.tsx'
import { ApplicationViews } from './ApplicationViews.tsx'
import type { CaseWork } from './CaseActions.tsx'
import { NEWEST, useApplicationQuery } from './useApplicationQuery.ts'
import { useValueNames } from './useValueNames.ts'

const PAGE_SIZE = 50

const importHandOver = partOf(() => import('./HandOver.tsx').then(({ HandOver }) => HandOver))
const importPeek = partOf(() => import('./CasePeek.tsx').then(({ CasePeek }) => CasePeek))
const importReceipt = partOf(() => import('./Receipt.tsx').then(({ Receipt }) => Receipt))
const importDialog = partOf(() => import('./CaseActions.tsx').then(({ CaseDialog }) => CaseDialog))

/** The applications that the viewer may see: searched, filtered, sorted and paged (§2, U31, U32). */
export function ApplicationsScreen() {
  const t = useTranslations('applications')
  const [search, setSearch] = useUrlState('q')
  const { filters, filtered, sort, sortBy, setFilter, clearFilters, clear } = useApplicationQuery()
  const query = { ...filters, ...(sort !== NEWEST && { sort }), ...(search && { q: search }) }
  const list = useLoadPages(listApplications, { query: { ...query, limit: PAGE_SIZE, documents: 'link' } })
  const [density, setDensity] = useDensity()
  const facets = useRef<HTMLFieldSetElement>(null)
  const empty = list.data?.unfiltered === 0
  const isTable = useWidth('table')
  const [work, begin] = useState<CaseWork>()
  const peek = usePeek()
  const columns = useApplicationColumns(search, '', peek)
  return (
    <Page title={t('title')} actions={empty ? undefined : <Actions assignee={filters.assignee} />} wide>
      <ReceiptPart />
      {!empty && <ApplicationViews filters={filters} sort={sort === NEWEST ? '' : sort} ready={list.data !== undefined} />}
      <Listing
        list={list}
        stickyTools={isTable}
        tools={
          !empty && (
            <>
              <SearchBox value={search} onSearch={setSearch} label={t('search')} />
              <TableTools query={query} disabled={!list.data?.total} {...{ columns, density, setDensity }} />
            </>
          )
        }
        filters={
          !empty && (
            <ApplicationFacets
              ref={facets}
              rows={list.data?.items ?? NO_ROWS}
              onClear={filtered ? clearFilters : undefined}
              {...{ search, filters, setFilter }}
            />
          )
        }
        count={(shown) => t('showing', { ...shown })}
        filtered={search !== '' || filtered}
        countBelow
        range
        skeleton={isTable ? <ApplicationsSkeleton {...{ columns, density }} /> : <TableSkeleton height={70} />}
        failed={t('failed')}
        nothing={
          empty ? (
            <EmptyState title={t('empty')} hint={t('emptyHint')} action={<NewApplication />} />
          ) : (
            <NoMatches search={search} filters={filters} onClear={clear} />
          )
        }
        more={t('more')}
      >
        {(applications) => (
          <ApplicationRows
            sorting={{ key: sort, onSort: sortBy }}
            of={JSON.stringify(query)}
            filters={facets}
            onBegin={begin}
            {...{ applications, search, density, peek }}
          />
        )}
      </Listing>
      <Beside peek={isTable ? peek : undefined} work={work} onEnd={() => begin(undefined)} />
    </Page>
  )
}

interface TableToolsProps {
  query: object
  disabled: boolean
  columns: ReturnType<typeof useApplicationColumns>
  density: Density
  setDensity: (density: Density) => void
}

function TableTools({ query, disabled, columns, density, setDensity }: TableToolsProps) {
  const list = useWidth('table') ? 'applications' : undefined
  return (
    <>
      <DownloadTable call={exportApplications} {...{ list, query, disabled }} />
      {list && <ColumnsMenu {...{ list, columns }} />}
      {list && <DensitySwitch value={density} onChange={setDensity} />}
    </>
  )
}

/** On phones the bar at the foot begins an application. */
function Actions({ assignee }: Pick<ApplicationFilters, 'assignee'>) {
  const { role } = useUser()
  const carrier = role === 'admin' && assignee !== 'nobody' ? assignee : undefined
  const HandOver = usePart(importHandOver, carrier !== undefined)
  const phone = useWidth('phone')
  return (
    <>
      {HandOver && carrier !== undefined && <HandOver assignee={carrier} />}
      {!phone && <NewApplication />}
    </>
  )
}

/** Right after a submission: the address names it. */
function ReceiptPart() {
  const [submitted, setSubmitted] = useUrlState('submitted')
  const Part = usePart(importReceipt, submitted !== '')
  return Part && submitted ? <Part id={submitted} onClose={() => setSubmitted('')} /> : null
}

interface BesideProps {
  peek: Peek | undefined
  work: CaseWork | undefined
  onEnd: () => void
}

/** What stays when the rows go, the last of which may have left the filters. */
function Beside({ peek, work, onEnd }: BesideProps) {
  const Panel = usePart(importPeek, peek?.id !== undefined)
  const Dialog = usePart(importDialog, work !== undefined)
  return (
    <>
      {Panel && peek?.id && <Panel id={peek.id} onClose={peek.close} />}
      {Dialog && <Dialog work={work} onClose={onEnd} />}
    </>
  )
}

const NO_ROWS: readonly VisaApplication[] = []

function NewApplication() {
  const t = useTranslations('applications')
  const { role } = useUser()
  if (role === 'employee') return null
  return (
    <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link {...props} to="/applications/new" />}>
      {t('new')}
    </Button>
  )
}

interface NoMatchesProps {
  search: string
  filters: ApplicationFilters
  onClear: () => void
}

/** Says what nothing was found for (B14). */
function NoMatches({ search, filters, onClear }: NoMatchesProps) {
  const t = useTranslations('applications')
  const format = useFormatter()
  const nameOf = useValueNames()
  const { company_id, ...facets } = filters
  const asked = Object.entries(facets).map(([name, value]) => nameOf(name as Facet, String(value)))
  const named = [...(search ? [t('quoted', { search })] : []), ...(company_id ? [t('facets.company')] : []), ...asked]
  return (
    <EmptyState
      title={t('empty')}
      hint={`${t('noneWith', { filters: format.list(named) })} ${search ? t('noMatchesHint') : ''}`.trim()}
      action={
        <Button variant="default" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  )
}
