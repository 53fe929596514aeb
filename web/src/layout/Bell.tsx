import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { getUnreadNotices, MAX_UNREAD } from 'contract'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { partOf, usePart } from '../feedback/usePart.ts'
import classes from './Bell.module.css'

const importPanel = partOf(() => import('./BellPanel.tsx').then(({ BellPanel }) => BellPanel))

/** What concerns the reader, live; the count is said in words too. The panel is loaded when it is first opened. */
export function Bell() {
  const t = useTranslations('notices')
  const [wanted, { close, toggle }] = useDisclosure(false)
  const Panel = usePart(importPanel, wanted, close)
  const { data, refetch } = useLoad(getUnreadNotices, {}, { background: true, answers: () => true })
  useEffect(() => {
    if (!data?.next_in_seconds) return
    const timer = setTimeout(() => void refetch(), data.next_in_seconds * 1_000)
    return () => clearTimeout(timer)
  }, [data, refetch])
  const unread = data?.unread ?? 0
  return (
    <Popover
      opened={wanted && Panel !== undefined}
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
        {wanted && Panel && <Panel unread={unread} onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  )
}
