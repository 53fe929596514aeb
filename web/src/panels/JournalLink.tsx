import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'

interface JournalLinkProps {
  /** The id of the record. */
  id: string
  /** The record's name, for the link's label. */
  name: string
  className?: string | undefined
}

/** Links to the journal of a record, for administrators (S10, T62). */
export function JournalLink({ id, name, className }: JournalLinkProps) {
  const t = useTranslations('history')
  if (useUser().role !== 'admin') return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={className ?? ''}
      aria-label={t('journalOf', { name })}
      title={t('journal')}
      renderRoot={(props) => <Link {...props} to="/journal" search={{ record_id: id }} />}
    >
      <IconHistory size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
