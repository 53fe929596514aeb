import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../../bench/memory.ts'
import { childrenOf } from '../postgresProcesses.ts'
import type { Setting } from './setting.ts'
import { Kept, startWork } from './work.ts'

const TICK_MS = 10
const WARM_MS = 10_000
/** Behind its name: fields of /proc/PID/stat. */
const [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14]

/** Milliseconds of processor time that a process and its ended children have taken. */
function spentBy(pid: number): number {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return 0
  const text = readFileSync(stat, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM].reduce((sum, field) => sum + Number(fields[field]) * TICK_MS, 0)
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0)

const spent = ({ portals, primary, replica, proxy, store }: Setting) => ({
  servers: sumOf(
    portals
      .pids()
      .flatMap((pid) => [pid, ...childrenOf(pid)])
      .map(spentBy),
  ),
  primary: sumOf(primary.pids().map(spentBy)),
  replica: sumOf(replica.pids().map(spentBy)),
  proxy: spentBy(proxy.pid),
  store: spentBy(store.pid),
})
type Spent = ReturnType<typeof spent>

function since(before: Spent, after: Spent, per: number): Spent {
  const grown = Object.entries(after).map(([name, ms]) => [name, (ms - before[name as keyof Spent]) / per])
  return Object.fromEntries(grown)
}

/** Of the portals, at the primary. */
async function connectionsOf({ pool }: Setting): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and application_name <> 'trust'`,
  )
  return rows[0]?.n ?? 0
}

const shown = (one: Spent) => [one.servers, one.primary, one.replica, one.proxy, one.store].map((ms) => ms.toFixed(2).padStart(7)).join(' ')

/** What a run has taken since: of the processor for each request, of memory and of connections. */
export function beginCosts(setting: Setting) {
  const [before, first, from] = [spent(setting), setting.tries.length, performance.now()]
  return async (): Promise<string> => {
    const [after, asked] = [spent(setting), setting.tries.length - first]
    const rate = asked / ((performance.now() - from) / 1_000)
    const memory = setting.portals
      .pids()
      .map((pid) => memoryOf(pid).toFixed(0))
      .join(', ')
    return `${rate.toFixed(0).padStart(4)} a second  ${shown(since(before, after, asked))}  ${await connectionsOf(setting)} connections, ${memory} MB`
  }
}

/** Processor time of a request with so many servers, without a fault. */
export async function measureWork(setting: Setting, servers: number, seconds: number, pauseMs: number): Promise<string> {
  const { portals, proxy, settings, crowd } = setting
  await portals.stop()
  while ((await proxy.serversUp()) > 0) await sleep(100)
  await portals.start(settings, servers)
  while ((await proxy.serversUp()) < servers) await sleep(100)
  const work = startWork(crowd, new Kept(), pauseMs)
  // Caches, connections and the compiler.
  await sleep(WARM_MS)
  const costs = beginCosts(setting)
  await sleep(seconds * 1_000)
  const taken = await costs()
  await work.end()
  return `${servers} servers  ${taken}`
}

/** What servers cost that nobody asks. */
export async function measureRest(setting: Setting, servers: number, seconds: number): Promise<string> {
  // Work that a start and the last requests left, and connections that nobody uses any more.
  await sleep(20_000)
  const before = spent(setting)
  await sleep(seconds * 1_000)
  const used = since(before, spent(setting), servers * seconds * 10)
  const memory = sumOf(setting.portals.pids().map(memoryOf)) / servers
  const connections = (await connectionsOf(setting)) / servers
  return `an idle server  ${used.servers.toFixed(2)} % of a core, ${used.primary.toFixed(2)} % at PostgreSQL, ${memory.toFixed(0)} MB, ${connections.toFixed(1)} connections`
}
