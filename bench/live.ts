import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from '../server/src/db/open.ts'
import { startServer } from '../test/serverProcess.ts'
import { memoryOf } from './memory.ts'
import { openFilled } from './throughput/filled.ts'
import { casesFor, type Heard, type Listener, makeListeners, PER_SECOND, withStreams } from './throughput/streams.ts'
import { percentile } from './traffic.ts'

// X: streams of changes that are open at once, a fifth of employees. Each change must soon be heard by all who may see it, and by nobody
// else, for as many statements as with a tenth of the streams.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 1_000)
const STREAMS = Number(process.env.BENCH_STREAMS ?? 1_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const LIMITS = { p99: 1_000, ratio: 1.25 }
/** Whole periods of the heartbeat, which reads each session. Backends count their transactions up to 10 s late. */
const WINDOW_MS = (Math.ceil((SECONDS + 15) / 20) * 20 + 0.5) * 1_000

/** Transactions of the database so far: each is a statement where nothing was written. */
async function transactionsOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select xact_commit as n from pg_stat_database where datname = current_database()')
  return rows[0]?.n ?? 0
}

async function transactionsAfter(pool: pg.Pool, moment: number): Promise<number> {
  await sleep(Math.max(0, moment - performance.now()))
  return transactionsOf(pool)
}

const filled = await openFilled(APPLICATIONS)
const pool = openPool({ connectionString: filled.url, max: 2 }, () => undefined)
const server = await startServer({ DATABASE_URL: filled.url, DATA_DIR: filled.dataDir })
try {
  const people = await makeListeners(pool, STREAMS)
  const admin = filled.admins[0]?.cookie ?? ''
  const measureWith = async (listeners: Listener[]): Promise<Heard & { statements: number }> => {
    const cases = await casesFor(pool, listeners, SECONDS)
    const measured = await withStreams({ origin: server.origin, admin, listeners, cases }, async (changeCases) => {
      const begun = performance.now()
      const [first, second] = [await transactionsAfter(pool, begun), await transactionsAfter(pool, begun + WINDOW_MS)]
      const heard = await changeCases()
      const third = await transactionsAfter(pool, begun + 2 * WINDOW_MS)
      return { ...heard, statements: (third - second - (second - first)) / cases.length }
    })
    const { delays, unheard, overheard, statements } = measured
    console.log(
      `${listeners.length} streams, ${PER_SECOND} changes a second: ${delays.length} heard, p50 ${percentile(delays, 0.5).toFixed(0)} ms, ` +
        `p99 ${percentile(delays, 0.99).toFixed(0)} ms; ${unheard} unheard, ${overheard} heard by others; ` +
        `${statements.toFixed(1)} transactions of the database a change; ${memoryOf(server.child.pid ?? 0).toFixed(0)} MB`,
    )
    return measured
  }
  const few = await measureWith(people.slice(0, STREAMS / 10))
  const many = await measureWith(people)
  const ratio = many.statements / few.statements
  const p99 = percentile(many.delays, 0.99)
  console.log(`p99 ${p99.toFixed(0)} ms (limit ${LIMITS.p99}); transactions a change × ${ratio.toFixed(2)} (limit ${LIMITS.ratio})`)
  const wrong = [few, many].some(({ unheard, overheard }) => unheard + overheard > 0)
  process.exitCode = wrong || !(p99 < LIMITS.p99) || !(ratio < LIMITS.ratio) ? 1 : 0
} finally {
  await server.end('SIGTERM')
  await pool.end()
  await filled.stop()
}
