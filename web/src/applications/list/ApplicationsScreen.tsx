import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { useUser } from '../../session/session.ts'
import { SearchBox } from '../../ui/forms/SearchBox.tsx'
import { Listing } from '../../ui/Listing.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { ApplicationRows } from './ApplicationRows.tsx'
import { ApplicationsCsv } from './ApplicationsCsv.tsx'

const PAGE_SIZE = 50

/** The applications that the viewer may see, searched and paged (§2, U31, U34). */
export function ApplicationsScreen() {
  const t = useTranslations('applications')
  const [search, setSearch] = useUrlState('q')
  const list = useLoadPages(listApplications, { query: { limit: PAGE_SIZE, documents: 'link', ...(search ? { q: search } : {}) } })
  const empty = list.data?.unfiltered === 0
  return (
    <Page title={t('title')} wide actions={empty ? undefined : <NewApplication />}>
      <Listing
        list={list}
        tools={
          !empty && (
            <>
              <SearchBox value={search} onSearch={setSearch} label={t('search')} />
              <ApplicationsCsv search={search} disabled={!list.data?.total} />
            </>
          )
        }
        count={(shown) => t('showing', { ...shown })}
        filtered={search !== ''}
        countBelow
        skeleton={<TableSkeleton height={57} />}
        failed={t('failed')}
        nothing={
          empty ? (
            <EmptyState title={t('empty')} hint={t('emptyHint')} action={<NewApplication />} />
          ) : (
            <NoMatches search={search} onClear={() => setSearch('')} />
          )
        }
        more={t('more')}
      >
        {(applications) => <ApplicationRows applications={applications} search={search} />}
      </Listing>
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
      title={t('empty')}
      hint={`${t('noMatches', { search })}. ${t('noMatchesHint')}`}
      action={
        <Button variant="default" onClick={onClear}>
          {ui('clearSearch')}
        </Button>
      }
    />
  )
}
