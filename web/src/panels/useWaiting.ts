import { countWaiting, MAX_WAITING, type Reply, WAITING_ENTRIES } from 'contract'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useSession } from '../session/session.ts'
import { showWaiting } from '../ui/title.ts'

type Counts = Reply<typeof countWaiting>
type Entry = (typeof WAITING_ENTRIES)[number]

/** How much waits behind each entry of the sidebar, loaded in the background (U74). */
export function useWaiting(): Counts | undefined {
  const { user } = useSession()
  return useLoad(countWaiting, {}, { background: true, answers: () => true, enabled: Boolean(user) }).data
}

/** A count in words: `1,000+` where counting stopped. */
export function useCounted(): (count: number) => string {
  const t = useTranslations('shell')
  return (count) => (count > MAX_WAITING ? t('thousand') : t('number', { number: count }))
}

/** Begins the browser's title with the sum of what the sidebar counts. */
export function useWaitingTitle(): void {
  const counts = useWaiting()
  const counted = useCounted()
  const each = WAITING_ENTRIES.map((entry) => counts?.[entry] ?? 0)
  const sum = each.some((count) => count > MAX_WAITING) ? MAX_WAITING + 1 : each.reduce((total, count) => total + count, 0)
  const text = sum > 0 ? counted(sum) : undefined
  useEffect(() => {
    showWaiting(text)
    return () => showWaiting(undefined)
  }, [text])
}

/** Which count stands behind an entry. */
const COUNT_OF: Partial<Record<string, Entry>> = {
  applications: 'applications',
  employees: 'employees',
  billing: 'billing',
  adminBilling: 'billing',
  users: 'users',
}

export const countOf = (counts: Counts | undefined, entry: string): number => {
  const name = COUNT_OF[entry]
  return (name && counts?.[name]) ?? 0
}
