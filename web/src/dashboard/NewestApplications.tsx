import { Anchor } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { ApplicationRow } from './ApplicationRow.tsx'
import classes from './Rows.module.css'

/** §9: as many applications as the tab shows. */
const SHOWN = 10

/** The tab Employees: the first applications, and the way to all of them (B3). */
export function NewestApplications() {
  const t = useTranslations('dashboard.newest')
  const lists = useTranslations('dashboard.applications')
  const { data, isError, error, refetch } = useLoad(listApplications, { query: { limit: SHOWN, documents: 'link' } }, { staleTime: 0 })
  if (isError && !data) return <LoadError text={lists('failed')} refusal={error} onRetry={() => void refetch()} />
  return (
    <section aria-label={t('title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        {data && data.total > SHOWN && (
          <Anchor className={classes.all} underline="hover" renderRoot={(props) => <Link {...props} to="/applications" />}>
            {t('viewAll', { count: data.total })}
            <IconArrowRight size={15} stroke={1.75} aria-hidden />
          </Anchor>
        )}
      </div>
      {!data && <TableSkeleton rows={SHOWN} height={56} />}
      {data?.items.length === 0 && <EmptyState title={lists('none')} hint={t('none')} />}
      {data && data.items.length > 0 && (
        <ul className={classes.rows}>
          {data.items.map((application) => (
            <li key={application.id}>
              <ApplicationRow application={application} about={application.nationality} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
