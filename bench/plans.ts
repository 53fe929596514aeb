import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_COUNTED } from 'contract'
import type pg from 'pg'
import { startServer } from '../test/serverProcess.ts'
import { type FilledPortal, openFilled, untilSettled } from './throughput/filled.ts'
import { logged, nodesOf, openLog, type Ran, readBy, shown } from './throughput/plan.ts'
import { keep } from './throughput/results.ts'
import type { Scenario, Wanted } from './throughput/scenario.ts'
import { SCENARIOS } from './throughput/scenarios.ts'

// The plans of the statements that the server sends for each scenario, and the rows that they read: at most MAX_READ for each that is
// answered, counted or written, and no table of some size from beginning to end. On the embedded PostgreSQL, whose log has the plans.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 100_000)
const WANTED = (process.env.BENCH_SCENARIOS ?? '').split(',').filter(Boolean)
const MAX_READ = 20
/** A small table is read whole, whatever its indexes. */
const JUDGED = 100_000
/** A prepared statement keeps its plan from the sixth time on. */
const WARMING = 12
const TRIES = 4
const PAGE = 50
/** Their totals are not kept. */
const COUNTED = /^(S |B |J |T newest 50 of the ledger)/
/** Tables of fewer rows may be read whole. */
const LARGE = 10_000
/** Of a statement, in letters. */
const SHOWN = 600
const IDLE_MS = 3_000
const LOGGED_MS = 100

interface Read {
  answered: number
  rows: number
  whole: string[]
  ran: Ran[]
}

/** Rows of the answer: of a list a page, or what was counted for its total; the figures of figures; or else a record with its files and lists. */
function answeredIn(body: unknown, counted: number): number {
  if (Array.isArray(body)) return Math.max(PAGE, Math.min(counted, MAX_COUNTED + 1))
  const values = Object.values(body as Record<string, unknown>)
  if (values.every((value) => typeof value === 'number')) return values.length
  const rows = values.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0)
  const { documents } = body as { documents?: Record<string, unknown> }
  return 1 + rows + Object.values(documents ?? {}).filter(Boolean).length
}

let number = 0
async function send(origin: string, { method, path, cookie, body }: Wanted): Promise<{ body: unknown; total: number }> {
  number++
  const headers = { cookie, ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }) }
  const answer = await fetch(origin + path.replace('{number}', String(number).padStart(12, '0')), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body).replaceAll('{number}', String(number)) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return { body: JSON.parse(text), total: Number.parseInt(answer.headers.get('x-total-count') ?? '0', 10) }
}

async function sizesOf(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ relname: string; reltuples: number }>(
    `select relname, reltuples from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ relname, reltuples }) => [relname, reltuples]))
}

interface Watched {
  filled: FilledPortal
  origin: string
  plans: () => Ran[]
  /** What runs by itself. */
  beside: Set<string>
}

async function readsOf(scenario: Scenario, { filled, origin, plans, beside }: Watched): Promise<Read> {
  await scenario.prepare?.(filled.pool, filled)
  const [request] = await scenario.requests(filled, origin)
  if (!request) throw new Error(`${scenario.name} asks for nothing`)
  for (let each = 0; each < WARMING; each++) await send(origin, request)
  const sizes = await sizesOf(filled.pool)
  const tries: Ran[][] = []
  let answer: Awaited<ReturnType<typeof send>> | undefined
  while (tries.length < TRIES) {
    await sleep(LOGGED_MS)
    plans()
    answer = await send(origin, request)
    await sleep(LOGGED_MS)
    tries.push(plans().filter(({ text }) => !beside.has(text)))
  }
  // The server's jobs run now and then.
  const ran = tries.toSorted((one, other) => one.length - other.length)[0] ?? []
  const nodes = ran.flatMap(({ plan }) => nodesOf(plan))
  const whole = nodes.flatMap((node) => {
    const { 'Relation Name': table = '', 'Node Type': type } = node
    const size = sizes.get(table) ?? 0
    return type === 'Seq Scan' && size >= LARGE && readBy(node) >= size / 2 ? [table] : []
  })
  const written = nodes.flatMap((node) => (node['Node Type'] === 'ModifyTable' ? (node.Plans ?? []) : []))
  const changed = written.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  const answered = answer ? answeredIn(answer.body, COUNTED.test(scenario.name) ? answer.total : 0) : 0
  return { answered: answered + changed, rows: nodes.reduce((sum, node) => sum + readBy(node), 0), whole, ran }
}

const filled = await openFilled(APPLICATIONS)
const server = await startServer({ DATABASE_URL: logged(filled.url), DATA_DIR: filled.dataDir })
const parts: string[] = []
const lines: string[] = []
let isOver = false
try {
  const plans = openLog(filled.dataDir)
  await untilSettled(filled.pool, server.child.pid ?? 0)
  plans()
  await sleep(IDLE_MS)
  const watched = { filled, origin: server.origin, plans, beside: new Set(plans().map(({ text }) => text)) }
  for (const scenario of SCENARIOS.filter(({ name }) => WANTED.length === 0 || WANTED.includes(name.split(' ')[0] ?? ''))) {
    const { answered, rows, whole, ran } = await readsOf(scenario, watched)
    const held = rows <= MAX_READ * answered && whole.length === 0
    isOver ||= APPLICATIONS >= JUDGED && !held
    const columns = [
      scenario.name,
      ran.length,
      rows,
      answered,
      (rows / answered).toFixed(1),
      whole.join(', ') || 'none',
      held ? 'yes' : '**no**',
    ]
    lines.push(`| ${columns.join(' | ')} |`)
    console.log(lines.at(-1))
    const statements = ran.map(({ text, plan }) => `${text.trim().slice(0, SHOWN)}\n\n${shown(plan)}`)
    parts.push(`## ${scenario.name}\n\n\`\`\`\n${statements.join('\n\n')}\n\`\`\``)
  }
} finally {
  await server.end('SIGTERM')
  await filled.stop()
}
const columns = [
  'scenario',
  'statements, inside functions too',
  'rows read',
  'answered, counted or written',
  `ratio, at most ${MAX_READ}`,
  'whole tables',
  'held',
]
const day = new Date().toISOString().slice(0, 10)
keep(`plans-${APPLICATIONS}-${day}`, [
  `# Plans at ${APPLICATIONS.toLocaleString('en')} applications, ${day}`,
  'EXPLAIN (ANALYZE, BUFFERS) of what the server sent, by auto_explain; the last of several equal requests, so with the plans that are kept.',
  `| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}\n${lines.join('\n')}`,
  ...parts,
])
process.exitCode = isOver ? 1 : 0
