import { Button } from '@mantine/core'
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useConnection } from '../../api/connection.ts'
import { Refusal } from '../../api/refusal.ts'
import { Reference } from '../../feedback/Reference.tsx'
import { useInPlaceOfPainted } from '../painted.ts'
import { Message } from './Message.tsx'

/** Replaces a screen that failed while rendering, or whose code could not be loaded (U20). */
export function Crash({ error }: ErrorComponentProps) {
  const t = useTranslations('ui')
  const away = useConnection() !== 'online'
  const title = t(away ? 'awayTitle' : 'crashTitle')
  const wasAway = useRef(away)
  const heading = useRef<HTMLHeadingElement>(null)
  useInPlaceOfPainted()
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (wasAway.current && !away) window.location.reload()
    wasAway.current = away
  }, [away])
  return (
    <Message
      Icon={away ? IconWifiOff : IconAlertTriangle}
      title={title}
      heading={heading}
      text={t(away ? 'awayText' : 'crashText')}
      role="alert"
    >
      {error instanceof Refusal && error.request_id && <Reference id={error.request_id} />}
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </Message>
  )
}
