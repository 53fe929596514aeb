import { Anchor, Button, Group, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { listNotices, readNotices } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useLoad } from '../api/useLoad.ts'
import classes from '../panels/NoticeRow.module.css'
import { NoticeRow } from '../panels/NoticeRow.tsx'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'

const SHOWN = 20

export interface BellPanelProps {
  unread: number
  onClose: () => void
}

/** The newest notices. */
export function BellPanel({ unread, onClose }: BellPanelProps) {
  const t = useTranslations('notices')
  const list = useLoad(listNotices, { query: { limit: SHOWN } }, { background: true, answers: () => true })
  const title = useRef<HTMLHeadingElement>(null)
  // The button that had the focus goes.
  const { run, busy } = useAction(readNotices, { onDone: () => title.current?.focus() })
  const newest = list.data?.items[0]
  return (
    <>
      <Group justify="space-between" wrap="nowrap" px="md" py="xs" mih="3rem" className={classes.head ?? ''}>
        <SectionTitle id="bell-title" ref={title} tabIndex={-1}>
          {t('title')}
        </SectionTitle>
        {unread > 0 && newest && (
          <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void run({ body: { up_to: newest.id } })}>
            {t('readAll')}
          </Button>
        )}
      </Group>
      {list.data && list.data.items.length === 0 && <Muted p="md">{t('none')}</Muted>}
      {list.data && list.data.items.length > 0 && (
        <ul className={classes.list} aria-labelledby="bell-title">
          {list.data.items.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onOpen={onClose} />
          ))}
        </ul>
      )}
      {!list.data && (list.error ? <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} /> : <Waiting />)}
      <div className={classes.foot}>
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/notices" onClick={onClose} />}>
          {t('all')}
        </Anchor>
      </div>
    </>
  )
}

const Waiting = () => (
  <div className={classes.waiting}>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={36} />
    ))}
  </div>
)
