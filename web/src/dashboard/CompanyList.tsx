import { Button } from '@mantine/core'
import { listCompanies } from 'contract'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { useWidth } from '../ui/useWidth.ts'
import classes from './Companies.module.css'
import { CompanyRows } from './CompanyRows.tsx'
import { CompanyTable, rowId } from './CompanyTable.tsx'
import rows from './Rows.module.css'

const PAGE = 50

interface CompanyListProps {
  /** The company whose row takes the focus as soon as it is there. */
  focusOn: string | undefined
}

/** All companies, each with its number of people and of applications. */
export function CompanyList({ focusOn }: CompanyListProps) {
  const t = useTranslations('dashboard.breakdown')
  const [search, setSearch] = useUrlState('q')
  const list = useLoadPages(listCompanies, { query: { limit: PAGE, documents: 'link', ...(search ? { q: search } : {}) } })
  const arrived = list.data !== undefined
  useEffect(() => {
    if (focusOn && arrived) document.getElementById(rowId(focusOn))?.focus()
  }, [focusOn, arrived])
  const narrow = useWidth('phone')
  const { items = [], total = 0, unfiltered = 0 } = list.data ?? {}
  if (list.isError && !list.data) return <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} />
  return (
    <section aria-label={t('title')}>
      <div className={classes.tools}>
        <SearchBox value={search} onSearch={setSearch} label={t('search')} />
        <span className={rows.count} role="status">
          {unfiltered > 0 && t('showing', { shown: total, total: unfiltered })}
        </span>
      </div>
      {!list.data && <TableSkeleton rows={8} height={56} />}
      {list.data && items.length === 0 && <Nothing searched={search !== ''} onClear={() => setSearch('')} />}
      {items.length > 0 &&
        (narrow ? <CompanyRows companies={items} search={search} /> : <CompanyTable companies={items} search={search} />)}
      {list.hasNextPage && (
        <div className={rows.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
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
