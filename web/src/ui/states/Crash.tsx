import { Button } from '@mantine/core'
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useConnection } from '../../api/connection.ts'
import { Refusal } from '../../api/refusal.ts'
import { Reference } from '../../feedback/Reference.tsx'
import classes from './Message.module.css'

/** A screen that broke while drawing, or whose code could not be loaded: never a white page (U20). */
export function Crash({ error }: ErrorComponentProps) {
  const t = useTranslations('ui')
  const away = useConnection() !== 'online'
  const title = t(away ? 'awayTitle' : 'crashTitle')
  const wasAway = useRef(away)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (wasAway.current && !away) window.location.reload()
    wasAway.current = away
  }, [away])
  const Icon = away ? IconWifiOff : IconAlertTriangle
  return (
    <div className={classes.message} role="alert">
      <Icon size={32} stroke={1.25} aria-hidden />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{t(away ? 'awayText' : 'crashText')}</p>
      {error instanceof Refusal && error.request_id && <Reference id={error.request_id} />}
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </div>
  )
}
