import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type pg from 'pg'
import type { MetricFamily } from './text.ts'

const RESOLUTION_MS = 10
const PERCENTILES = [50, 99, 100] as const
const WINDOW_MS = 60_000
const secondsOfNs = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)

/** How late timers come because the process does something else: in the last whole window and in the one that runs, whoever reads how often. */
export function watchLoop(windowMs = WINDOW_MS) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const measure = () => PERCENTILES.map((percentile) => secondsOfNs(percentile === 100 ? delays.max : delays.percentile(percentile)))
  let last: number[] = []
  const turn = () => {
    last = measure()
    delays.reset()
  }
  // Behind the timer of the measurement: a reset before it would forget what has just kept both waiting.
  const turning = setInterval(() => setImmediate(turn), windowMs).unref()
  return {
    families(): MetricFamily[] {
      const samples = measure().map((measured, place) => {
        // The timer's own interval is part of what is measured.
        const value = Math.max(0, Math.max(measured, last[place] ?? 0) - RESOLUTION_MS / 1_000)
        return { labels: { percentile: String(PERCENTILES[place]) }, value }
      })
      return [
        {
          name: 'portal_event_loop_delay_seconds',
          type: 'gauge',
          help: 'How late the event loop came to what was due within the last minute or two',
          samples,
        },
        {
          name: 'portal_event_loop_active_seconds_total',
          type: 'counter',
          help: 'How long the event loop was busy',
          samples: [{ value: performance.eventLoopUtilization().active / 1_000 }],
        },
      ]
    },
    end() {
      clearInterval(turning)
      delays.disable()
    },
  }
}

/** Of this server's connections to the database, those for listening left out. */
export function familiesOfPool({ totalCount, idleCount, waitingCount, options }: pg.Pool): MetricFamily[] {
  const samples = [
    { labels: { state: 'busy' }, value: totalCount - idleCount },
    { labels: { state: 'idle' }, value: idleCount },
  ]
  const one = (name: string, help: string, value: number): MetricFamily => ({ name, type: 'gauge', help, samples: [{ value }] })
  return [
    { name: 'portal_database_connections', type: 'gauge', help: 'Connections of the pool by state', samples },
    one('portal_database_connections_max', 'How many connections the pool may have', options.max),
    one('portal_database_waiting', 'Who waits for a connection of the pool', waitingCount),
  ]
}
