import { Button, SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type CompanyCard as Company, exportCompanies } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlaceOf } from '../panels/usePlaceOf.ts'
import { useUser } from '../session/session.ts'
import { DensitySwitch } from '../ui/DensitySwitch.tsx'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { Listing } from '../ui/Listing.tsx'
import { ColumnsMenu } from '../ui/list/ColumnsMenu.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { useDensity } from '../ui/useDensity.ts'
import { useUrlState } from '../ui/useUrlState.ts'
import { useWidth } from '../ui/useWidth.ts'
import { AddCompanyDialog } from './AddCompanyDialog.tsx'
import { CompaniesSkeleton, useCompanyColumns } from './CompaniesTable.tsx'
import { CompanyBoard } from './CompanyBoard.tsx'
import { CompanyDocumentsDialog } from './CompanyDocumentsDialog.tsx'
import { CompanyFacets } from './CompanyFacets.tsx'
import { CompanyRows } from './CompanyRows.tsx'
import { CorrectCompanyDialog } from './CorrectCompanyDialog.tsx'
import { DeleteCompanyDialog } from './DeleteCompanyDialog.tsx'
import { useCategoryChange } from './useCategoryChange.ts'
import { useCompanies } from './useCompanies.ts'

const VIEWS = ['list', 'kanban'] as const
const ADD = 'add'

/** All companies, or a company_admin's own, as a list or by category (§2, U53). */
export function CompaniesScreen() {
  const t = useTranslations('companies')
  const [search, setSearch] = useUrlState('q')
  const [given, setView] = useUrlState('view')
  const [dialog, setDialog] = useUrlState('dialog', { history: 'push' })
  const [documentsOf, setDocumentsOf] = useUrlState('documents', { history: 'push' })
  const [correcting, setCorrecting] = useUrlState('correct', { history: 'push' })
  const { role } = useUser()
  const [deleting, setDeleting] = useState<Company>()
  const kanban = given === 'kanban'
  const isTable = useWidth('table') && !kanban
  const { list, asked, sorting, filtered, faceted, clear } = useCompanies(search, kanban)
  const [density, setDensity] = useDensity()
  const change = useCategoryChange()
  const { items = [], total = 0 } = list.data ?? {}
  const empty = list.data?.unfiltered === 0
  const add = <AddButton onClick={() => setDialog(ADD)} />
  const shared = {
    search,
    onDocuments: (company: Company) => setDocumentsOf(company.id),
    onCategory: change,
    onDelete: setDeleting,
    onCorrect: (company: Company) => setCorrecting(company.id),
  }
  const columns = useCompanyColumns({ ...shared, placeOf: usePlaceOf() })
  return (
    <Page title={t('title')} actions={empty ? undefined : add} wide>
      <Listing
        list={list}
        stickyTools={isTable}
        tools={
          !empty && (
            <>
              <SearchBox value={search} onSearch={setSearch} label={t('search')} />
              <ViewSwitch kanban={kanban} onChange={setView} />
              {!kanban && (
                <DownloadTable call={exportCompanies} list={isTable ? 'companies' : undefined} query={asked} disabled={total === 0} />
              )}
              {isTable && <ColumnsMenu list="companies" columns={columns} />}
              {isTable && <DensitySwitch value={density} onChange={setDensity} />}
            </>
          )
        }
        filters={!empty && <CompanyFacets search={search} {...faceted} />}
        count={(shown) => t('showing', { ...shown })}
        countBelow={!kanban}
        range={isTable}
        filtered={filtered}
        skeleton={isTable ? <CompaniesSkeleton {...{ columns, density }} /> : <CardsSkeleton kanban={kanban} />}
        failed={t('failed')}
        more={t('more')}
        nothing={<NoneFound {...{ filtered, add }} onClear={clear} />}
      >
        {(companies) =>
          kanban ? (
            <CompanyBoard companies={companies} {...shared} />
          ) : (
            <CompanyRows companies={companies} of={JSON.stringify(asked)} {...{ sorting, density }} {...shared} />
          )
        }
      </Listing>
      {kanban && items.length < total && <Muted my="md">{t('capped', { shown: items.length })}</Muted>}
      <AddCompanyDialog opened={dialog === ADD} onClose={() => setDialog('')} />
      <CompanyDocumentsDialog id={documentsOf} onClose={() => setDocumentsOf('')} />
      <CorrectCompanyDialog id={role === 'admin' ? correcting : ''} onClose={() => setCorrecting('')} />
      <DeleteCompanyDialog company={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('companies.add')
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      {t('title')}
    </Button>
  )
}

function ViewSwitch({ kanban, onChange }: { kanban: boolean; onChange: (view: string) => void }) {
  const t = useTranslations('companies')
  return (
    <SegmentedControl
      ms={{ base: 0, sm: '2xs' }}
      me={{ base: 'auto', sm: 0 }}
      bg="var(--gray-ground)"
      aria-label={t('view')}
      data={VIEWS.map((view) => ({ value: view, label: t(view) }))}
      value={kanban ? 'kanban' : 'list'}
      onChange={(view) => onChange(view === 'kanban' ? view : '')}
    />
  )
}

function NoneFound({ filtered, onClear, add }: { filtered: boolean; onClear: () => void; add: ReactNode }) {
  const t = useTranslations('companies')
  if (!filtered) return <EmptyState title={t('none')} hint={t('noneHint')} action={add} />
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clear')}
    </Button>
  )
  return <EmptyState title={t('noMatch')} action={clear} />
}

function CardsSkeleton({ kanban }: { kanban: boolean }) {
  const t = useTranslations('ui')
  return (
    <SimpleGrid role="status" aria-label={t('loading')} cols={{ base: 1, ...(kanban && { sm: 2 }) }} spacing={kanban ? 'ml' : 'sm'}>
      {['1', '2', '3', '4'].map((card) => (
        <Skeleton key={card} height={kanban ? 220 : 96} radius="md" />
      ))}
    </SimpleGrid>
  )
}
