import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from 'contract'
import type pg from 'pg'
import type { ChangeNoun } from './changes.table.ts'
import { openListening } from './listening.ts'
import { Waker } from './waker.ts'

/** A committed change, written by a trigger. `session`: a session of the user `id` ended. */
export interface RowChange {
  noun: ChangeNoun
  id: string
  company_id: string | null
}

/** Changes in the order of their transactions. `missed`: too many, or some that are no longer kept. */
export type Heard = RowChange[] | 'missed'
/** `place`: behind what was heard. */
type Listener = (heard: Heard, place: Place) => void

/** Which transactions had been committed, as a `pg_snapshot`, and the database's clock then. */
export interface Place {
  snapshot: string
  at: number
}

export interface Changes {
  /** Where the listeners are; without any, behind everything that is committed. */
  place(): Promise<Place>
  /** What was committed behind a place, until where the listeners are. */
  since(place: Place): Promise<Heard>
  /** Calls `listener` for changes by any server or command; answers how to stop. */
  listen(listener: Listener): Promise<() => void>
  /** Has all servers read on at once, after a commit. */
  wake(): void
  /** Is woken by the `wake` of any server, as long as there is a connection. */
  waker(): Waker
  close(): Promise<void>
}

/** How long a server reads on without a wake, which a killed server or a command may never have sent. */
const POLL_INTERVAL_MS = 250
const MIN_WAKE_INTERVAL_MS = 50
const RECONNECT_DELAY_MS = 1_000
/** A stream that is further behind begins with `missed`. Enough for a restart while twenty records change in a second. */
const MAX_BEHIND = 500
/** Of one reading. More come from a mass change, after which most of each screen is stale. */
const MAX_READ = 1_000

// Rows of transactions that the snapshot of $1 does not have and that of this statement has: not by a number alone, because a transaction
// may commit after a later one. Each branch is one range of the index.
const READ = `select pg_current_snapshot()::text as snapshot, floor(extract(epoch from now()) * 1000)::float8 as at,
  extract(epoch from now()) * 1000 - $2::float8 > ${HOUR_MS} or pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as unknown,
  (select coalesce(json_agg(told order by told.tx), '[]') from (
    select * from (
      select tx, noun, id, company_id from changes where tx >= pg_snapshot_xmax($1::pg_snapshot)
      union all select tx, noun, id, company_id from changes where tx = any(array(select pg_snapshot_xip($1::pg_snapshot)))
    ) later where $3::pg_snapshot is null or pg_visible_in_snapshot(tx, $3::pg_snapshot) limit $4
  ) told) as rows`
const PLACE = 'select pg_current_snapshot()::text as snapshot, floor(extract(epoch from now()) * 1000)::float8 as at'

interface Read extends Place {
  unknown: boolean
  rows: RowChange[]
}

/** Reads rows on a connection of its own while somebody listens. */
export function openChanges(config: pg.ClientConfig, pollInterval = POLL_INTERVAL_MS): Changes {
  const closing = new AbortController()
  const listeners = new Set<Listener>()
  const wakers = new Set<Waker>()
  const database = openListening(config, () => {
    for (const waker of wakers) waker.wake()
  })
  const newWaker = () => {
    const waker = new Waker()
    wakers.add(waker)
    return waker
  }
  /** Where the listeners are. */
  let position: Place | undefined
  let following: Promise<void> | undefined

  const takePlace = () => database.ask<Place>(PLACE, [])
  const read = async ({ snapshot, at }: Place, until: Place | undefined, most: number) => {
    const found = await database.ask<Read>(READ, [snapshot, at, until?.snapshot ?? null, most + 1])
    const heard: Heard = found.unknown || found.rows.length > most ? 'missed' : onlyLast(found.rows)
    return { heard, next: { snapshot: found.snapshot, at: found.at } }
  }
  const readOn = async (from: Place) => {
    const { heard, next } = await read(from, undefined, MAX_READ)
    if (position !== from) return
    position = next
    if (heard === 'missed' || heard.length > 0) for (const listener of listeners) listener(heard, next)
  }
  const follow = async () => {
    const waker = newWaker()
    for (;;) {
      await waker.pause(pollInterval, closing.signal)
      if (listeners.size === 0 || closing.signal.aborted || !position) break
      // While the database is away, /readyz and every call say so.
      await readOn(position).catch(() => pause(RECONNECT_DELAY_MS, closing.signal))
    }
    wakers.delete(waker)
    position = undefined
    following = undefined
  }
  return {
    place: async () => position ?? takePlace(),
    async since(place) {
      return (await read(place, position, MAX_BEHIND)).heard
    },
    async listen(listener) {
      const place = await takePlace()
      position ??= place
      listeners.add(listener)
      following ??= follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) position = undefined
      }
    },
    wake: openWake(() => database.notify(), closing.signal),
    waker: () => {
      void database.connect()
      return newWaker()
    },
    async close() {
      closing.abort()
      await following
      await database.end()
    },
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/** Each record once, where it changed last. A change that is told without a company takes none from one that has it. */
function onlyLast(rows: RowChange[]): RowChange[] {
  const last = new Map<string, RowChange>()
  for (const { noun, id, company_id } of rows) {
    const key = `${noun} ${id}`
    const before = last.get(key)?.company_id ?? null
    last.delete(key)
    last.set(key, { noun, id, company_id: company_id ?? before })
  }
  return [...last.values()]
}

/** Sends one wake for all that is asked for within a moment. */
function openWake(send: () => Promise<void>, closed: AbortSignal): () => void {
  let isSending = false
  let again = false
  const run = async () => {
    do {
      again = false
      await send()
      await pause(MIN_WAKE_INTERVAL_MS, closed)
    } while (again && !closed.aborted)
    isSending = false
  }
  return () => {
    again = true
    if (isSending || closed.aborted) return
    isSending = true
    void run()
  }
}
