import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cancel } from './cancelling.ts'

type Result = pg.QueryResult | undefined
type Done = (error: Error | undefined, result: Result) => void

interface Sent {
  pool: pg.Pool
  cancel: Cancel
  config: pg.QueryConfig
  values: unknown[]
  done: Done
}

/** Whom statements are read for. */
export interface Reader {
  hasLeft: boolean
  /** Ends what is being read. */
  stopReading: (() => void) | undefined
}

/** Why a statement has no answer. */
export class ReaderLeft extends Error {}

/** Most statements end sooner than they are cancelled. */
const MAY_RUN_ON_MS = 100
const CANCELLED = '57014'

/** What the running `together` has sent so far. */
let gathered: Sent[] | undefined

type Query = (config: pg.QueryConfig, values: unknown[], ...rest: unknown[]) => unknown

/** Lets `together` have the statements of a pool whose connections take one behind the other. */
export function gatherStatements(pool: pg.Pool, cancel: Cancel): void {
  const send = pool.query.bind(pool) as Query
  const query: Query = (config, values, ...rest) => {
    if (!gathered || rest.length > 0) return send(config, values, ...rest)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    gathered.push({ pool, cancel, config, values, done: (error, result) => (error ? reject(error) : resolve(result)) })
    return promise
  }
  pool.query = query as typeof pool.query
}

/**
 * What `act` sends before it waits goes over one connection, in that order and without waiting for the answers between. It must only read where
 * it has a reader: once they have left, the database ends it.
 */
export function together<Acted>(act: () => Acted, reader?: Reader): Acted {
  const all: Sent[] = []
  gathered = all
  try {
    return act()
  } finally {
    gathered = undefined
    const [first] = all
    const stop = first && sendAll(first, all)
    if (reader) reader.stopReading = stop
    if (reader?.hasLeft) stop?.()
  }
}

type Client = pg.PoolClient & { processID: number }

/** Answers how to end them. */
function sendAll({ pool, cancel }: Sent, all: Sent[]): () => void {
  let isStopped = false
  let left = all.length
  let failed = false
  let connected: Client | undefined
  let cancelling: Promise<void> | undefined
  const isRunning = () => left > 0
  async function stopRunning({ processID }: Client): Promise<void> {
    while (isRunning()) {
      await sleep(MAY_RUN_ON_MS)
      cancelling = cancel(processID, isRunning)
      await cancelling
    }
  }
  pool.connect((error, client, release) => {
    if (!client || isStopped) {
      for (const { done } of all) done(error ?? new ReaderLeft('its reader left before it was sent'), undefined)
      if (client) release()
      return
    }
    connected = client as Client
    const { stream } = client.connection
    // In one piece.
    stream.cork()
    for (const { config, values, done } of all) {
      const answered: Done = (error, result) => {
        left--
        const isCancelled = isStopped && error instanceof pg.DatabaseError && error.code === CANCELLED
        failed ||= Boolean(error) && !isCancelled
        // As the pool does after each statement of its own. A signal under way would end the next one's.
        if (left === 0 && cancelling) void cancelling.then(() => release(failed))
        else if (left === 0) release(failed)
        done(isCancelled ? new ReaderLeft('its reader left') : error, result)
      }
      Reflect.apply(client.query, client, [config, values, answered])
    }
    stream.uncork()
  })
  return () => {
    if (!isStopped && connected) void stopRunning(connected)
    isStopped = true
  }
}
