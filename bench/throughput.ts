import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { startServer } from '../test/serverProcess.ts'
import { forgetPeak, memoryOf, peakOf } from './memory.ts'
import { diskOf } from './throughput/disk.ts'
import type { Measured, Results, Streams } from './throughput/figures.ts'
import { FILE_SCENARIOS, measureFiles } from './throughput/files.ts'
import { type FilledPortal, openFilled, untilSettled } from './throughput/filled.ts'
import { judgeAll } from './throughput/judge.ts'
import { lineOf, streamsLine, TABLE_HEAD, write } from './throughput/results.ts'
import type { Scenario, Wanted } from './throughput/scenario.ts'
import { SCENARIOS } from './throughput/scenarios.ts'
import { casesFor, makeListeners, withStreams } from './throughput/streams.ts'
import { type Target, takeTurns } from './throughput/turns.ts'
import { fire } from './throughput/volley.ts'
import { percentile } from './traffic.ts'

// Answers a second of the portal beside bare node:http (limit 1) and bare node:http with pg (limit 2), in turns. Ends non-zero where a limit
// is missed, an answer is refused or differs from the limit's.
const SIZES = (process.env.BENCH_APPLICATIONS ?? '100000').split(',').map(Number)
const WANTED = (process.env.BENCH_SCENARIOS ?? '').split(',').filter(Boolean)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CONNECTIONS = 16
const STREAMS = 1_000
const STREAM_SECONDS = 20
/** V8 has given back by then what a start took: it does so after about 100 s with little to do. */
const REST_MS = 120_000

async function startLimit(level: 1 | 2, scenario: Scenario, url: string): Promise<{ origin: string; child: ChildProcess }> {
  const env = { PATH: process.env.PATH, LIMIT: String(level), SCENARIO: scenario.name, DATABASE_URL: url }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'throughput/limit.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { origin: `http://127.0.0.1:${JSON.parse(line).port}`, child }
}

async function answerOf(origin: string, { path, cookie }: Wanted): Promise<unknown> {
  const answer = await fetch(origin + path, { headers: { cookie } })
  if (answer.status !== 200) return `${answer.status} ${await answer.text()}`
  return await answer.json()
}

/** Its place, and what each answers there. */
function firstDifference(own: unknown, bare: unknown, place = ''): string {
  const parts = [own, bare].map((value) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined))
  const [ours, theirs] = parts
  const key = ours && theirs && Object.keys({ ...ours, ...theirs }).find((each) => !isDeepStrictEqual(ours[each], theirs[each]))
  if (ours && theirs && key !== undefined) return firstDifference(ours[key], theirs[key], `${place}.${key}`)
  const [portal, limit] = [own, bare].map((value) => (JSON.stringify(value) ?? 'nothing').slice(0, 200))
  return `${place} is ${portal}, of limit 2 ${limit}`
}

/** Where both answer differently; undefined if nowhere. */
async function differenceOf(portal: Target, limit: Target, requests: Wanted[]): Promise<string | undefined> {
  for (const request of requests.filter(({ method }) => method === 'GET')) {
    const [own, bare] = [await answerOf(portal.origin, request), await answerOf(limit.origin, request)]
    if (!isDeepStrictEqual(own, bare)) return `the answers to ${request.path} differ: ${firstDifference(own, bare)}`
  }
  return undefined
}

interface Server {
  origin: string
  pid: number
}

const turnsOf = ({ pool }: FilledPortal) => ({ rounds: ROUNDS, seconds: SECONDS, pool })

async function measure(scenario: Scenario, filled: FilledPortal, server: Server): Promise<Omit<Measured, 'name' | 'memory'>> {
  const [first, second] = [await startLimit(1, scenario, filled.url), await startLimit(2, scenario, filled.url)]
  const limit: Target = { name: 'limit 2', origin: second.origin, pid: second.child.pid ?? 0, figures: [] }
  const portal: Target = { name: 'portal', ...server, figures: [] }
  const targets: Target[] = [portal, { name: 'limit 1', origin: first.origin, pid: first.child.pid ?? 0, figures: [] }, limit]
  try {
    await scenario.prepare?.(filled.pool, filled)
    const requests = await scenario.requests(filled, server.origin)
    if (requests.length === 0) return { targets, fault: 'there is nothing to ask for' }
    let from = 0
    const fault = await differenceOf(portal, limit, requests)
    const volley = async (target: Target, seconds: number) => {
      const figures = await fire({ origin: target.origin, requests, seconds, connections: CONNECTIONS, from })
      // Limit 1 uses no number up: it answers the same bytes to all.
      if (target.name !== 'limit 1') from = figures.sent
      return figures
    }
    return { targets: await takeTurns(targets, turnsOf(filled), volley), ...(fault && { fault }) }
  } finally {
    first.child.kill()
    second.child.kill()
  }
}

async function measureStreams({ pool, admins }: FilledPortal, { origin, pid }: Server): Promise<Streams> {
  const listeners = await makeListeners(pool, STREAMS)
  const cases = await casesFor(pool, listeners, STREAM_SECONDS)
  const admin = admins[0]?.cookie ?? ''
  forgetPeak(pid)
  const { delays, ...heard } = await withStreams({ origin, admin, listeners, cases }, (changeCases) => changeCases())
  const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)]
  return { streams: listeners.length, heard: delays.length, p50, p99, ...heard, memory: peakOf(pid) }
}

const isWanted = (name: string) => {
  const [letter = ''] = name.split(' ')
  // D, G and R are compared with L.
  return WANTED.length === 0 || WANTED.includes(letter) || (letter === 'L' && ['D', 'G', 'R'].some((each) => WANTED.includes(each)))
}

/** What a scenario measured, or why it did not. */
async function attempt(name: string, pid: number, act: () => Promise<Omit<Measured, 'name' | 'memory'>>): Promise<Measured> {
  forgetPeak(pid)
  try {
    const measured = await act()
    return { name, ...measured, memory: peakOf(pid) }
  } catch (error) {
    console.error(error)
    return { name, targets: [], memory: peakOf(pid), fault: error instanceof Error ? error.message : String(error) }
  }
}

async function measureAll(results: Results, filled: FilledPortal, server: Server): Promise<void> {
  const keep = (measured: Measured) => {
    results.measured.push(measured)
    console.log(lineOf(measured, results))
    write(results, judgeAll(results))
  }
  for (const scenario of SCENARIOS.filter(({ name }) => isWanted(name)))
    keep(await attempt(scenario.name, server.pid, () => measure(scenario, filled, server)))
  for (const name of FILE_SCENARIOS.filter(isWanted))
    keep(await attempt(name, server.pid, async () => ({ targets: await measureFiles(name, filled, server, turnsOf(filled)) })))
  if (!isWanted('X')) return
  results.streams = await measureStreams(filled, server)
  console.log(`X: ${streamsLine(results.streams)}`)
  write(results, judgeAll(results))
}

/** What was missed. */
async function run(applications: number): Promise<string[]> {
  const filled = await openFilled(applications)
  const given = ['BENCH_APPLICATIONS', 'BENCH_SCENARIOS', 'BENCH_SECONDS', 'BENCH_ROUNDS']
  const results: Results = {
    at: new Date().toISOString().slice(0, 16),
    machine: `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${CONNECTIONS} connections`,
    command: [...given.flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : [])), 'npm run bench -- throughput'].join(
      ' ',
    ),
    applications,
    rounds: ROUNDS,
    seconds: SECONDS,
    disk: await diskOf(filled.dataDir, filled.pool),
    measured: [],
  }
  const environment = { DATABASE_URL: filled.url, DATA_DIR: filled.dataDir }
  // The first start of a build compiles what later ones read from a cache, and keeps some memory for it.
  await (await startServer(environment)).end('SIGTERM')
  const server = await startServer(environment)
  const pid = server.child.pid ?? 0
  try {
    await untilSettled(filled.pool, pid)
    await sleep(REST_MS)
    results.rest = memoryOf(pid)
    await measureAll(results, filled, { origin: server.origin, pid })
    return judgeAll(results)
  } finally {
    await server.end('SIGTERM')
    await filled.stop()
  }
}

const missed: string[] = []
for (const size of SIZES) {
  console.log(`\n${size.toLocaleString('en')} applications\n${TABLE_HEAD}`)
  missed.push(...(await run(size)))
}
console.log(missed.length > 0 ? `\nMissed:\n${missed.map((each) => `- ${each}`).join('\n')}` : '\nAll limits were held.')
process.exitCode = missed.length > 0 ? 1 : 0
