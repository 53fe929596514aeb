import { Button, Checkbox } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { listJournal, MAX_COUNTED } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { JournalCsv } from './JournalCsv.tsx'
import { JournalEntryRow } from './JournalEntryRow.tsx'
import { JournalFilters } from './JournalFilters.tsx'
import classes from './JournalScreen.module.css'
import { useJournalFilters } from './useJournalFilters.ts'

const PAGE = 100

/** What was changed and what was seen, by whom, newest first (S10, T62). */
export function JournalScreen() {
  const t = useTranslations('journal')
  const filters = useJournalFilters()
  const list = useLoadPages(listJournal, { query: { limit: PAGE, ...filters.query } })
  const { items = [], total = 0 } = list.data ?? {}
  const tooMany = total > MAX_COUNTED
  const csv = <JournalCsv filter={filters.query} disabled={total === 0 || tooMany} />
  return (
    <Page title={t('title')} subtitle={t('lead')} actions={csv}>
      <JournalFilters filter={filters.filter} set={filters.set} entries={list.data?.items} />
      <div className={classes.tools}>
        <p className={classes.count} role="status">
          {list.data && (tooMany ? t('tooMany') : t('found', { count: total }))}
        </p>
        <Checkbox
          size="xs"
          className={classes.lists ?? ''}
          label={t('lists')}
          checked={filters.lists}
          onChange={(event) => filters.showLists(event.currentTarget.checked)}
        />
        {filters.filtered && (
          <Button variant="subtle" size="compact-sm" onClick={filters.clear}>
            {t('clear')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          className={classes.refresh ?? ''}
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={list.isRefetching && !list.isFetchingNextPage}
          onClick={() => void list.refetch()}
        >
          {t('refresh')}
        </Button>
      </div>
      {!list.data && !list.isError && <TableSkeleton rows={10} height={52} />}
      {!list.data && list.isError && <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && <EmptyState title={filters.filtered || !filters.lists ? t('noMatch') : t('none')} />}
      {items.length > 0 && (
        <ul className={classes.entries} aria-label={t('title')} data-stale={list.isPlaceholderData || undefined}>
          {items.map((entry) => (
            <JournalEntryRow key={entry.id} entry={entry} onNarrow={filters.set} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </Page>
  )
}
