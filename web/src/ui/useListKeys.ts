import { useEffect, useRef } from 'react'
import { isTyping } from './isTyping.ts'

interface ListKeys {
  onOpen: (id: string) => void
  onChoose?: ((id: string) => void) | undefined
  /** Moves to the filters. */
  onFilter?: (() => void) | undefined
}

const currentRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

/** J and K go from row to row, Enter opens one, X chooses it, F goes to the filters. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (isTyping(event.target) && !isBox(event.target))) return
      if (act(event.key.toLowerCase(), latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** A box takes no letters. */
const isBox = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'checkbox'

/** Whether the key meant something. */
function act(key: string, { onOpen, onChoose, onFilter }: ListKeys): boolean {
  if (key === 'j' || key === 'k') return step(key === 'j' ? 1 : -1)
  if (key === 'f' && onFilter) {
    onFilter()
    return true
  }
  const row = currentRow()
  const id = row?.dataset.row
  if (!id) return false
  if (key === 'x' && onChoose) {
    onChoose(id)
    return true
  }
  // Links and buttons inside open by themselves.
  if (key !== 'enter' || document.activeElement !== row) return false
  onOpen(id)
  return true
}

function step(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const current = currentRow()
  const place = current ? rows.indexOf(current) + by : 0
  const next = rows[Math.max(0, Math.min(rows.length - 1, place))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}
