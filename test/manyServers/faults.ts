import { setTimeout as sleep } from 'node:timers/promises'
import type { Postgres } from './debianPostgres.ts'
import type { Portals } from './portals.ts'

export interface Span {
  from: number
  to: number
}

export interface Faults {
  kills: { place: number; at: number; backAfter: number }[]
  failover: Span | undefined
}

interface Plan {
  portals: Portals
  origin: string
  /** Between two kills. */
  everyMs: number
  primary: Postgres
  replica: Postgres
  /** When the primary is killed; undefined: never. */
  failoverAfterMs: number | undefined
}

/** Kills one server after the other until it is ended, and the primary of the database once. */
export function startFaults({ portals, everyMs, primary, replica, failoverAfterMs, origin }: Plan): { seen: Faults; end(): Promise<void> } {
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
    if (failoverAfterMs === undefined) return
    await sleep(failoverAfterMs)
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY }
    seen.failover = span
    await primary.kill()
    replica.promote()
    while (!(await isReady(origin))) await sleep(100)
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

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
