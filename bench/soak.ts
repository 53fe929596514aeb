import { existsSync, readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { startCrowdedPortal } from '../test/crowdedPortal.ts'
import { memoryOf } from './memory.ts'
import { flow, Measured, percentile } from './traffic.ts'

// T58: a steady stream of calls, for five minutes by default; SOAK_SECONDS=3600 is an hour.
const SECONDS = Number(process.env.SOAK_SECONDS ?? 300)
const RPS = 50
const PARTS = 10
const MAX_GROWTH = 1.1

const portal = await startCrowdedPortal({ applications: 1_000, companies: 50 })
const pid = portal.server.child.pid ?? 0
/** Open files and connections, where /proc exists. */
const descriptors = (): number => (existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN)

const parts: { memory: number; open: number; p99: number; failures: number }[] = []
try {
  console.log(`${SECONDS} s at ${RPS} calls a second; the machine's load before: ${loadavg()[0]?.toFixed(1)}`)
  for (let part = 0; part < PARTS; part++) {
    const measured = new Measured()
    const seen: { memory: number; open: number }[] = []
    const watch = setInterval(() => seen.push({ memory: memoryOf(pid), open: descriptors() }), 500)
    await flow(portal, { rps: RPS, ms: (SECONDS * 1_000) / PARTS, connections: 50 }, measured)
    clearInterval(watch)
    const [memory, open] = [
      percentile(
        seen.map((each) => each.memory),
        0.5,
      ),
      percentile(
        seen.map((each) => each.open),
        0.5,
      ),
    ]
    const p99 = percentile(measured.all(), 0.99)
    parts.push({ memory, open, p99, failures: measured.failures() })
    console.log(
      `${String(part + 1).padStart(2)} of ${PARTS}: ${memory.toFixed(0)} MB, ${open} open, p99 ${p99.toFixed(0)} ms, ${measured.failures()} refused`,
    )
  }
} finally {
  await portal.stop()
}

// The first third warms up: the compiler, the caches, the connections.
const steady = parts.slice(Math.ceil(PARTS / 3))
const growth = (key: 'memory' | 'open' | 'p99') => (steady.at(-1)?.[key] ?? 0) / (steady[0]?.[key] ?? 1)
const figures = { memory: growth('memory'), open: growth('open'), p99: growth('p99') }
console.log(
  `last part to the first steady one: memory ×${figures.memory.toFixed(2)}, open ×${figures.open.toFixed(2)} (limit ×${MAX_GROWTH}), p99 ×${figures.p99.toFixed(2)}`,
)
process.exitCode = figures.memory > MAX_GROWTH || figures.open > MAX_GROWTH || parts.some(({ failures }) => failures > 0) ? 1 : 0
