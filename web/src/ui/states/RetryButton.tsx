import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../api/queryClient.ts'
import { keepFocusOnHeading } from '../useScreen.ts'

/** Tries a load again, and with it whatever else on the screen has failed, such as the companies in its head. */
export function RetryButton({ onRetry, ...look }: ButtonProps & { onRetry: () => void }) {
  const t = useTranslations('ui')
  const { button, pressed } = useFocusAfterwards()
  const press = () => {
    pressed.current = true
    keepFocusOnHeading()
    onRetry()
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  return (
    <Button ref={button} {...look} onClick={press}>
      {t('retry')}
    </Button>
  )
}

/** The button goes when it is pressed; the keyboard goes on from the dialog that it was in, or from the screen's heading. */
function useFocusAfterwards() {
  const button = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    const dialog = button.current?.closest<HTMLElement>('[role=dialog]')
    return () => {
      const next = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog ?? document.querySelector<HTMLElement>('main h1')
      if (pressed.current && document.activeElement === document.body) next?.focus({ preventScroll: true })
    }
  }, [])
  return { button, pressed }
}
