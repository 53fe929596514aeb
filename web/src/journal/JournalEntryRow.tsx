import { Button, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { JournalEntry } from 'contract'
import { useTranslations } from 'use-intl'
import { Changes } from '../panels/HistoryPanel.tsx'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import rows from '../ui/Rows.module.css'
import { absolute } from '../ui/signs/dates.ts'
import classes from './JournalScreen.module.css'
import { OutcomeTag } from './OutcomeTag.tsx'
import type { SetFilters } from './useJournalFilters.ts'
import { useSentence } from './useSentence.tsx'

interface JournalEntryRowProps {
  entry: JournalEntry
  /** Filters the journal by this person or record. */
  onNarrow: SetFilters
}

/** One entry: when, who did what, to which record, with which outcome. It opens to show the rest. */
export function JournalEntryRow({ entry, onNarrow }: JournalEntryRowProps) {
  const kinds = useTranslations('journal.kinds')
  const sentence = useSentence(entry)
  return (
    <li>
      <details className={clsx(rows.row, classes.entry)}>
        <summary data-press>
          <time className={classes.when} dateTime={entry.happened_at}>
            {absolute(entry.happened_at)}
          </time>
          <span className={classes.sentence}>{sentence}</span>
          <span className={classes.record}>
            <span className={classes.kind}>{kinds(entry.record_type)}</span>
            {entry.record_name !== null && <bdi>{entry.record_name}</bdi>}
          </span>
          <OutcomeTag outcome={entry.outcome} />
          <IconChevronDown size={16} className={clsx(rows.chevron, classes.chevron)} aria-hidden />
        </summary>
        <Rest entry={entry} onNarrow={onNarrow} />
      </details>
    </li>
  )
}

function Rest({ entry, onNarrow }: JournalEntryRowProps) {
  const t = useTranslations('journal')
  const { actor_id, record_type, record_id, record_name } = entry
  const facts = [
    ['call', entry.call],
    ['address', entry.address],
    ['request', entry.request_id],
    ['record', record_id],
  ] as const
  return (
    <Stack gap={14} className={classes.rest ?? ''}>
      {entry.changes.length > 0 && <Changes changes={entry.changes} />}
      <Facts className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <Fact key={name} name={t(name)}>
                <bdi dir="ltr">{value}</bdi>
              </Fact>
            ),
        )}
      </Facts>
      <ButtonRow>
        {actor_id !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onNarrow({ actor_id })}>
            {t('onlyPerson')}
          </Button>
        )}
        {record_id !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onNarrow({ record_type, record_id })}>
            {t('onlyRecord')}
          </Button>
        )}
        {record_type === 'application' && record_id !== null && record_name !== null && (
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id: record_id }} />}
          >
            {t('open')}
          </Button>
        )}
      </ButtonRow>
    </Stack>
  )
}
