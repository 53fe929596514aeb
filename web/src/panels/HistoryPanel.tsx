import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ERASED, type HistoryEntry } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import { useUser } from '../session/session.ts'
import { RelativeTime } from '../ui/signs/DubaiDate.tsx'
import { formatDate } from '../ui/signs/dates.ts'
import { LoadError } from '../ui/states/LoadError.tsx'
import classes from './HistoryPanel.module.css'

const SHOWN_AT_FIRST = 8

interface HistoryPanelProps {
  /** The id of the record. */
  id: string
  /** Newest first, as the server tells them; undefined while they load. */
  entries: readonly HistoryEntry[] | undefined
  /** Why they did not load. */
  refusal?: Refusal | null
  onRetry: () => void
}

/** What happened to a record: who did what, when, and from which value to which (S10); an administrator also gets to who saw it (T62). */
export function HistoryPanel({ id, entries, refusal, onRetry }: HistoryPanelProps) {
  const t = useTranslations('history')
  const { role } = useUser()
  return (
    <section className={classes.panel} aria-labelledby="history-title">
      <div className={classes.head}>
        <h2 id="history-title" className={classes.title}>
          {t('title')}
        </h2>
        {role === 'admin' && (
          <Link to="/journal" search={{ record_id: id }} className={classes.journal}>
            {t('journal')}
          </Link>
        )}
      </div>
      {entries && (entries.length === 0 ? <p className={classes.none}>{t('none')}</p> : <Entries entries={entries} />)}
      {!entries && (refusal ? <LoadError text={t('failed')} refusal={refusal} onRetry={onRetry} /> : <HistorySkeleton />)}
    </section>
  )
}

function Entries({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useTranslations('history')
  const [all, setAll] = useState(false)
  return (
    <>
      <ol className={classes.entries}>
        {entries.slice(0, all ? undefined : SHOWN_AT_FIRST).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {!all && entries.length > SHOWN_AT_FIRST && (
        <Button variant="default" size="compact-sm" className={classes.more} onClick={() => setAll(true)}>
          {t('showAll', { count: entries.length })}
        </Button>
      )}
    </>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations('history')
  const subject = useSubject(entry.subject)
  return (
    <li className={classes.entry}>
      <span className={classes.sentence}>
        {t.rich(`actions.${entry.action}`, {
          who: () => (
            <strong className={classes.who}>
              <bdi>{entry.actor_name === ERASED ? t('erased') : (entry.actor_name ?? t('portal'))}</bdi>
            </strong>
          ),
          what: () => <bdi className={classes.subject}>{subject}</bdi>,
        })}
      </span>
      <span className={classes.when}>
        <RelativeTime value={entry.happened_at} />
      </span>
      {entry.changes.length > 0 && <Changes changes={entry.changes} />}
    </li>
  )
}

/** From which value to which. */
export const Changes = ({ changes }: Pick<HistoryEntry, 'changes'>) => (
  <dl className={classes.changes}>
    {changes.map((change) => (
      <Change key={change.field} {...change} />
    ))}
  </dl>
)

function Change({ field, from, to }: HistoryEntry['changes'][number]) {
  const t = useTranslations('history')
  const inWords = useValue(field)
  const label = `fields.${field}` as 'fields.status'
  return (
    <div className={classes.change}>
      <dt>{t.has(label) ? t(label) : field.replaceAll('_', ' ')}</dt>
      <dd>
        {from !== null && (
          <>
            <bdi className={classes.from}>{inWords(from)}</bdi>{' '}
            <span aria-hidden className={classes.arrow}>
              →
            </span>{' '}
            <VisuallyHidden>{t('to')}</VisuallyHidden>
          </>
        )}
        {to === null ? <span className={classes.from}>{t('removed')}</span> : <bdi>{inWords(to)}</bdi>}
      </dd>
    </div>
  )
}

/** A stage or a document slot in words. */
export function useSubject(subject: string | null): string {
  const words = useTranslations('enums')
  const t = useTranslations('history')
  if (subject === ERASED) return t('erased')
  const keys = [`stage.${subject}`, `slot.${subject}`] as ('stage.Offer Letter' | 'slot.photo')[]
  const known = keys.find((key) => words.has(key))
  return known ? words(known) : (subject ?? '')
}

/** The value of a field in words. */
function useValue(field: string): (value: string) => string {
  const words = useTranslations('enums')
  const t = useTranslations('history')
  const group = field === 'category' ? 'companyCategory' : 'status'
  return (value) => {
    if (value === ERASED) return t('erased')
    if (field.endsWith('_date')) return formatDate(value)
    const key = `${group}.${value}` as 'status.active'
    return (field === 'status' || field === 'category') && words.has(key) ? words(key) : value
  }
}

function HistorySkeleton() {
  const t = useTranslations('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      {['58%', '44%', '51%'].map((width) => (
        <Skeleton key={width} height={12} width={width} mb={20} />
      ))}
    </div>
  )
}
