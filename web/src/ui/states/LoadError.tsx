import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../api/queryClient.ts'
import type { Refusal } from '../../api/refusal.ts'
import { Reference } from '../../feedback/Reference.tsx'
import { keepFocusOnHeading } from '../useScreen.ts'
import { Placeholder } from './Placeholder.tsx'

interface LoadErrorProps {
  /** The sentence to show, instead of the general one. */
  text?: string
  refusal?: Refusal | null
  onRetry: () => void
}

/** Replaces content that could not be loaded, with a button to try again (U5). */
export function LoadError({ text, refusal, onRetry }: LoadErrorProps) {
  const t = useTranslations('ui')
  const { button, press } = useFocusAfterwards(onRetry)
  const hint = refusal?.status === 0 ? t('offline') : refusal?.status === 503 && refusal.detail
  return (
    <Placeholder line="M2 30H44l5-9 7 16 7-30 6 23H118" title={text ?? t('loadFailed')} hint={hint}>
      {refusal?.request_id && <Reference id={refusal.request_id} />}
      <Button ref={button} mt="md" variant="default" leftSection={<IconRefresh size={16} />} onClick={press}>
        {t('retry')}
      </Button>
    </Placeholder>
  )
}

/** The button goes when it is pressed; the keyboard goes on from the dialog that it was in, or from the screen's heading. */
function useFocusAfterwards(onRetry: () => void) {
  const button = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    const dialog = button.current?.closest<HTMLElement>('[role=dialog]')
    return () => {
      const next = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog ?? document.querySelector<HTMLElement>('main h1')
      if (pressed.current && document.activeElement === document.body) next?.focus({ preventScroll: true })
    }
  }, [])
  const press = () => {
    pressed.current = true
    keepFocusOnHeading()
    onRetry()
    // With it whatever else on the screen has failed, such as the companies in its head.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  return { button, press }
}
