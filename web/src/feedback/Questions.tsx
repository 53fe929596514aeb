import { Text } from '@mantine/core'
import { ModalsProvider, modals } from '@mantine/modals'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { questions } from './confirm.ts'

/** The dialogs of what `confirm` asks. */
export function Questions() {
  const t = useTranslations('confirm')
  return (
    <ModalsProvider labels={{ confirm: t('ok'), cancel: t('cancel') }}>
      <Opener />
    </ModalsProvider>
  )
}

function Opener() {
  const waiting = useSyncExternalStore(questions.subscribe, questions.waiting)
  useEffect(() => {
    if (waiting.length === 0) return
    for (const { title, body, action, decline, destructive = true, answer } of questions.take()) {
      modals.openConfirmModal({
        title,
        children: (
          <Text component="div" size="sm">
            {body}
          </Text>
        ),
        confirmProps: { children: action, ...(destructive ? { color: 'red' } : {}) },
        cancelProps: { 'data-autofocus': true, ...(decline ? { children: decline } : {}) },
        onConfirm: () => answer(true),
        onClose: () => answer(false),
      })
    }
  }, [waiting])
  return null
}
