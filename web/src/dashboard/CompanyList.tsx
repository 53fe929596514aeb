import { Button } from '@mantine/core'
import { listCompanies } from 'contract'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { Listing } from '../ui/Listing.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { useWidth } from '../ui/useWidth.ts'
import { CompanyRows } from './CompanyRows.tsx'
import { CompanyTable, linkId } from './CompanyTable.tsx'

const PAGE_SIZE = 50

interface CompanyListProps {
  /** The company whose row takes the focus when it appears. */
  focusOn: string | undefined
}

/** All companies with their numbers of people and applications. */
export function CompanyList({ focusOn }: CompanyListProps) {
  const t = useTranslations('dashboard.breakdown')
  const [search, setSearch] = useUrlState('q')
  const list = useLoadPages(listCompanies, { query: { limit: PAGE_SIZE, documents: 'link', ...(search ? { q: search } : {}) } })
  const arrived = list.data !== undefined
  useEffect(() => {
    if (focusOn && arrived) document.getElementById(linkId(focusOn))?.focus()
  }, [focusOn, arrived])
  const Companies = useWidth('table') ? CompanyTable : CompanyRows
  return (
    <section aria-label={t('title')}>
      <Listing
        list={list}
        tools={<SearchBox value={search} onSearch={setSearch} label={t('search')} />}
        count={(shown) => t('showing', { ...shown })}
        filtered={search !== ''}
        skeleton={<TableSkeleton rows={8} height={56} />}
        failed={t('failed')}
        more={t('more')}
        nothing={<Nothing searched={search !== ''} onClear={() => setSearch('')} />}
      >
        {(companies) => <Companies companies={companies} search={search} />}
      </Listing>
    </section>
  )
}

function Nothing({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  const t = useTranslations('dashboard.breakdown')
  if (!searched) return <EmptyState title={t('none')} hint={t('noneHint')} />
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clear')}
    </Button>
  )
  return <EmptyState title={t('none')} hint={t('noMatch')} action={clear} />
}
