import { HIDEABLE_COLUMNS, type TabledList } from 'contract'
import { useMemo, useSyncExternalStore } from 'react'
import { writeCookie } from '../../session/browserCookie.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const kept = (list: TabledList): string => new RegExp(`(?:^|; )portal_columns_${list}=([A-Za-z.]+)`).exec(document.cookie)?.[1] ?? ''

/** The columns of a list that are hidden in this browser. */
export function useHiddenColumns(list: TabledList | undefined): readonly string[] {
  const text = useSyncExternalStore(subscribe, () => (list ? kept(list) : ''))
  return useMemo(() => {
    const names = text.split('.')
    return list ? HIDEABLE_COLUMNS[list].filter((name) => names.includes(name)) : []
  }, [list, text])
}

export function hideColumns(list: TabledList, hidden: readonly string[]): void {
  writeCookie(`portal_columns_${list}`, hidden.join('.'), hidden.length === 0 ? 0 : undefined)
  for (const listener of listeners) listener()
}
