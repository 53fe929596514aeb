import { Text } from '@mantine/core'
import { exportedRows, type JournalEntry } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSubject } from '../panels/HistoryPanel.tsx'

/** An entry as a sentence, with the person's name in bold. */
export function useSentence(entry: JournalEntry): ReactNode {
  const changed = useTranslations('history')
  const seen = useTranslations('journal')
  const subject = useSubject(entry)
  const name = useName(entry)
  const who = () => (
    <Text component="strong" inherit fw={600}>
      <bdi>{name}</bdi>
    </Text>
  )
  if (entry.action !== null) return changed.rich(`actions.${entry.action}`, { who, what: () => <bdi>{subject}</bdi> })
  return seen.rich(`did.${didOf(entry)}`, { who, rows: exportedRows(entry.call) ?? 0 })
}

/** The sentence of an access; visitors have no name. */
function didOf({ outcome, record_type, record_id, call }: JournalEntry) {
  const isSignIn = record_type === 'sign_in'
  if (outcome === 'signed_out') return isSignIn ? 'failedSignIn' : 'badSession'
  if (outcome === 'forbidden') return isSignIn ? 'refusedSignIn' : 'forbidden'
  if (outcome === 'not_found' || outcome === 'throttled' || outcome === 'code_asked') return outcome
  if (isSignIn) return 'signedIn'
  if (exportedRows(call) !== undefined) return 'exported'
  if (record_type === 'journal') return 'readJournal'
  if (record_id === null) return 'listed'
  // One view of a record sends several calls.
  if (call?.endsWith('/stages')) return 'openedStages'
  if (call?.endsWith('/history')) return 'openedHistory'
  return record_type === 'document' ? 'openedDocument' : 'opened'
}

function useName({ actor_id, actor_name, outcome }: JournalEntry): string {
  const t = useTranslations('journal')
  const portal = useTranslations('history')('portal')
  if (actor_name !== null) return actor_name
  if (actor_id !== null) return t('deletedUser')
  return outcome === 'changed' ? portal : t('somebody')
}
