import { useQueryClient } from '@tanstack/react-query'
import { type List, listTransactions, type Transaction } from 'contract'
import { useCallback } from 'react'
import { loadKey, useLoad } from '../../api/useLoad.ts'

const PENDING = { query: { type: 'topup' as const, status: 'pending' as const, limit: 1_000 } }

/** The top-ups that wait for a decision, oldest first (U62). */
export function usePendingTopups() {
  const list = useLoad(listTransactions, PENDING)
  return { list, topups: list.data?.items.toReversed() ?? [] }
}

/** Removes a decided top-up from the list before the list is loaded again. */
export function useDropPending(): (id: string) => void {
  const cache = useQueryClient()
  return useCallback(
    (id) =>
      void cache.setQueryData<List<Transaction>>(loadKey(listTransactions, PENDING), (list) => {
        const items = list?.items.filter((topup) => topup.id !== id) ?? []
        return list && { ...list, items, total: list.total - (list.items.length - items.length) }
      }),
    [cache],
  )
}

/** Loads the pending top-ups again, with what each approval would lead to, when they are no longer fresh. */
export function useFreshPending(): () => void {
  const cache = useQueryClient()
  return useCallback(() => void cache.refetchQueries({ queryKey: loadKey(listTransactions, PENDING), stale: true }), [cache])
}
