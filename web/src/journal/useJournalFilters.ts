import { useNavigate, useSearch } from '@tanstack/react-router'
import { JournalQuery } from 'contract'
import { useCallback } from 'react'

const NAMES = ['actor_id', 'record_type', 'record_id', 'outcome', 'from', 'to'] as const
type Name = (typeof NAMES)[number]
export type JournalFilter = Pick<JournalQuery, Name | 'lists'>
export type SetFilters = (next: Partial<Record<Name | 'lists', string>>) => void

/** The filters, which are in the URL (U7); an invalid value is ignored. Views of lists are hidden by default. */
export function useJournalFilters() {
  const search = useSearch({ strict: false, select: (all: Partial<Record<string, string>>) => all })
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
  const lists = search.lists === 'shown'
  const showLists = (shown: boolean) => set({ lists: shown ? 'shown' : '' })
  // Views of the journal are views of a list.
  const query = lists || filter.record_type === 'journal' ? filter : { ...filter, lists: 'hidden' as const }
  return { filter, query, set, clear, filtered: Object.keys(filter).length > 0, lists, showLists }
}

function read(search: Partial<Record<string, string>>): JournalFilter {
  const { shape } = JournalQuery
  const valid = NAMES.filter((name) => search[name] && shape[name].safeParse(search[name]).success)
  return Object.fromEntries(valid.map((name) => [name, search[name]]))
}

const withoutEmpty = (search: Partial<Record<string, string>>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
