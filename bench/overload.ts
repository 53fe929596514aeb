import { loadavg } from 'node:os'
import { startCrowdedPortal } from '../test/crowdedPortal.ts'
import { drive, flow, Measured, percentile } from './traffic.ts'

// T59: as much as the server can do, then five times as much. The client uses the same processors.
const TIMES = 5
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const LIMITS = { refusal: 100, ratio: 2 }

const portal = await startCrowdedPortal({ applications: 1_000, companies: 50 })
try {
  console.log(`the machine's load before: ${loadavg()[0]?.toFixed(1)}`)
  const [full, flood] = [new Measured(), new Measured()]
  await drive(portal, { users: 50, ms: 5_000, pauseMs: 0 }, new Measured())
  await drive(portal, { users: 50, ms: SECONDS * 1_000, pauseMs: 0 }, full)
  const rps = full.all().length / SECONDS
  const usual = percentile(full.all(), 0.95)
  console.log(`50 people without a pause: ${rps.toFixed(0)} calls a second, p95 ${usual.toFixed(0)} ms`)
  await flow(portal, { rps: rps * TIMES, ms: SECONDS * 1_000, connections: 300 }, flood)
  const refused = flood.times.get('503') ?? []
  const admitted = [...flood.times].flatMap(([name, times]) => (name === '503' ? [] : times))
  const [soon, kept] = [percentile(refused, 0.95), percentile(admitted, 0.95)]
  console.log(
    `${TIMES} times as many: ${(admitted.length / SECONDS).toFixed(0)} answered a second, p95 ${kept.toFixed(0)} ms, ratio ${(kept / usual).toFixed(1)} (limit ${LIMITS.ratio})`,
  )
  console.log(
    `${refused.length} refused, p50 ${percentile(refused, 0.5).toFixed(0)} ms, p95 ${soon.toFixed(0)} ms (limit ${LIMITS.refusal}); ${flood.failures([200, 503])} other answers`,
  )
  process.exitCode = refused.length === 0 || soon > LIMITS.refusal || kept / usual > LIMITS.ratio || flood.failures([200, 503]) > 0 ? 1 : 0
} finally {
  await portal.stop()
}
