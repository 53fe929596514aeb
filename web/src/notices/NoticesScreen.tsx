import { Button, SegmentedControl } from '@mantine/core'
import { getUnreadNotices, listNotices, NOTICE_DAYS, readNotices } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useLoad, useLoadPages } from '../api/useLoad.ts'
import classes from '../panels/NoticeRow.module.css'
import { NoticeRow } from '../panels/NoticeRow.tsx'
import { Card } from '../ui/Card.tsx'
import { Listing } from '../ui/Listing.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../ui/useUrlState.ts'

const PAGE = 50

/** All notices of the reader, or the unread ones. */
export function NoticesScreen() {
  const t = useTranslations('notices')
  const [shown, show] = useUrlState('show')
  const isUnread = shown === 'unread'
  const list = useLoadPages(listNotices, { query: { limit: PAGE, ...(isUnread && { unread: 'true' }) } })
  const newest = useLoad(listNotices, { query: { limit: 1 } }, { background: true, answers: () => true }).data?.items[0]
  const unread = useLoad(getUnreadNotices, {}, { background: true, answers: () => true }).data?.unread ?? 0
  const { run, busy } = useAction(readNotices)
  const readAll = unread > 0 && newest && (
    <Button variant="default" loading={busy} onClick={() => void run({ body: { up_to: newest.id } })}>
      {t('readAll')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('lead', { days: NOTICE_DAYS })} actions={readAll}>
      <SegmentedControl
        mb="md"
        aria-label={t('show')}
        value={isUnread ? 'unread' : 'all'}
        onChange={(value) => show(value === 'unread' ? value : '')}
        data={[
          { value: 'all', label: t('everything') },
          { value: 'unread', label: t('unreadOnly') },
        ]}
      />
      <Listing
        list={list}
        skeleton={<TableSkeleton rows={8} height={56} />}
        failed={t('failed')}
        nothing={<EmptyState title={t(isUnread ? 'allRead' : 'none')} />}
        more={t('more')}
      >
        {(notices) => (
          <Card p={0}>
            <ul className={classes.list} data-all aria-label={t('title')}>
              {notices.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} />
              ))}
            </ul>
          </Card>
        )}
      </Listing>
    </Page>
  )
}
