import { type List, listTransactions, type Transaction } from 'contract'
import { useCallback } from 'react'
import { queryClient } from '../../api/queryClient.ts'
import { loadKey, useLoad } from '../../api/useLoad.ts'

const PENDING = { query: { type: 'topup' as const, status: 'pending' as const, limit: 1_000 } }

/** The top-ups that wait for a decision, oldest first (U62). */
export function usePendingTopups() {
  const list = useLoad(listTransactions, PENDING)
  return { list, topups: list.data?.items.toReversed() ?? [] }
}

/** Removes a decided top-up from the list before the list is loaded again. */
export function useDropPending(): (id: string) => void {
  return useCallback(
    (id) =>
      void queryClient.setQueryData<List<Transaction>>(loadKey(listTransactions, PENDING), (list) => {
        const items = list?.items.filter((topup) => topup.id !== id) ?? []
        return list && { ...list, items, total: list.total - (list.items.length - items.length) }
      }),
    [],
  )
}

/** Loads the pending top-ups again, with what each approval would lead to, when they are no longer fresh. */
export function useFreshPending(): () => void {
  return useCallback(() => void queryClient.refetchQueries({ queryKey: loadKey(listTransactions, PENDING), stale: true }), [])
}
