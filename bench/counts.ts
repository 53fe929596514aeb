import { Agent, request } from 'node:http'
import { openPool } from '../server/src/db/open.ts'
import { startServer } from '../test/serverProcess.ts'
import { sparinglyFor } from '../web/src/api/sparing.ts'
import { SPARED, staleAfter } from '../web/src/api/stale.ts'
import { type Cpu, startCpu } from './throughput/cpu.ts'
import { openFilled } from './throughput/filled.ts'
import { casesFor, type Listener, makeListeners, PER_SECOND, withStreams } from './throughput/streams.ts'

// What the counts cost that everybody has on every screen: people with open streams ask for them as the web does after changes of others,
// beside the same people who only hear.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 10_000)
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 200)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
/** As in the web. */
const PACE = { every: () => 3_000, jitter: 1_000 }
/** Percent of a core that Node may take for them. */
const LIMIT = 5

/** Those of the sidebar and the bell; what waits in full is on the dashboard alone. */
const PATHS: Record<string, string> = { countWaiting: '/today/counts', getUnreadNotices: '/notices/unread' }

interface Asking {
  answered: number
  refused: number
}

/** Makes each listener ask for what a change of others touches; answers what ends it. */
function ask(origin: string, listeners: Listener[], told: Asking): () => void {
  const agent = new Agent({ keepAlive: true })
  const get = (path: string, cookie: string) =>
    request(`${origin}/api${path}`, { agent, headers: { cookie, 'x-background': 'true' } }, (answer) => {
      answer.resume().on('end', () => (answer.statusCode === 200 ? told.answered++ : told.refused++))
    })
      .on('error', () => told.refused++)
      .end()
  const stops = listeners.map((listener) => {
    const load = (names: ReadonlySet<string>) => {
      for (const name of names) if (PATHS[name]) get(PATHS[name], listener.cookie)
    }
    const spared = sparinglyFor(load, PACE)
    listener.onHear = (nouns) => spared.ask([...staleAfter(nouns as Parameters<typeof staleAfter>[0])].filter((name) => SPARED.has(name)))
    return spared.stop
  })
  return () => {
    for (const stop of stops) stop()
    for (const listener of listeners) listener.onHear = () => undefined
    agent.destroy()
  }
}

const percent = (ms: number | undefined): number => (ms ?? Number.NaN) / 10

const filled = await openFilled(APPLICATIONS)
const pool = openPool({ connectionString: filled.url, max: 2 }, () => undefined)
const server = await startServer({ DATABASE_URL: filled.url, DATA_DIR: filled.dataDir })
try {
  const listeners = await makeListeners(pool, PEOPLE)
  const admin = filled.admins[0]?.cookie ?? ''
  const cases = await casesFor(pool, listeners, SECONDS)
  const measure = async (asking: boolean): Promise<Cpu> => {
    const told: Asking = { answered: 0, refused: 0 }
    const end = asking ? ask(server.origin, listeners, told) : () => undefined
    const cpu = await withStreams({ origin: server.origin, admin, listeners, cases }, async (changeCases) => {
      const from = performance.now()
      const spent = await startCpu(server.child.pid ?? 0, pool)
      await changeCases()
      return spent((performance.now() - from) / 1_000)
    })
    end()
    console.log(
      `${asking ? 'asking' : 'hearing'}: Node ${percent(cpu.node).toFixed(1)} %, PostgreSQL ${percent(cpu.postgres).toFixed(1)} % of a core; ` +
        `${told.answered} answers${told.refused > 0 ? `, ${told.refused} refused` : ''}`,
    )
    if (told.refused > 0) process.exitCode = 1
    return cpu
  }
  await measure(true)
  const [heard, asked] = [await measure(false), await measure(true)]
  const node = percent(asked.node) - percent(heard.node)
  const postgres = percent(asked.postgres) - percent(heard.postgres)
  console.log(
    `${listeners.length} people, ${PER_SECOND} changes a second: counts cost Node ${node.toFixed(1)} % of a core (limit ${LIMIT}), PostgreSQL ${postgres.toFixed(1)} %`,
  )
  if (!(node < LIMIT)) process.exitCode = 1
} finally {
  await server.end('SIGTERM')
  await pool.end()
  await filled.stop()
}
