import type pg from 'pg'
import type { Counters } from './counters.ts'

type Connect = (done?: (...args: unknown[]) => void) => Promise<pg.PoolClient> | undefined

/** Counts how long who asks waits for a connection of the pool. */
export function observePool(pool: pg.Pool, { poolWaits }: Pick<Counters, 'poolWaits'>): void {
  const connect = pool.connect.bind(pool) as Connect
  const timed: Connect = (done) => {
    const from = performance.now()
    const end = () => poolWaits.observe({}, (performance.now() - from) / 1_000)
    if (!done) return connect()?.finally(end)
    return connect((...args) => {
      end()
      done(...args)
    })
  }
  pool.connect = timed as typeof pool.connect
}
