import { type ApplicationStatus, listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { Listing } from '../ui/Listing.tsx'
import { Muted } from '../ui/Muted.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { ApplicationList } from './ApplicationList.tsx'
import { PanelHead } from './PanelHead.tsx'

const PAGE_SIZE = 50

interface ApplicationsPanelProps {
  status: ApplicationStatus
  title: string
  emptyHint: string
}

/** The applications that a card counts, as a list (B1). */
export function ApplicationsPanel({ status, title, emptyHint }: ApplicationsPanelProps) {
  const t = useTranslations('dashboard.applications')
  const { role } = useUser()
  const list = useLoadPages(listApplications, { query: { status, limit: PAGE_SIZE, documents: 'link' } })
  const { items = [], total = 0 } = list.data ?? {}
  return (
    <section aria-label={title}>
      <PanelHead title={title}>
        <Muted component="span" role="status">
          {total > 0 && t('showing', { shown: items.length, total })}
        </Muted>
      </PanelHead>
      <Listing
        list={list}
        skeleton={<TableSkeleton rows={6} height={56} />}
        failed={t('failed')}
        more={t('more')}
        nothing={<EmptyState title={t('none')} hint={emptyHint} />}
      >
        {(applications) => (
          <ApplicationList applications={applications} aboutOf={({ company_name }) => (role === 'admin' ? company_name : undefined)} />
        )}
      </Listing>
    </section>
  )
}
