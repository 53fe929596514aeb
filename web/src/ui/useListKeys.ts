import { useEffect, useRef } from 'react'
import { isTyping } from './isTyping.ts'
import { areSingleKeysOn, isSingle, useSaidKeys } from './keys.ts'
import { type Peek, rowOf } from './usePeek.ts'

interface ListKeys {
  onOpen: (id: string) => void
  onChoose?: ((id: string) => void) | undefined
  /** Moves to the filters. */
  onFilter?: (() => void) | undefined
  peek?: Peek | undefined
}

const currentRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

/** J and K go from row to row, Enter opens one, Space shows it beside the list until Escape, X chooses it, F goes to the filters. */
export function useListKeys(keys: ListKeys): void {
  const { onChoose, onFilter, peek } = keys
  useSaidKeys('next', 'previous', 'open', peek && 'show', onChoose && 'choose', onFilter && 'filter')
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (isTyping(event.target) && !isBox(event.target))) return
      if (isSingle(event.key) && !areSingleKeysOn()) return
      if (act(event.key.toLowerCase(), latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** A box takes no letters. */
const isBox = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'checkbox'

/** Whether the key meant something. */
function act(key: string, { onOpen, onChoose, onFilter, peek }: ListKeys): boolean {
  if (key === 'j' || key === 'k') return step(key === 'j' ? 1 : -1, peek)
  if (key === 'f' && onFilter) {
    onFilter()
    return true
  }
  if (peek?.id && (key === 'escape' || (key === ' ' && isOnPanel()))) {
    peek.close()
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
  if (document.activeElement !== row) return false
  if (key === ' ' && peek) {
    if (peek.id === id) peek.close()
    else peek.open(id)
    return true
  }
  if (key !== 'enter') return false
  onOpen(id)
  return true
}

const isOnPanel = (): boolean => document.activeElement?.matches('[data-peek]') === true

/** What is shown beside the list goes along, and keeps the focus if it has it. */
function step(by: 1 | -1, peek: Peek | undefined): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const focused = currentRow()
  const current = peek?.id ? rowOf(peek.id) : focused
  const place = current ? rows.indexOf(current) + by : 0
  const next = rows[Math.max(0, Math.min(rows.length - 1, place))]
  if (peek?.id && next?.dataset.row) peek.open(next.dataset.row)
  if (focused || !peek?.id) next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}
