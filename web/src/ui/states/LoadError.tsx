import { IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { Reference } from '../../feedback/Reference.tsx'
import { Placeholder } from './Placeholder.tsx'
import { RetryButton } from './RetryButton.tsx'

interface LoadErrorProps {
  /** The sentence to show, instead of the general one. */
  text?: string
  refusal?: Refusal | null
  onRetry: () => void
}

/** Replaces content that could not be loaded, with a button to try again (U5). */
export function LoadError({ text, refusal, onRetry }: LoadErrorProps) {
  const t = useTranslations('ui')
  const hint = refusal?.status === 0 ? t('offline') : refusal?.status === 503 && refusal.detail
  return (
    <Placeholder line="M2 30H44l5-9 7 16 7-30 6 23H118" title={text ?? t('loadFailed')} hint={hint}>
      {refusal?.request_id && <Reference id={refusal.request_id} />}
      <RetryButton mt="md" variant="default" leftSection={<IconRefresh size={16} />} onRetry={onRetry} />
    </Placeholder>
  )
}
