import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSession } from '../../session/session.ts'
import { useScreen } from '../useScreen.ts'
import { Message } from './Message.tsx'

interface NotFoundProps {
  /** The title, if not a page is missing: "Application not found". */
  title?: string
  text?: string
  back?: { to: string; label: string }
}

/** There is nothing at this address (U49). */
export function NotFound({ title, text, back }: NotFoundProps) {
  const t = useTranslations('ui')
  const heading = useScreen(title ?? t('notFoundTitle'))
  const { user } = useSession()
  const home = user ? { to: '/dashboard', label: t('goToDashboard') } : { to: '/', label: t('goHome') }
  const { to, label } = back ?? home
  return (
    <Message Icon={IconMapQuestion} title={title ?? t('notFoundTitle')} heading={heading} text={text ?? t('notFoundText')}>
      <Button renderRoot={(props) => <Link {...props} to={to} />}>{label}</Button>
    </Message>
  )
}
