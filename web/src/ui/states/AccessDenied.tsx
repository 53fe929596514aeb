import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Role } from 'contract'
import { useTranslations } from 'use-intl'
import { useScreen } from '../useScreen.ts'
import classes from './Message.module.css'

/** Instead of a screen that the role may not see; nothing is asked of the server (V8, U64). */
export function AccessDenied({ role }: { role: Role }) {
  const t = useTranslations('ui')
  const roles = useTranslations('enums.role')
  const heading = useScreen(t('accessDeniedTitle'))
  return (
    <div className={classes.message}>
      <IconLock size={32} stroke={1.25} aria-hidden />
      <h1 ref={heading} tabIndex={-1}>
        {t('accessDeniedTitle')}
      </h1>
      <p>{t('accessDeniedText', { role: roles(role) })}</p>
      <Button renderRoot={(props) => <Link {...props} to="/dashboard" />}>{t('goToDashboard')}</Button>
    </div>
  )
}
