import { useCallback, useMemo, useRef, useState } from 'react'

export interface Selection<Row> {
  /** In the order of the rows. */
  chosen: readonly Row[]
  isAll: boolean
  has: (id: string) => boolean
  /** `upTo`: with all rows between it and the one that was chosen last. */
  toggle: (id: string, upTo?: boolean) => void
  toggleAll: () => void
  clear: () => void
  nameOf: (row: Row) => string
}

/** Which of the loaded rows are chosen. A row that leaves the list is chosen no more; `of` names the list, and another one begins anew. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[], of: string, nameOf: (row: Row) => string): Selection<Row> {
  const [kept, setKept] = useState<{ of: string; ids: ReadonlySet<string> }>({ of, ids: new Set() })
  const ids = kept.of === of ? kept.ids : NONE
  const last = useRef<string>(undefined)
  const chosen = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids])
  const keep = useCallback((next: ReadonlySet<string>) => setKept({ of, ids: next }), [of])
  const isAll = rows.length > 0 && chosen.length === rows.length
  return {
    chosen,
    isAll,
    nameOf,
    has: (id) => ids.has(id),
    clear: () => keep(NONE),
    toggleAll: () => keep(isAll ? NONE : new Set(rows.map(({ id }) => id))),
    toggle: (id, upTo = false) => {
      const next = new Set(ids)
      const isAdded = !next.has(id)
      const run = upTo && last.current ? between(rows, last.current, id) : [id]
      for (const each of run) isAdded ? next.add(each) : next.delete(each)
      last.current = id
      keep(next)
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The ids from one row to the other, both included; the second alone where the first has gone. */
export function between(rows: readonly { id: string }[], from: string, to: string): string[] {
  const places = [from, to].map((id) => rows.findIndex((row) => row.id === id)).toSorted((a, b) => a - b)
  const [first = -1, last = -1] = places
  return first < 0 ? [to] : rows.slice(first, last + 1).map(({ id }) => id)
}
