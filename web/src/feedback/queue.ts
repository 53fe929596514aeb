export interface Queue<T> {
  add: (item: T) => void
  subscribe: (listener: () => void) => () => void
  waiting: () => readonly T[]
  /** What waits, which then waits no longer. */
  take: () => readonly T[]
}

/** Keeps what is to be shown until the part that shows it has loaded. */
export function createQueue<T>(): Queue<T> {
  let items: readonly T[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly T[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  return {
    add: (item) => set([...items, item]),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    waiting: () => items,
    take: () => {
      const taken = items
      if (taken.length > 0) set([])
      return taken
    },
  }
}
