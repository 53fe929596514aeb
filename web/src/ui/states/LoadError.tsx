import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { Reference } from '../../feedback/Reference.tsx'
import classes from './EmptyState.module.css'

interface LoadErrorProps {
  /** What could not be loaded, if there is a better sentence than the general one. */
  text?: string
  refusal?: Refusal | null
  onRetry: () => void
}

/** A load that failed, in place of what it would show, with a way to try again (U5). */
export function LoadError({ text, refusal, onRetry }: LoadErrorProps) {
  const t = useTranslations('ui')
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 120 40" className={classes.drawing} aria-hidden="true">
        <path d="M2 30H44l5-9 7 16 7-30 6 23H118" />
      </svg>
      <p className={classes.title}>{text ?? t('loadFailed')}</p>
      {refusal?.status === 0 && <p className={classes.hint}>{t('offline')}</p>}
      {refusal?.status === 503 && refusal.detail && <p className={classes.hint}>{refusal.detail}</p>}
      {refusal?.request_id && <Reference id={refusal.request_id} />}
      <Button className={classes.action} variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
