import { setTimeout as sleep } from 'node:timers/promises'
import { asked } from './debianPostgres.ts'
import type { Setting } from './setting.ts'

export interface Span {
  from: number
  to: number
}

export interface Faults {
  kills: { place: number; at: number; backAfter: number }[]
  failover: Span | undefined
}

interface Plan {
  /** Between two kills. */
  everyMs: number
  /** When the primary ends. */
  failoverAfterMs: number
  /** So long before that the replica no longer hears of it. */
  lagMs: number
  /** The primary stands still first, with all connections open, until the replica was promoted. */
  freezes: boolean
}

/** Kills one server after the other until it is ended, and the primary of the database once. */
export function startFaults(
  { portals, primary, replica, line, proxy }: Setting,
  { everyMs, failoverAfterMs, lagMs, freezes }: Plan,
): { seen: Faults; end(): Promise<void> } {
  const ending = new AbortController()
  const seen: Faults = { kills: [], failover: undefined }
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  const killInTurn = async () => {
    for (let turn = 0; ; turn++) {
      await pause(everyMs - (performance.now() - (seen.kills.at(-1)?.at ?? performance.now())))
      if (ending.signal.aborted) return
      const at = performance.now()
      const kill = { place: turn % portals.ports.length, at, backAfter: Number.NaN }
      seen.kills.push(kill)
      await portals.killOne(kill.place)
      kill.backAfter = performance.now() - at
    }
  }
  const failOver = async () => {
    await sleep(failoverAfterMs)
    line.hold()
    await sleep(lagMs)
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY }
    seen.failover = span
    if (freezes) primary.freeze()
    else await primary.kill()
    line.cut()
    replica.promote()
    await primary.kill()
    while (!(await takesWrites(proxy.databaseUrl))) await sleep(100)
    span.to = performance.now()
  }
  const running = Promise.all([killInTurn(), failOver()])
  return {
    seen,
    async end() {
      ending.abort()
      await running
    },
  }
}

const takesWrites = (url: string): Promise<boolean> =>
  asked(url, 'select pg_current_xact_id()').then(
    () => true,
    () => false,
  )
