import type { InfiniteData } from '@tanstack/react-query'
import type { List, RowOf } from 'contract'
import { useCallback } from 'react'
import { queryClient } from './queryClient.ts'
import type { ListCall } from './send.ts'

/** Changes the rows of all loaded lists of a call, so that a change shows before the lists are asked for again. */
export function useRows<C extends ListCall>(call: C): (change: (rows: RowOf<C>[]) => RowOf<C>[]) => void {
  type Loaded = List<RowOf<C>>
  const { name } = call
  return useCallback(
    (change) => {
      const changed = (list: Loaded): Loaded => ({ ...list, items: change(list.items) })
      queryClient.setQueriesData<Loaded | InfiniteData<Loaded>>(
        { queryKey: [name] },
        (data) => data && ('pages' in data ? { ...data, pages: data.pages.map(changed) } : changed(data)),
      )
    },
    [name],
  )
}
