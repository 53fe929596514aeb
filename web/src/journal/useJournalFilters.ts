import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Input, listJournal } from 'contract'
import { useCallback } from 'react'

const NAMES = ['actor_id', 'record_type', 'record_id', 'outcome', 'from', 'to'] as const
type Name = (typeof NAMES)[number]
export type JournalFilter = Pick<NonNullable<Input<typeof listJournal>['query']>, Name>
export type SetFilters = (next: Partial<Record<Name, string>>) => void

/** The filters, which the address holds (U7); what the call would not take is none. */
export function useJournalFilters() {
  const search = useSearch({ strict: false }) as Partial<Record<string, string>>
  const navigate = useNavigate()
  const set: SetFilters = useCallback(
    (next) =>
      void navigate({
        to: '.',
        search: (previous: Partial<Record<string, string>>) => withoutEmpty({ ...previous, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const clear = () => set(Object.fromEntries(NAMES.map((name) => [name, ''])))
  const filter = read(search)
  return { filter, set, clear, filtered: Object.keys(filter).length > 0 }
}

function read(search: Partial<Record<string, string>>): JournalFilter {
  const { shape } = listJournal.query
  const valid = NAMES.filter((name) => search[name] && shape[name].safeParse(search[name]).success)
  return Object.fromEntries(valid.map((name) => [name, search[name]]))
}

const withoutEmpty = (search: Partial<Record<string, string>>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
