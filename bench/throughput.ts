import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { startServer } from '../test/serverProcess.ts'
import { memoryOf } from './memory.ts'
import type { Cpu } from './throughput/cpu.ts'
import { FILE_SCENARIOS, measureFiles } from './throughput/files.ts'
import { type FilledPortal, openFilled } from './throughput/filled.ts'
import type { Scenario, Wanted } from './throughput/scenario.ts'
import { SCENARIOS } from './throughput/scenarios.ts'
import { type Target, takeTurns } from './throughput/turns.ts'
import { type Figures, fire } from './throughput/volley.ts'
import { percentile } from './traffic.ts'

// Answers a second of the portal beside bare node:http (limit 1) and bare node:http with pg (limit 2), in turns.
const SIZES = (process.env.BENCH_APPLICATIONS ?? '100000').split(',').map(Number)
const WANTED = (process.env.BENCH_SCENARIOS ?? '').split(',').filter(Boolean)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CONNECTIONS = 16
const RESULTS = join(import.meta.dirname, 'results')

async function startLimit(level: 1 | 2, scenario: Scenario, url: string): Promise<{ origin: string; child: ChildProcess }> {
  const env = { PATH: process.env.PATH, LIMIT: String(level), SCENARIO: scenario.name, DATABASE_URL: url }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'throughput/limit.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { origin: `http://127.0.0.1:${JSON.parse(line).port}`, child }
}

async function answerOf(origin: string, { path, cookie }: Wanted): Promise<unknown> {
  const answer = await fetch(origin + path, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return await answer.json()
}

/** Fails unless both answer the same to each request. */
async function compare(portal: Target, limit: Target, requests: Wanted[]): Promise<void> {
  for (const request of requests.filter(({ method }) => method === 'GET')) {
    const [own, bare] = [await answerOf(portal.origin, request), await answerOf(limit.origin, request)]
    if (!isDeepStrictEqual(own, bare)) {
      const at = (value: unknown) => JSON.stringify(Array.isArray(value) ? [value.length, value[0]] : value).slice(0, 1_500)
      throw new Error(`The answers to ${request.path} differ:\nportal ${at(own)}\nlimit 2 ${at(bare)}`)
    }
  }
}

interface Server {
  origin: string
  pid: number
}

const turnsOf = ({ pool }: FilledPortal) => ({ rounds: ROUNDS, seconds: SECONDS, pool })

async function measure(scenario: Scenario, filled: FilledPortal, server: Server): Promise<Target[]> {
  const [first, second] = [await startLimit(1, scenario, filled.url), await startLimit(2, scenario, filled.url)]
  const targets: Target[] = [
    { name: 'portal', ...server, figures: [] },
    { name: 'limit 1', origin: first.origin, pid: first.child.pid ?? 0, figures: [] },
    { name: 'limit 2', origin: second.origin, pid: second.child.pid ?? 0, figures: [] },
  ]
  try {
    await scenario.prepare?.(filled.pool, filled)
    const requests = await scenario.requests(filled, server.origin)
    let from = 0
    const [portal, , limit] = targets as [Target, Target, Target]
    await compare(portal, limit, requests)
    const volley = async (target: Target, seconds: number) => {
      const figures = await fire({ origin: target.origin, requests, seconds, connections: CONNECTIONS, from })
      from = figures.sent
      return figures
    }
    return await takeTurns(targets, turnsOf(filled), volley)
  } finally {
    first.child.kill()
    second.child.kill()
  }
}

const median = (target: Target, figure: keyof Pick<Figures & Cpu, 'perSecond' | 'p50' | 'p99' | keyof Cpu>) =>
  percentile(
    target.figures.flatMap((each) => each[figure] ?? []),
    0.5,
  )

/** Of Node and of PostgreSQL. */
const cpuOf = (target: Target): string =>
  (['node', 'postgres'] as const)
    .map((part) => (target.figures.some((each) => each[part] !== undefined) ? median(target, part).toFixed(2) : '–'))
    .join(' + ')

function lineOf(name: string, targets: Target[]): string {
  const [portal, second] = [targets[0], targets.at(-1)] as [Target, Target]
  const first = targets.find((target) => target.name === 'limit 1')
  const rates = portal.figures.map(({ perSecond }) => perSecond)
  const spread = ((Math.max(...rates) - Math.min(...rates)) / median(portal, 'perSecond')) * 100
  const refused = targets.reduce((sum, { figures }) => sum + figures.reduce((all, each) => all + each.refused, 0), 0)
  const columns = [
    median(portal, 'perSecond').toFixed(0),
    first ? median(first, 'perSecond').toFixed(0) : '–',
    median(second, 'perSecond').toFixed(0),
    (median(portal, 'perSecond') / median(second, 'perSecond')).toFixed(2),
    median(portal, 'p50').toFixed(0),
    median(portal, 'p99').toFixed(0),
    cpuOf(portal),
    cpuOf(second),
    `${spread.toFixed(0)} %`,
    String(refused),
  ]
  return `| ${[name, ...columns].join(' | ')} |`
}

const HEAD = `| scenario | portal/s | limit 1/s | limit 2/s | of limit 2 | p50 ms | p99 ms | CPU ms, Node + PostgreSQL | of limit 2 | spread | refused |\n|---|---|---|---|---|---|---|---|---|---|---|`

const isWanted = (name: string) => WANTED.length === 0 || WANTED.includes(name.split(' ')[0] ?? '')

async function run(applications: number): Promise<string> {
  const filled = await openFilled(applications)
  const server = await startServer({ DATABASE_URL: filled.url, DATA_DIR: filled.dataDir })
  const { origin } = server
  const pid = server.child.pid ?? 0
  const lines: string[] = []
  try {
    const rest = memoryOf(pid)
    let peak = rest
    const add = (name: string, targets: Target[]) => {
      peak = Math.max(peak, memoryOf(pid))
      const line = lineOf(name, targets)
      console.log(line)
      lines.push(line)
    }
    for (const scenario of SCENARIOS.filter(({ name }) => isWanted(name)))
      add(scenario.name, await measure(scenario, filled, { origin, pid }))
    for (const name of FILE_SCENARIOS.filter(isWanted)) add(name, await measureFiles(name, filled, { origin, pid }, turnsOf(filled)))
    const memory = `Memory of the portal: ${rest.toFixed(0)} MB at rest, ${peak.toFixed(0)} MB after a scenario at most.`
    console.log(memory)
    return `## ${applications.toLocaleString('en')} applications\n\n${HEAD}\n${lines.join('\n')}\n\n${memory}\n`
  } finally {
    await server.end('SIGTERM')
    await filled.stop()
  }
}

const parts: string[] = []
for (const size of SIZES) {
  console.log(`\n${size.toLocaleString('en')} applications\n${HEAD}`)
  parts.push(await run(size))
}
const moment = new Date().toISOString().slice(0, 16).replace(':', '-')
mkdirSync(RESULTS, { recursive: true })
const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turns; medians.`
writeFileSync(join(RESULTS, `throughput-${moment}.md`), `# Throughput, ${moment}\n\n${machine}\n\n${parts.join('\n')}`)
