import { NativeSelect } from '@mantine/core'
import { type JournalEntry, JournalOutcome, RecordKind } from 'contract'
import { useTranslations } from 'use-intl'
import { DateField } from '../ui/forms/DateField.tsx'
import classes from './JournalScreen.module.css'
import { PersonField } from './PersonField.tsx'
import type { JournalFilter, SetFilters } from './useJournalFilters.ts'

interface JournalFiltersProps {
  filter: JournalFilter
  set: SetFilters
  /** The filtered entries, which have the names of deleted users. */
  entries: readonly JournalEntry[] | undefined
}

export function JournalFilters({ filter, set, entries }: JournalFiltersProps) {
  const t = useTranslations('journal')
  const kinds = useTranslations('journal.kinds')
  const outcomes = useTranslations('journal.outcomes')
  return (
    <div className={classes.filters} data-screen-only>
      <PersonField value={filter.actor_id ?? ''} entries={entries} onPick={(actor_id) => set({ actor_id })} />
      <NativeSelect
        label={t('kind')}
        value={filter.record_type ?? ''}
        data={[{ value: '', label: t('allKinds') }, ...RecordKind.options.map((value) => ({ value, label: kinds(value) }))]}
        onChange={(event) => set({ record_type: event.currentTarget.value, record_id: '' })}
      />
      <NativeSelect
        label={t('outcome')}
        value={filter.outcome ?? ''}
        data={[
          { value: '', label: t('allOutcomes') },
          { value: 'failed', label: t('failedOnly') },
          ...JournalOutcome.options.map((value) => ({ value, label: outcomes(value) })),
        ]}
        onChange={(event) => set({ outcome: event.currentTarget.value })}
      />
      <DateField label={t('from')} value={filter.from ?? ''} {...upTo(filter.to)} onChange={(from) => set({ from })} />
      <DateField label={t('to')} value={filter.to ?? ''} {...since(filter.from)} onChange={(to) => set({ to })} />
    </div>
  )
}

const upTo = (day: string | undefined) => (day ? { maxDate: day } : {})
const since = (day: string | undefined) => (day ? { minDate: day } : {})
