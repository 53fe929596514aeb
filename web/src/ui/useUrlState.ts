import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** One value of the URL's search, so that reload, Back and a copied link show the same screen (U7). An empty text removes it. */
export function useUrlState(
  name: string,
  { history = 'replace' }: { history?: 'push' | 'replace' } = {},
): [string, (value: string) => void] {
  const value = useSearch({ strict: false, select: (search: Partial<Record<string, string>>) => search[name] ?? '' })
  const navigate = useNavigate()
  const set = useCallback(
    (next: string) =>
      void navigate({
        to: '.',
        search: (previous: Partial<Record<string, string>>) => ({ ...previous, [name]: next === '' ? undefined : next }),
        replace: history === 'replace',
        resetScroll: false,
      }),
    [navigate, name, history],
  )
  return [value, set]
}
