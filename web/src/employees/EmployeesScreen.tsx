import { Button, VisuallyHidden } from '@mantine/core'
import { IconFileImport, IconPlus, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Employee, exportEmployees, type List, listEmployees } from 'contract'
import { useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { useSession, useUser } from '../session/session.ts'
import { DensitySwitch } from '../ui/DensitySwitch.tsx'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { Listing } from '../ui/Listing.tsx'
import { ColumnsMenu } from '../ui/list/ColumnsMenu.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useDensity } from '../ui/useDensity.ts'
import { useUrlState } from '../ui/useUrlState.ts'
import { useWidth } from '../ui/useWidth.ts'
import type { Act } from './EmployeeActions.tsx'
import { EmployeeDialogs } from './EmployeeDialogs.tsx'
import { EmployeeFacets } from './EmployeeFacets.tsx'
import { EmployeeList } from './EmployeeList.tsx'
import { EmployeesSkeleton, useEmployeeColumns } from './EmployeesTable.tsx'
import { EmployeeViews } from './EmployeeViews.tsx'
import { useDeletion } from './useDeletion.ts'
import { useDialog } from './useDialog.ts'
import { useEmployeeQuery } from './useEmployeeQuery.ts'

const PAGE_SIZE = 100

/** The employee records of the company, or of all companies for the admin (V3). */
export function EmployeesScreen() {
  const t = useTranslations('employees')
  const { role } = useUser()
  const [search, setSearch] = useUrlState('q')
  const { filters, filtered, sort, sortAsked, sortBy, setFilter, clearFilters, clear } = useEmployeeQuery()
  const query = { ...filters, ...(search && { q: search }), ...(sortAsked && { sort: sortAsked }) }
  const list = useLoadPages(listEmployees, { query: { ...query, limit: PAGE_SIZE } })
  const { refresh, refreshing, announcement } = useRefresh(list.refetch)
  const [density, setDensity] = useDensity()
  const facets = useRef<HTMLFieldSetElement>(null)
  const isTable = useWidth('table')
  const { unfiltered } = list.data ?? {}
  const dialog = useDialog()
  const results = useRef<HTMLDivElement>(null)
  const remove = useDeletion(() => results.current?.focus())
  const act = (name: Act, employee: Employee) => void (name === 'delete' ? remove(employee) : dialog.open(name, employee.id))
  const columns = useEmployeeColumns(search, act)
  return (
    <Page title={t('title')} wide actions={<Actions onAdd={() => dialog.open('add')} />}>
      {unfiltered !== 0 && <EmployeeViews filters={filters} sort={sortAsked ?? ''} ready={list.data !== undefined} />}
      <Listing
        list={list}
        results={results}
        stickyTools={isTable}
        tools={
          <>
            <SearchBox value={search} onSearch={setSearch} label={t(role === 'admin' ? 'searchAll' : 'search')} />
            <DownloadTable call={exportEmployees} list={isTable ? 'employees' : undefined} query={query} disabled={!list.data?.total} />
            <Refresh loading={refreshing} onClick={() => void refresh()} />
            {isTable && <ColumnsMenu list="employees" columns={columns} />}
            {isTable && <DensitySwitch value={density} onChange={setDensity} />}
          </>
        }
        filters={
          unfiltered !== 0 && (
            <EmployeeFacets
              ref={facets}
              rows={list.data?.items ?? NO_ROWS}
              onClear={filtered ? clearFilters : undefined}
              {...{ search, filters, setFilter }}
            />
          )
        }
        count={(shown) => t('showing', { ...shown })}
        countBelow
        range={isTable}
        filtered={search !== '' || filtered}
        beside={Boolean(unfiltered) && <Updated at={list.dataUpdatedAt} />}
        skeleton={isTable ? <EmployeesSkeleton {...{ columns, density }} /> : <TableSkeleton rows={10} height={120} />}
        failed={t('failed')}
        nothing={<NobodyFound filtered={search !== '' || filtered} onClear={clear} />}
        more={t('more')}
      >
        {(employees) => (
          <EmployeeList
            sorting={{ key: sort, onSort: sortBy }}
            of={JSON.stringify(query)}
            filters={facets}
            onAct={act}
            {...{ employees, search, density }}
          />
        )}
      </Listing>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <EmployeeDialogs dialog={dialog} employees={list.data?.items} />
    </Page>
  )
}

const NO_ROWS: readonly Employee[] = []

/** Loads the list again when asked to, and says so. */
function useRefresh(refetch: () => Promise<{ data: List<Employee> | undefined; isSuccess: boolean }>) {
  const t = useTranslations('employees')
  const [refreshing, setRefreshing] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const refresh = async () => {
    setAnnouncement('')
    setRefreshing(true)
    const { data, isSuccess } = await refetch()
    setRefreshing(false)
    if (isSuccess && data) setAnnouncement(t('refreshed', { shown: data.items.length, total: data.total }))
  }
  return { refresh, refreshing, announcement }
}

/** A company_admin without a company cannot add employees. */
function Actions({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('employees')
  const { user, activeCompanyId } = useSession()
  if (user?.role !== 'admin' && !activeCompanyId) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/employees/import" />}
      >
        {t('import')}
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
        {t('add')}
      </Button>
    </>
  )
}

function Updated({ at }: { at: number }) {
  const t = useTranslations('employees')
  const format = useFormatter()
  const time = format.dateTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return <span> · {t('updated', { time })}</span>
}

function NobodyFound({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useTranslations('employees')
  if (!filtered) return <EmptyState title={t('none')} hint={t('noneHint')} />
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clear')}
    </Button>
  )
  return <EmptyState title={t('none')} hint={t('noMatch')} action={clear} />
}

/** Its icon alone where there is little room. */
function Refresh(props: { loading: boolean; onClick: () => void }) {
  const label = useTranslations('employees')('refresh')
  const phone = useWidth('phone')
  const icon = <IconRefresh size={16} aria-hidden />
  return (
    <Button variant="default" aria-label={label} {...(phone ? { px: 'sm' } : { leftSection: icon })} {...props}>
      {phone ? icon : label}
    </Button>
  )
}
