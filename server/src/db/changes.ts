import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Noun } from 'contract'
import pg from 'pg'

/** A committed change, announced by a trigger. `session`: a session of the user `id` ended. */
export interface RowChange {
  noun: Noun | 'session'
  id: string
  company_id: string | null
}

/** `missed`: the database was away, so changes may be missing. */
type Listener = (change: RowChange | 'missed') => void

export interface Changes {
  /** A name for the newest change; undefined while nobody listens. */
  place(): string | undefined
  since(place: string | undefined): RowChange[] | 'missed'
  /** Calls `listener` for changes by any server; answers how to stop. */
  listen(listener: Listener): Promise<() => void>
  close(): Promise<void>
}

const CHANNEL = 'changes'
const RECONNECT_DELAY_MS = 1_000
/** More than happen between a page and its stream; after a longer absence the client reloads. */
const MAX_KEPT = 100
/** Notices a dead connection, which otherwise looks idle for hours. */
const CONNECTION_LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Listens on a connection of its own from the first listener on, and reconnects. */
export function openChanges(config: pg.ClientConfig): Changes {
  const listeners = new Set<Listener>()
  let client: Promise<pg.Client> | undefined
  const closing = new AbortController()
  let reconnecting: Promise<void> | undefined
  /** The newest changes, each with its place; the first entry has only a place. */
  let kept: { place: string; change?: RowChange }[] = []

  const keep = (change?: RowChange) => {
    // Random, because a number would tell everybody how busy the portal is.
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
    // Only from here: a connection that failed earlier is retried by its caller.
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
        // The database is still away; /readyz and every call say so.
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
