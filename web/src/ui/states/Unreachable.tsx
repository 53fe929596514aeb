import { Box, Button, Center } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useInPlaceOfPainted } from '../painted.ts'
import { Logo } from '../signs/Logo.tsx'
import { Message } from './Message.tsx'

const RETRY_DELAY_MS = 5_000

/** Replaces the page if the portal does not answer while it loads; tries again automatically. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('ui')
  const retry = useRef(onRetry)
  retry.current = onRetry
  useInPlaceOfPainted()
  useEffect(() => {
    document.title = t('unreachableTitle')
    const timer = window.setInterval(() => retry.current(), RETRY_DELAY_MS)
    const look = () => retry.current()
    window.addEventListener('online', look)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [t])
  return (
    <Center component="main" mih="100dvh">
      <Box pos="absolute" top={{ base: '1rem', sm: '1.5rem' }} style={{ insetInlineStart: 'max(1rem, calc(50% - 35.5rem))' }}>
        <Logo size={28} />
      </Box>
      <Message Icon={IconPlugConnectedX} title={t('unreachableTitle')} text={<span role="status">{t('unreachableText')}</span>}>
        <Button onClick={onRetry}>{t('connection.retry')}</Button>
      </Message>
    </Center>
  )
}
