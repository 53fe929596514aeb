import { Anchor } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { Listing } from '../ui/Listing.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { ApplicationList } from './ApplicationList.tsx'
import classes from './DashboardScreen.module.css'
import { PanelHead } from './PanelHead.tsx'

/** How many applications the tab shows (§9). */
const MAX_ROWS = 10

/** The tab Employees: the newest applications, and a link to all of them (B3). */
export function NewestApplications() {
  const t = useTranslations('dashboard.newest')
  const lists = useTranslations('dashboard.applications')
  const list = useLoad(listApplications, { query: { limit: MAX_ROWS, documents: 'link' } }, { staleTime: 0 })
  const { total = 0 } = list.data ?? {}
  return (
    <section aria-label={t('title')}>
      <PanelHead title={t('title')}>
        {total > MAX_ROWS && (
          <Anchor
            className={classes.link ?? ''}
            size="sm"
            lh="inherit"
            underline="hover"
            renderRoot={(props) => <Link {...props} to="/applications" />}
          >
            {t('viewAll', { count: total })}
            <IconArrowRight size={15} stroke={1.75} data-flip aria-hidden />
          </Anchor>
        )}
      </PanelHead>
      <Listing
        list={list}
        skeleton={<TableSkeleton rows={MAX_ROWS} height={56} />}
        failed={lists('failed')}
        nothing={<EmptyState title={lists('none')} hint={t('none')} />}
      >
        {(applications) => <ApplicationList applications={applications} aboutOf={({ nationality }) => nationalityName(nationality)} />}
      </Listing>
    </section>
  )
}
