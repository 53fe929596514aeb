import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { useUser } from '../../session/session.ts'
import { SearchBox } from '../../ui/forms/SearchBox.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { ApplicationRows } from './ApplicationRows.tsx'
import { ApplicationsCsv } from './ApplicationsCsv.tsx'
import classes from './ApplicationsScreen.module.css'

const PAGE = 50
/** P3: past this the exact number helps nobody. */
const COUNTED = 10_000

/** The applications in the viewer's scope, searched and paged (§2, U31, U34). */
export function ApplicationsScreen() {
  const t = useTranslations('applications')
  const [search, setSearch] = useUrlState('q')
  const list = useLoadPages(listApplications, { query: { limit: PAGE, documents: 'link', ...(search ? { q: search } : {}) } })
  const empty = list.data?.unfiltered === 0
  return (
    <Page title={t('title')} actions={empty ? undefined : <NewApplication />}>
      {!empty && (
        <div className={classes.tools}>
          <div className={classes.search}>
            <SearchBox value={search} onSearch={setSearch} label={t('search')} />
          </div>
          <ApplicationsCsv search={search} disabled={!list.data?.total} />
        </div>
      )}
      {list.isPending && <TableSkeleton height={57} />}
      {list.isError && !list.data && <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} />}
      {empty && <EmptyState title={t('empty')} hint={t('emptyHint')} action={<NewApplication />} />}
      {!empty && list.data?.total === 0 && <NoMatches search={search} onClear={() => setSearch('')} />}
      {list.data && list.data.items.length > 0 && (
        <div className={classes.results} data-stale={list.isPlaceholderData || undefined}>
          <ApplicationRows applications={list.data.items} search={search} />
        </div>
      )}
      <div className={classes.footer}>
        <Count total={list.data?.total} unfiltered={list.data?.unfiltered} />
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
    </Page>
  )
}

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

function NoMatches({ search, onClear }: { search: string; onClear: () => void }) {
  const t = useTranslations('applications')
  const ui = useTranslations('ui')
  return (
    <EmptyState
      title={t('noMatches', { search })}
      hint={t('noMatchesHint')}
      action={
        <Button variant="default" onClick={onClear}>
          {ui('clearSearch')}
        </Button>
      }
    />
  )
}

function Count({ total, unfiltered }: { total: number | undefined; unfiltered: number | undefined }) {
  const t = useTranslations('applications')
  const words = (amount: number) => (amount > COUNTED ? t('tooMany') : String(amount))
  return (
    <p className={classes.count} role="status">
      {total !== undefined && unfiltered ? t('showing', { shown: words(total), all: words(unfiltered) }) : ''}
    </p>
  )
}
