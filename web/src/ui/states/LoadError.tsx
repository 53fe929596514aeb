import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { Reference } from '../../feedback/Reference.tsx'
import { Placeholder } from './Placeholder.tsx'

interface LoadErrorProps {
  /** What could not be loaded, if there is a better sentence than the general one. */
  text?: string
  refusal?: Refusal | null
  onRetry: () => void
}

/** A load that failed, in place of what it would show, with a way to try again (U5). */
export function LoadError({ text, refusal, onRetry }: LoadErrorProps) {
  const t = useTranslations('ui')
  const hint = refusal?.status === 0 ? t('offline') : refusal?.status === 503 && refusal.detail
  return (
    <Placeholder line="M2 30H44l5-9 7 16 7-30 6 23H118" title={text ?? t('loadFailed')} hint={hint}>
      {refusal?.request_id && <Reference id={refusal.request_id} />}
      <Button mt="md" variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        {t('retry')}
      </Button>
    </Placeholder>
  )
}
