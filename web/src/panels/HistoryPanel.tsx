import { Anchor, Button, Flex, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ERASED, type HistoryEntry } from 'contract'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import { useUser } from '../session/session.ts'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { RelativeTime } from '../ui/signs/DubaiDate.tsx'
import { formatDate } from '../ui/signs/dates.ts'
import { LoadError } from '../ui/states/LoadError.tsx'
import classes from './HistoryPanel.module.css'

const MAX_SHOWN_AT_FIRST = 8
/** Fields whose values are calendar dates. */
const DATES = /(_date|_on|_since|leave_by|quota_as_of|stopped_from|stopped_until)$/

interface HistoryPanelProps {
  /** The id of the record. */
  id: string
  /** Newest first, as the server answers; undefined while they load. */
  entries: readonly HistoryEntry[] | undefined
  /** Why they did not load. */
  refusal?: Refusal | null
  onRetry: () => void
}

/** The history of a record: who did what, when, and which values changed (S10); administrators also get a link to the journal (T62). */
export function HistoryPanel({ id, entries, refusal, onRetry }: HistoryPanelProps) {
  const t = useTranslations('history')
  const { role } = useUser()
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <Flex wrap="wrap" align="baseline" justify="space-between" rowGap="2xs" columnGap="md" mb="md">
        <SectionTitle id={title}>{t('title')}</SectionTitle>
        {role === 'admin' && (
          <Anchor size="note" lh="inherit" data-reach renderRoot={(props) => <Link {...props} to="/journal" search={{ record_id: id }} />}>
            {t('journal')}
          </Anchor>
        )}
      </Flex>
      {entries &&
        (entries.length === 0 ? (
          <Text size="sm" lh="inherit" c="dimmed">
            {t('none')}
          </Text>
        ) : (
          <Entries entries={entries} />
        ))}
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
        {entries.slice(0, all ? undefined : MAX_SHOWN_AT_FIRST).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {!all && entries.length > MAX_SHOWN_AT_FIRST && (
        <Button variant="default" size="compact-sm" mt="2xs" w={{ base: '100%', sm: 'auto' }} onClick={() => setAll(true)}>
          {t('showAll', { count: entries.length })}
        </Button>
      )}
    </>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations('history')
  const subject = useSubject(entry)
  return (
    <li className={classes.entry}>
      <span>
        {t.rich(`actions.${entry.action}`, {
          who: () => (
            <Text component="strong" inherit fw={500}>
              <bdi>{entry.actor_name === ERASED ? t('erased') : (entry.actor_name ?? t('portal'))}</bdi>
            </Text>
          ),
          what: () => (
            <Text component="bdi" inherit fw={500}>
              {subject}
            </Text>
          ),
        })}
      </span>
      <Muted component="span" className={classes.when ?? ''}>
        <RelativeTime value={entry.happened_at} />
      </Muted>
      {entry.changes.length > 0 && <Changes changes={entry.changes} />}
    </li>
  )
}

/** The changed fields with their old and new values. */
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
  const label = useLabel()
  return (
    <div className={classes.change}>
      <Text component="dt" inherit c="dimmed">
        {label(field)}
      </Text>
      <dd>
        {from !== null && (
          <>
            <Text component="bdi" inherit c="dimmed">
              {inWords(from)}
            </Text>{' '}
            <Text span inherit display="inline-block" aria-hidden data-flip>
              →
            </Text>{' '}
            <VisuallyHidden>{t('to')}</VisuallyHidden>
          </>
        )}
        {to === null ? (
          <Text span inherit c="dimmed">
            {t('removed')}
          </Text>
        ) : (
          <bdi>{inWords(to)}</bdi>
        )}
      </dd>
    </div>
  )
}

/** A field by its name; a part of a paper with what it is of. */
function useLabel(): (field: string) => string {
  const t = useTranslations('history')
  const readiness = useTranslations('readiness')
  const kinds = useTranslations('enums.paperKind')
  return (field) => {
    const [kind, part] = field.split('.') as ['passport', 'number' | undefined]
    if (part && kinds.has(kind)) return `${kinds(kind)}: ${t(`fields.${part}`)}`
    const [label, known] = [`fields.${field}` as 'fields.status', `fields.${field}` as 'fields.trn']
    return t.has(label) ? t(label) : readiness.has(known) ? readiness(known) : field.replaceAll('_', ' ')
  }
}

/** A stage, a document slot, a kind of paper or a rule in words. */
export function useSubject({ action, subject }: Pick<HistoryEntry, 'subject'> & { action: HistoryEntry['action'] | null }): string {
  const words = useTranslations('enums')
  const t = useTranslations('history')
  const rules = useTranslations('rules.keys')
  const clocks = useTranslations('deadlines.kinds')
  if (subject === ERASED) return t('erased')
  if (action?.startsWith('clock_') && clocks.has(subject as 'tenancy')) return clocks(subject as 'tenancy')
  // A slot and a rule may have the same name.
  if (action?.startsWith('rule_') && rules.has(subject as 'vat')) return rules(subject as 'vat')
  const keys = [`stage.${subject}`, `slot.${subject}`, `paperKind.${subject}`] as (
    | 'stage.Offer Letter'
    | 'slot.photo'
    | 'paperKind.passport'
  )[]
  const known = keys.find((key) => words.has(key))
  return known ? words(known) : (subject ?? '')
}

/** The value of a field in words. */
function useValue(field: string): (value: string) => string {
  const words = useTranslations('enums')
  const t = useTranslations('history')
  const readiness = useTranslations('readiness')
  const places = useTranslations('rules.words')
  const stops = useTranslations('deadlines.reasons')
  const group = field === 'category' ? 'companyCategory' : 'status'
  return (value) => {
    if (value === ERASED) return t('erased')
    if (field === 'although')
      return value
        .split(',')
        .map((key) => readiness(`although.${key as 'quota'}`))
        .join(readiness('comma'))
    if (field === 'emirate' || field === 'jurisdiction') return places.has(value as 'dubai') ? places(value as 'dubai') : value
    if (field === 'stop_reason' && stops.has(value as 'deported')) return stops(value as 'deported')
    if (DATES.test(field)) return formatDate(value)
    const key = `${group}.${value}` as 'status.active'
    return (field === 'status' || field === 'category') && words.has(key) ? words(key) : value
  }
}

function HistorySkeleton() {
  const t = useTranslations('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      <HistoryLines />
    </div>
  )
}

/** Entries while they load. */
export const HistoryLines = () => ['58%', '44%', '51%'].map((width) => <Skeleton key={width} height={12} width={width} mb="ml" />)
