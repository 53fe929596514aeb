import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Employee, EmployeeSort, EmployeeStatus, exportEmployees, listEmployees } from 'contract'
import { useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { useSession } from '../session/session.ts'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { Listing } from '../ui/Listing.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { useWidth } from '../ui/useWidth.ts'
import type { Act } from './EmployeeActions.tsx'
import { EmployeeDialogs } from './EmployeeDialogs.tsx'
import { EmployeeRows } from './EmployeeRows.tsx'
import classes from './EmployeesScreen.module.css'
import { EmployeesTable } from './EmployeesTable.tsx'
import { useDeletion } from './useDeletion.ts'
import { useDialog } from './useDialog.ts'

const PAGE_SIZE = 100

/** The employee records of the company, or of all companies for the admin (V3). */
export function EmployeesScreen() {
  const t = useTranslations('employees')
  const [search, setSearch] = useUrlState('q')
  const [given, setStatus] = useUrlState('status')
  const status = EmployeeStatus.safeParse(given).data
  const [givenSort, setSort] = useUrlState('sort')
  const sort = EmployeeSort.safeParse(givenSort || undefined).data
  const asked = { ...(search && { q: search }), ...(status && { status }), ...(sort && { sort }) }
  const list = useLoadPages(listEmployees, { query: { limit: PAGE_SIZE, ...asked } })
  const [refreshing, setRefreshing] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const roomy = useWidth('table')
  const { unfiltered = 0 } = list.data ?? {}
  const List = roomy ? EmployeesTable : EmployeeRows
  const dialog = useDialog()
  const results = useRef<HTMLDivElement>(null)
  const remove = useDeletion(() => results.current?.focus())
  const act = (name: Act, employee: Employee) => void (name === 'delete' ? remove(employee) : dialog.open(name, employee.id))
  const refresh = async () => {
    setAnnouncement('')
    setRefreshing(true)
    const { data, isSuccess } = await list.refetch()
    setRefreshing(false)
    if (isSuccess) setAnnouncement(t('refreshed', { shown: data.items.length, total: data.total }))
  }
  return (
    <Page title={t('title')} wide actions={<AddButton onClick={() => dialog.open('add')} />}>
      <Listing
        list={list}
        results={results}
        tools={
          <>
            <SearchBox value={search} onSearch={setSearch} label={t('search')} />
            <StatusFilter value={status} onChange={setStatus} />
            <DownloadTable call={exportEmployees} query={asked} disabled={!list.data?.total} />
            <Button variant="default" leftSection={<IconRefresh size={16} />} loading={refreshing} onClick={() => void refresh()}>
              {t('refresh')}
            </Button>
          </>
        }
        count={(shown) => t('showing', { ...shown })}
        filtered={search !== '' || status !== undefined}
        beside={unfiltered > 0 && <Updated at={list.dataUpdatedAt} />}
        skeleton={<TableSkeleton rows={10} height={roomy ? 44 : 192} />}
        failed={t('failed')}
        nothing={<NobodyFound filtered={search !== '' || status !== undefined} />}
        more={t('more')}
      >
        {(employees) => (
          <div className={classes.results}>
            <List employees={employees} search={search} onAct={act} sorting={{ key: sort ?? '', onSort: setSort }} />
          </div>
        )}
      </Listing>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <EmployeeDialogs dialog={dialog} employees={list.data?.items} />
    </Page>
  )
}

/** A company_admin without a company cannot add employees. */
function AddButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('employees')
  const { user, activeCompanyId } = useSession()
  if (user?.role !== 'admin' && !activeCompanyId) return null
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      {t('add')}
    </Button>
  )
}

interface StatusFilterProps {
  value: EmployeeStatus | undefined
  onChange: (value: string) => void
}

function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useTranslations('employees')
  const names = useTranslations('enums.status')
  const statuses = EmployeeStatus.options.map((status) => ({ value: status, label: names(status) }))
  return (
    <NativeSelect
      flex={{ base: 1, sm: '0 1 auto' }}
      aria-label={t('status')}
      value={value ?? ''}
      data={[{ value: '', label: t('all') }, ...statuses]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Updated({ at }: { at: number }) {
  const t = useTranslations('employees')
  const format = useFormatter()
  const time = format.dateTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return <span> · {t('updated', { time })}</span>
}

function NobodyFound({ filtered }: { filtered: boolean }) {
  const t = useTranslations('employees')
  if (!filtered) return <EmptyState title={t('none')} hint={t('noneHint')} />
  const clear = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/employees" replace />}>
      {t('clear')}
    </Button>
  )
  return <EmptyState title={t('none')} hint={t('noMatch')} action={clear} />
}
