import { ActionIcon, Anchor, Button, Group, Popover, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { getUnreadNotices, listNotices, MAX_UNREAD, readNotices } from 'contract'
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

/** What concerns the reader, live; the count is said in words too. */
export function Bell() {
  const t = useTranslations('notices')
  const [opened, { close, toggle }] = useDisclosure(false)
  const { data } = useLoad(getUnreadNotices, {}, { background: true, answers: () => true })
  const unread = data?.unread ?? 0
  return (
    <Popover
      opened={opened}
      onChange={close}
      position="bottom-end"
      width="min(26rem, 100vw - 1rem)"
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          className={classes.bell ?? ''}
          aria-label={t('bell', { unread: t(unread >= MAX_UNREAD ? 'unreadMany' : 'unread', { count: unread }) })}
          onClick={toggle}
        >
          <IconBell size={20} stroke={1.6} />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread >= MAX_UNREAD ? t('many') : t('number', { count: unread })}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-labelledby="bell-title">
        {opened && <Panel unread={unread} onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Panel({ unread, onClose }: { unread: number; onClose: () => void }) {
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
