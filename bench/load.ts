import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { type CrowdedPortal, startCrowdedPortal } from '../test/crowdedPortal.ts'
import { ask, drive, Measured, percentile } from './traffic.ts'

// T56: calls of the screens on a large and a small portal in turns, so that both meet the same load of the machine.
const LARGE = { applications: Number(process.env.BENCH_APPLICATIONS ?? 10_000), companies: 500 }
const SMALL = { applications: 100, companies: 10 }
const USERS = Number(process.env.BENCH_USERS ?? 50)
const PAUSE_MS = Number(process.env.BENCH_PAUSE_MS ?? 1_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const ROUNDS = 3
const LIMITS = { p95: 200, bytes: 1_024 }

const measured = { large: new Measured(), small: new Measured(), healthz: [] as number[] }

async function measure(large: CrowdedPortal, small: CrowdedPortal): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const crowd = { users: USERS, pauseMs: PAUSE_MS }
  for (const portal of [large, small]) await drive(portal, { ...crowd, ms: 8_000 }, new Measured())
  for (let round = 0; round < ROUNDS; round++) {
    await drive(small, { ...crowd, ms: (SECONDS * 400) / ROUNDS }, measured.small)
    await drive(large, { ...crowd, ms: (SECONDS * 1_000) / ROUNDS }, measured.large)
    for (let each = 0; each < 100; each++) measured.healthz.push((await ask(`${large.server.origin}/healthz`, { agent })).ms)
  }
  agent.destroy()
}

/** Bytes of a row in the list of applications, before compression. */
async function bytesOfRow({ server, viewers }: CrowdedPortal): Promise<number> {
  const agent = new Agent()
  const path = '/api/visa-applications?limit=50&documents=link'
  return (await ask(server.origin + path, { agent, headers: viewers[0]?.headers ?? {} })).bytes / 50
}

const column = (value: number, digits = 1) => value.toFixed(digits).padStart(9)

function report(): boolean {
  const healthz = percentile(measured.healthz, 0.5)
  console.log(`${'ms'.padEnd(28)}${['calls', 'p50', 'p95', 'small p50', 'ratio', 'healthz×'].map((word) => word.padStart(10)).join('')}`)
  for (const [name, times] of measured.large.times) {
    const [half, most, least] = [percentile(times, 0.5), percentile(times, 0.95), percentile(measured.small.times.get(name) ?? [], 0.5)]
    const figures = [column(times.length, 0), column(half), column(most), column(least), column(half / least), column(half / healthz, 0)]
    console.log(`${name.padEnd(28)} ${figures.join(' ')}${most > LIMITS.p95 ? '  over the limit' : ''}`)
  }
  const [large, small] = [measured.large, measured.small].map((each) => percentile(each.all(), 0.95))
  console.log(
    `p95 of all: ${large?.toFixed(1)} ms, small ${small?.toFixed(1)} ms; healthz p50 ${healthz.toFixed(2)} ms; limit ${LIMITS.p95} ms for each call`,
  )
  return [...measured.large.times.values()].some((times) => percentile(times, 0.95) > LIMITS.p95)
}

const from = Date.now()
const large = await startCrowdedPortal(LARGE)
const small = await startCrowdedPortal(SMALL)
const load = loadavg()[0]?.toFixed(1)
console.log(
  `filled in ${((Date.now() - from) / 1000).toFixed(0)} s. ${USERS} people, ${PAUSE_MS} ms between the calls of each; the machine's load before: ${load}`,
)
try {
  await measure(large, small)
  const bytes = await bytesOfRow(large)
  const failures = measured.large.failures() + measured.small.failures()
  const slow = report()
  console.log(`a row of applications has ${Math.round(bytes)} bytes (limit ${LIMITS.bytes}); ${failures} answers other than 200`)
  process.exitCode = slow || bytes >= LIMITS.bytes || failures > 0 ? 1 : 0
} finally {
  await Promise.all([large.stop(), small.stop()])
}
