import { Button } from '@mantine/core'
import { type ApplicationStatus, listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { ApplicationRow } from './ApplicationRow.tsx'
import classes from './Rows.module.css'

const PAGE = 50

interface ApplicationsPanelProps {
  status: ApplicationStatus
  title: string
  emptyHint: string
}

/** The applications that a card counts, as a list (B1). */
export function ApplicationsPanel({ status, title, emptyHint }: ApplicationsPanelProps) {
  const t = useTranslations('dashboard.applications')
  const { role } = useUser()
  const list = useLoadPages(listApplications, { query: { status, limit: PAGE, documents: 'link' } })
  if (list.isError && !list.data) return <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} />
  const { items = [], total = 0 } = list.data ?? {}
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.count} role="status">
          {total > 0 && t('showing', { shown: items.length, total })}
        </span>
      </div>
      {!list.data && <TableSkeleton rows={6} height={56} />}
      {list.data && items.length === 0 && <EmptyState title={t('none')} hint={emptyHint} />}
      {items.length > 0 && (
        <ul className={classes.rows}>
          {items.map((application) => (
            <li key={application.id}>
              <ApplicationRow application={application} about={role === 'admin' ? application.company_name : undefined} />
            </li>
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
    </section>
  )
}
