import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Role } from 'contract'
import { useTranslations } from 'use-intl'
import { useScreen } from '../useScreen.ts'
import { Message } from './Message.tsx'

/** Replaces a screen that the role may not see; no call is sent (V8, U64). */
export function AccessDenied({ role }: { role: Role }) {
  const t = useTranslations('ui')
  const roles = useTranslations('enums.role')
  const heading = useScreen(t('accessDeniedTitle'))
  return (
    <Message Icon={IconLock} title={t('accessDeniedTitle')} heading={heading} text={t('accessDeniedText', { role: roles(role) })}>
      <Button renderRoot={(props) => <Link {...props} to="/dashboard" />}>{t('goToDashboard')}</Button>
    </Message>
  )
}
