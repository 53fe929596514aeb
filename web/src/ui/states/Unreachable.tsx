import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Logo } from '../signs/Logo.tsx'
import classes from './Message.module.css'

const RETRY_MS = 5_000

/** Instead of everything, when the portal does not answer while the page loads; it tries again by itself. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('ui')
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    document.title = t('unreachableTitle')
    const timer = window.setInterval(() => retry.current(), RETRY_MS)
    const look = () => retry.current()
    window.addEventListener('online', look)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [t])
  return (
    <main className={classes.message} data-alone>
      <div className={classes.brand}>
        <Logo size={28} />
      </div>
      <IconPlugConnectedX size={32} stroke={1.25} aria-hidden />
      <h1>{t('unreachableTitle')}</h1>
      <p role="status">{t('unreachableText')}</p>
      <Button onClick={onRetry}>{t('connection.retry')}</Button>
    </main>
  )
}
