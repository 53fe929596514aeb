import { useCallback, useRef, useState } from 'react'
import { useMayLeave } from '../feedback/unsaved.ts'

/** The row of a list that is shown beside it. */
export interface Peek {
  id: string | undefined
  open: (id: string) => void
  close: () => void
}

export const rowOf = (id: string): HTMLElement | null => document.querySelector(`[data-row="${id}"]`)

/** Asks about unsaved input before another row is shown, or none. Then the focus goes back to where it came from, or to the row. */
export function usePeek(): Peek {
  const [id, setId] = useState<string>()
  const opener = useRef<Element>(null)
  const mayLeave = useMayLeave()
  const open = useCallback(
    (next: string) => {
      const { activeElement } = document
      void mayLeave().then((may) => {
        if (!may) return
        if (activeElement?.closest('[data-row]')) opener.current = activeElement
        setId(next)
      })
    },
    [mayLeave],
  )
  const close = useCallback(() => {
    void mayLeave().then((may) => {
      if (!may || id === undefined) return
      const row = rowOf(id)
      const from = row?.contains(opener.current) ? opener.current : row
      if (from instanceof HTMLElement) from.focus()
      setId(undefined)
    })
  }, [mayLeave, id])
  return { id, open, close }
}
