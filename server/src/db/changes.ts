import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Noun } from 'contract'
import pg from 'pg'

/** What a trigger of the database tells once it is committed. `session`: a session of the user `id` ended. */
export interface RowChange {
  noun: Noun | 'session'
  id: string
  company_id: string | null
}

/** `missed`: the database was away, so that changes may have gone by. */
type Listener = (change: RowChange | 'missed') => void

export interface Changes {
  /** A name, told to anybody, for how far the changes have come; none while nobody listens. */
  place(): string | undefined
  /** The changes after that place, or that some may be missing. */
  since(place: string | undefined): RowChange[] | 'missed'
  /** Calls back for every change of this database, whichever server made it; answers how to stop. */
  listen(listener: Listener): Promise<() => void>
  close(): Promise<void>
}

const CHANNEL = 'changes'
const RECONNECT_DELAY_MS = 1_000
/** More than come between a page and its stream; of a longer absence everything is asked anew. */
const MAX_KEPT = 100
/** One that is silently gone is noticed, as it hears nothing for hours otherwise. */
const CONNECTION_LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Listens with a connection of its own, from the first listener on; one that is lost is made anew. */
export function openChanges(config: pg.ClientConfig): Changes {
  const listeners = new Set<Listener>()
  let client: Promise<pg.Client> | undefined
  const closing = new AbortController()
  let reconnecting: Promise<void> | undefined
  /** The newest changes, each with the name of the place behind it; the first is where they begin. */
  let kept: { place: string; change?: RowChange }[] = []

  const keep = (change?: RowChange) => {
    // Random: a number would tell everybody how much goes on in the portal.
    const place = randomUUID()
    kept = change ? [...kept.slice(-MAX_KEPT), { place, change }] : [{ place }]
  }
  const notify = (change: RowChange | 'missed') => {
    keep(change === 'missed' ? undefined : change)
    for (const listener of listeners) listener(change)
  }
  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({ ...config, ...CONNECTION_LIMITS })
    next.on('error', () => undefined)
    try {
      await next.connect()
      next.on('notification', ({ payload }) => notify(JSON.parse(payload ?? '')))
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      void next.end()
      throw error
    }
    // Only now: one that failed before is made anew by who asked for it.
    next.on('end', () => {
      reconnecting = reconnect()
    })
    keep()
    return next
  }
  const reconnect = async (): Promise<void> => {
    for (;;) {
      await sleep(RECONNECT_DELAY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      try {
        client = connect()
        await client
        return notify('missed')
      } catch {
        // The database is still away: /readyz and every call say so.
      }
    }
  }
  return {
    place: () => kept.at(-1)?.place,
    since(place) {
      const at = kept.findIndex((each) => each.place === place)
      return at < 0 ? 'missed' : kept.slice(at + 1).flatMap(({ change }) => change ?? [])
    },
    async listen(listener) {
      client ??= connect()
      await client.catch((error: unknown) => {
        client = undefined
        throw error
      })
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      await reconnecting
      await (await client?.catch(() => undefined))?.end()
    },
  }
}
