import { Button, Tabs } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { addPaper, exportPapers, listPapers } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { AddPaperDialog } from '../panels/papers/AddPaperDialog.tsx'
import { PaperDrawer } from '../panels/papers/PaperDrawer.tsx'
import { useSession, useUser } from '../session/session.ts'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { Listing } from '../ui/Listing.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { useWidth } from '../ui/useWidth.ts'
import { PaperFilters } from './PaperFilters.tsx'
import { PaperCards, PapersSkeleton, PapersTable } from './PapersTable.tsx'
import { type Owner, ownerOf, usePaperQuery } from './usePaperQuery.ts'

const PAGE_SIZE = 100

/** What is held and when it expires, soonest first; the employee role reads what is about itself (V4). */
export function PapersScreen() {
  const t = useTranslations('papers')
  const { role } = useUser()
  const [given] = useUrlState('owner')
  const owner = ownerOf(given)
  const [dialog, setDialog] = useUrlState('dialog')
  const mayAdd = useMayAdd()
  return (
    <Page
      title={t('title')}
      wide
      actions={
        mayAdd && (
          <>
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/employees/import" />}
            >
              {t('import')}
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('add')}>
              {t(owner === 'company' ? 'form.addOfCompany' : 'form.add')}
            </Button>
          </>
        )
      }
    >
      {role === 'employee' ? (
        <Papers owner="people" />
      ) : (
        <OwnerTabs owner={owner}>
          <Papers key={owner} owner={owner} />
        </OwnerTabs>
      )}
      {mayAdd && <Adding opened={dialog === 'add'} owner={owner} />}
    </Page>
  )
}

/** A company_admin without a company has nobody whose papers it could keep. */
function useMayAdd(): boolean {
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  return addPaper.access.some((allowed) => allowed === role) && (role === 'admin' || activeCompanyId !== undefined)
}

function OwnerTabs({ owner, children }: { owner: Owner; children: ReactNode }) {
  const t = useTranslations('papers')
  const navigate = useNavigate()
  // What is asked of the kinds and people of one tab says nothing in the other.
  const open = (name: string | null) =>
    void navigate({ to: '/papers', search: { ...(name === 'company' && { owner: name }) }, replace: true, resetScroll: false })
  return (
    <Tabs value={owner} onChange={open} keepMounted={false}>
      <Tabs.List aria-label={t('tabs')} mb="md">
        <Tabs.Tab value="people">{t('people')}</Tabs.Tab>
        <Tabs.Tab value="company">{t('company')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={owner}>{children}</Tabs.Panel>
    </Tabs>
  )
}

function Adding({ opened, owner }: { opened: boolean; owner: Owner }) {
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  const navigate = useNavigate()
  const show = (paper: string | undefined) =>
    void navigate({
      to: '.',
      search: (previous: Partial<Record<string, string>>) => ({ ...previous, dialog: undefined, paper }),
      replace: true,
      resetScroll: false,
    })
  const company_id = role === 'admin' ? '' : (activeCompanyId ?? '')
  return (
    <AddPaperDialog
      opened={opened}
      owner={owner === 'company' ? { company_id } : { employee_id: '' }}
      onClose={() => show(undefined)}
      onShow={show}
    />
  )
}

function Papers({ owner }: { owner: Owner }) {
  const t = useTranslations('papers')
  const { role } = useUser()
  const isTable = useWidth('table')
  const [search, setSearch] = useUrlState('q')
  const [shown, show] = useUrlState('paper')
  const { filters, filtered, query, setFilter, clearFilters, clear } = usePaperQuery(search, owner)
  const list = useLoadPages(listPapers, { query: { ...query, limit: PAGE_SIZE } })
  const Rows = isTable ? PapersTable : PaperCards
  const searching = role === 'admin' ? 'searchAll' : owner === 'company' || role === 'employee' ? 'searchCompany' : 'search'
  return (
    <>
      <Listing
        list={list}
        stickyTools={isTable}
        tools={
          <>
            <SearchBox value={search} onSearch={setSearch} label={t(searching)} />
            {role !== 'employee' && <DownloadTable call={exportPapers} query={query} disabled={!list.data?.total} />}
          </>
        }
        filters={
          <PaperFilters
            owner={owner}
            kind={filters.kind}
            shows={filters.shows}
            setFilter={setFilter}
            onClear={filtered ? clearFilters : undefined}
          />
        }
        count={(counted) => t('showing', { ...counted })}
        countBelow
        range={isTable}
        filtered={search !== '' || filtered}
        skeleton={isTable ? <PapersSkeleton owner={owner} /> : <TableSkeleton rows={10} height={69} />}
        failed={t('failed')}
        nothing={<NothingFound owner={owner} filtered={search !== '' || filtered} onClear={clear} />}
        more={t('more')}
      >
        {(papers) => <Rows papers={papers} owner={owner} search={search} onShow={show} />}
      </Listing>
      <PaperDrawer id={shown} onShow={show} />
    </>
  )
}

function NothingFound({ owner, filtered, onClear }: { owner: Owner; filtered: boolean; onClear: () => void }) {
  const t = useTranslations('papers')
  const { role } = useUser()
  const hint = role === 'employee' ? 'noneOwn' : owner === 'company' ? 'noneOfCompany' : 'noneHint'
  if (!filtered) return <EmptyState title={t('none')} hint={t(hint)} />
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clear')}
    </Button>
  )
  return <EmptyState title={t('none')} hint={t('noMatch')} action={clear} />
}
