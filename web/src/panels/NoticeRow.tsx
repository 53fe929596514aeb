import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Notice, readNotices } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { Muted } from '../ui/Muted.tsx'
import { RelativeTime } from '../ui/signs/DubaiDate.tsx'
import { Changes } from './HistoryPanel.tsx'
import classes from './NoticeRow.module.css'
import { targetOf } from './noticeTarget.ts'
import { useSentence } from './useSentence.ts'

interface NoticeRowProps {
  notice: Notice
  /** Called when the notice is followed. */
  onOpen?: () => void
}

/** A notice leads to what it tells of, and is read then. */
export function NoticeRow({ notice, onOpen }: NoticeRowProps) {
  const t = useTranslations('notices')
  const sentence = useSentence()(notice)
  const { run } = useAction(readNotices, { answers: () => true })
  const { id, read, company_name, created_at, changes } = notice
  const open = () => {
    if (!read) void run({ body: { id } })
    onOpen?.()
  }
  return (
    <li className={classes.notice} data-unread={!read || undefined}>
      <Link {...targetOf(notice)} className={classes.link} onClick={open}>
        <span className={classes.sentence} dir="auto">
          {!read && <VisuallyHidden>{t('new')}</VisuallyHidden>}
          {sentence}
        </span>
        {changes.length > 0 && <Changes changes={changes} />}
        <Muted component="span">
          {company_name && (
            <>
              <bdi>{company_name}</bdi> ·{' '}
            </>
          )}
          <RelativeTime value={created_at} />
        </Muted>
      </Link>
    </li>
  )
}
