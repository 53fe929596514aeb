import { Button, SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type CompanyCard as Company, exportCompanies } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { Listing } from '../ui/Listing.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { AddCompanyDialog } from './AddCompanyDialog.tsx'
import classes from './CompaniesScreen.module.css'
import { CompanyBoard } from './CompanyBoard.tsx'
import { CompanyCard, type CompanyListProps } from './CompanyCard.tsx'
import { CompanyDocumentsDialog } from './CompanyDocumentsDialog.tsx'
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
  const [deleting, setDeleting] = useState<Company>()
  const list = useCompanies(search)
  const change = useCategoryChange(search)
  const { items = [], total = 0 } = list.data ?? {}
  const kanban = given === 'kanban'
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog(ADD)}>
      {t('add.title')}
    </Button>
  )
  const shared = {
    search,
    onDocuments: (company: Company) => setDocumentsOf(company.id),
    onCategory: change,
    onDelete: setDeleting,
  }
  return (
    <Page title={t('title')} actions={add}>
      <Listing
        list={list}
        tools={
          <>
            <SearchBox value={search} onSearch={setSearch} label={t('search')} />
            <SegmentedControl
              ms={{ base: 0, sm: '2xs' }}
              me={{ base: 'auto', sm: 0 }}
              bg="var(--gray-ground)"
              aria-label={t('view')}
              data={VIEWS.map((view) => ({ value: view, label: t(view) }))}
              value={kanban ? 'kanban' : 'list'}
              onChange={(view) => setView(view === 'kanban' ? view : '')}
            />
            <DownloadTable call={exportCompanies} query={search ? { q: search } : {}} disabled={total === 0} />
          </>
        }
        count={(shown) => t('showing', { ...shown })}
        filtered={search !== ''}
        skeleton={<CardsSkeleton kanban={kanban} />}
        failed={t('failed')}
        nothing={<NoneFound searched={search !== ''} onClear={() => setSearch('')} add={add} />}
      >
        {(companies) => (kanban ? <CompanyBoard companies={companies} {...shared} /> : <CompanyList companies={companies} {...shared} />)}
      </Listing>
      {items.length < total && <Muted my="md">{t('capped', { shown: items.length })}</Muted>}
      <AddCompanyDialog opened={dialog === ADD} onClose={() => setDialog('')} />
      <CompanyDocumentsDialog id={documentsOf} onClose={() => setDocumentsOf('')} />
      <DeleteCompanyDialog company={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  )
}

function CompanyList({ companies, ...shared }: CompanyListProps) {
  const t = useTranslations('companies')
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {companies.map((company) => (
        <CompanyCard key={company.id} company={company} {...shared} />
      ))}
    </ul>
  )
}

function NoneFound({ searched, onClear, add }: { searched: boolean; onClear: () => void; add: ReactNode }) {
  const t = useTranslations('companies')
  if (!searched) return <EmptyState title={t('none')} hint={t('noneHint')} action={add} />
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
