import { Button, Checkbox, Flex } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { exportJournal, listJournal, MAX_COUNTED } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { useSettings } from '../session/settings.ts'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { Listing } from '../ui/Listing.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Page } from '../ui/Page.tsx'
import rows from '../ui/Rows.module.css'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { JournalEntryRow } from './JournalEntryRow.tsx'
import { JournalFilters } from './JournalFilters.tsx'
import { useJournalFilters } from './useJournalFilters.ts'

const PAGE_SIZE = 100

/** Who changed what and who saw what, newest first (S10, T62). */
export function JournalScreen() {
  const t = useTranslations('journal')
  const { accesses_from } = useSettings()
  const filters = useJournalFilters()
  const list = useLoadPages(listJournal, { query: { limit: PAGE_SIZE, ...filters.query } })
  const { total = 0 } = list.data ?? {}
  const tooMany = total > MAX_COUNTED
  const download = <DownloadTable call={exportJournal} query={filters.query} disabled={total === 0} />
  return (
    <Page title={t('title')} subtitle={t('lead')} actions={download}>
      {accesses_from && <Muted mb="sm">{t.rich('accessesFrom', { date: () => <DubaiDate value={accesses_from} /> })}</Muted>}
      <JournalFilters filter={filters.filter} set={filters.set} entries={list.data?.items} />
      <Flex wrap="wrap" align="center" rowGap="xs" columnGap="sm" mih="1.75rem" mt="md" mb="sm">
        <Checkbox
          size="xs"
          label={t('lists')}
          checked={filters.lists}
          onChange={(event) => filters.showLists(event.currentTarget.checked)}
        />
        {filters.filtered && (
          <Button variant="subtle" size="compact-sm" onClick={filters.clear}>
            {t('clear')}
          </Button>
        )}
        <Muted role="status" ms="auto">
          {list.data && (tooMany ? t('tooMany') : t('found', { count: total }))}
        </Muted>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={list.isRefetching && !list.isFetchingNextPage}
          onClick={() => void list.refetch()}
        >
          {t('refresh')}
        </Button>
      </Flex>
      <Listing
        list={list}
        skeleton={<TableSkeleton rows={10} height={52} />}
        failed={t('failed')}
        nothing={<EmptyState title={filters.filtered || !filters.lists ? t('noMatch') : t('none')} />}
        more={t('more')}
      >
        {(entries) => (
          <ul className={rows.rows} aria-label={t('title')}>
            {entries.map((entry) => (
              <JournalEntryRow key={entry.id} entry={entry} onNarrow={filters.set} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  )
}
