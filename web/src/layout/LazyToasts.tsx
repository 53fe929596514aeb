import { useSyncExternalStore } from 'react'
import { useConnection } from '../api/connection.ts'
import { toasts } from '../feedback/toast.ts'
import { partOf, usePart } from '../feedback/usePart.ts'

export const importToasts = partOf(() => import('./Toasts.tsx').then(({ Toasts }) => Toasts))

/** The code of toasts has 8 KB, which most screens never need. If it does not load, the next toast or the returning network loads it. */
export function LazyToasts() {
  const waiting = useSyncExternalStore(toasts.subscribe, toasts.waiting)
  const connection = useConnection()
  const Toasts = usePart(importToasts, waiting.length > 0 && `${waiting.length} ${connection}`)
  return Toasts ? <Toasts /> : null
}
