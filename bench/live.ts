import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { startSession } from '../server/src/auth/sessions.ts'
import { openDb, openPool } from '../server/src/db/open.ts'
import { startServer } from '../test/serverProcess.ts'
import { memoryOf } from './memory.ts'
import { openFilled } from './throughput/filled.ts'
import { percentile } from './traffic.ts'

// X: streams of changes that are open at once, a fifth of employees. Each change must soon be heard by all who may see it, and by nobody
// else, for as many statements as with a tenth of the streams.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 1_000)
const STREAMS = Number(process.env.BENCH_STREAMS ?? 1_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const PER_SECOND = 20
const LIMITS = { p99: 1_000, ratio: 1.25 }
/** Whole periods of the heartbeat, which reads each session. Backends count their transactions up to 10 s late. */
const WINDOW_MS = (Math.ceil((SECONDS + 15) / 20) * 20 + 0.5) * 1_000

type Role = 'admin' | 'company_admin' | 'employee'

interface Listener {
  role: Role
  company_id: string | null
  /** An employee's own case. */
  application_id: string | null
  cookie: string
  heard: Map<string, number>
}

interface Case {
  application_id: string
  company_id: string
  stage_id: string
}

/** Of each 100: 4 administrators, 20 employees with a case each, 76 people of companies. */
const MAKE_PEOPLE = `
  with numbered as (select n, n % 100 < 4 as is_admin, n % 5 = 4 as is_employee from generate_series(0, ${STREAMS - 1}) n),
  cases as (select row_number() over (order by submitted_at desc) - 1 as n, id, company_id, email from visa_applications order by submitted_at desc limit ${STREAMS}),
  firms as (select row_number() over (order by id) - 1 as n, count(*) over () as firms, id from companies),
  made as (insert into users (id, full_name, email, email_verified_at, password_hash, role, approved, company_id, active_company_id, created_at)
    select gen_random_uuid(), 'Layla Nasser', case when is_employee then c.email else 'x' || p.n || '@streams.example' end, now(), 'none',
      case when is_admin then 'admin' when is_employee then 'employee' else 'company_admin' end, true, f.company_id, f.company_id, now()
    from numbered p join cases c using (n) left join lateral (
      select case when is_employee then c.company_id else (select id from firms where firms.n = p.n % firms) end as company_id where not is_admin) f on true
    returning *),
  joined as (insert into user_companies (user_id, company_id) select id, company_id from made where company_id is not null)
  select id as user_id, role, company_id, (select id from cases where made.role = 'employee' and cases.email = made.email) as application_id
  from made order by md5(id::text)`

const CASES = `select distinct on (submitted_at, a.id) a.id as application_id, a.company_id, s.id as stage_id
  from visa_applications a join stages s on s.application_id = a.id order by submitted_at desc, a.id, s.id limit 5000`

async function makePeople(pool: pg.Pool): Promise<Listener[]> {
  const { rows } = await pool.query<Omit<Listener, 'cookie' | 'heard'> & { user_id: string }>(MAKE_PEOPLE)
  const db = openDb(pool)
  const people: Listener[] = []
  for (const { user_id, ...person } of rows)
    people.push({ ...person, cookie: `session=${await startSession(db, user_id, new Date())}`, heard: new Map() })
  return people
}

/** Resolves when the stream has begun; calls `hear` for each event. */
function openStream(origin: string, { cookie, heard }: Listener, agent: Agent): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}/api/events`, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream was answered ${answer.statusCode}`))
      answer.setEncoding('utf8').on('data', (text: string) => {
        const at = performance.now()
        for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) heard.set(id, at)
      })
      answer.on('error', () => undefined)
      resolve(asked)
    })
    asked.on('error', reject).end()
  })
}

const sees = ({ role, company_id, application_id }: Listener, changed: Case): boolean =>
  role === 'admin' || (role === 'employee' ? application_id === changed.application_id : company_id === changed.company_id)

interface Measured {
  /** Milliseconds from the request to each who may see the change. */
  delays: number[]
  unheard: number
  overheard: number
  statements: number
}

/** Transactions of the database so far: each is a statement where nothing was written. */
async function transactionsOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select xact_commit as n from pg_stat_database where datname = current_database()')
  return rows[0]?.n ?? 0
}

async function change(origin: string, admin: string, { stage_id }: Case, agent: Agent): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = { cookie: admin, 'content-type': 'application/json' }
    request(`${origin}/api/stages/${stage_id}`, { agent, method: 'PUT', headers }, (answer) => {
      answer
        .resume()
        .on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`a change was answered ${answer.statusCode}`))))
    })
      .on('error', reject)
      .end(JSON.stringify({ notes: `Seen at ${performance.now()}` }))
  })
}

async function measure(origin: string, pool: pg.Pool, listeners: Listener[], cases: Case[], admin: string): Promise<Measured> {
  const agent = new Agent({ keepAlive: true })
  const streams: ClientRequest[] = []
  for (const listener of listeners) streams.push(await openStream(origin, listener, agent))
  for (const one of cases.slice(0, PER_SECOND)) await change(origin, admin, one, agent)
  const begun = performance.now()
  const [first, second] = [await transactionsAfter(pool, begun), await transactionsAfter(pool, begun + WINDOW_MS)]
  for (const { heard } of listeners) heard.clear()
  const sent = await changeAll(origin, admin, cases, agent)
  const third = await transactionsAfter(pool, begun + 2 * WINDOW_MS)
  for (const stream of streams) stream.destroy()
  agent.destroy()
  return { ...judge(listeners, cases, sent), statements: (third - second - (second - first)) / cases.length }
}

async function transactionsAfter(pool: pg.Pool, moment: number): Promise<number> {
  await sleep(Math.max(0, moment - performance.now()))
  return transactionsOf(pool)
}

/** Answers when each was sent. */
async function changeAll(origin: string, admin: string, cases: Case[], agent: Agent): Promise<Map<string, number>> {
  const from = performance.now()
  const sent = new Map<string, number>()
  const answers: Promise<void>[] = []
  for (const [number, one] of cases.entries()) {
    await sleep(Math.max(0, from + (number * 1_000) / PER_SECOND - performance.now()))
    sent.set(one.application_id, performance.now())
    answers.push(change(origin, admin, one, agent))
  }
  await Promise.all(answers)
  return sent
}

/** First of companies whose employees listen, because those changes cost most. */
function casesFor(listeners: Listener[], cases: Case[]): Case[] {
  const companies = new Set(listeners.flatMap(({ role, company_id }) => (role === 'employee' ? [company_id] : [])))
  const hasEmployees = ({ company_id }: Case) => companies.has(company_id)
  return [...cases.filter(hasEmployees), ...cases.filter((one) => !hasEmployees(one))].slice(0, SECONDS * PER_SECOND)
}

function judge(listeners: Listener[], cases: Case[], sent: Map<string, number>): Omit<Measured, 'statements'> {
  const delays: number[] = []
  let [unheard, overheard] = [0, 0]
  for (const listener of listeners) {
    for (const one of cases) {
      const at = listener.heard.get(one.application_id)
      if (!sees(listener, one)) overheard += Number(at !== undefined)
      else if (at === undefined) unheard++
      else delays.push(at - (sent.get(one.application_id) ?? 0))
    }
    listener.heard.clear()
  }
  return { delays, unheard, overheard }
}

const filled = await openFilled(APPLICATIONS)
const pool = openPool({ connectionString: filled.url, max: 2 }, () => undefined)
const server = await startServer({ DATABASE_URL: filled.url, DATA_DIR: filled.dataDir })
try {
  const people = await makePeople(pool)
  const { rows: cases } = await pool.query<Case>(CASES)
  const admin = filled.admins[0]?.cookie ?? ''
  const report = (count: number, { delays, unheard, overheard, statements }: Measured) =>
    console.log(
      `${count} streams, ${PER_SECOND} changes a second: ${delays.length} heard, p50 ${percentile(delays, 0.5).toFixed(0)} ms, ` +
        `p99 ${percentile(delays, 0.99).toFixed(0)} ms; ${unheard} unheard, ${overheard} heard by others; ` +
        `${statements.toFixed(1)} transactions of the database a change; ${memoryOf(server.child.pid ?? 0).toFixed(0)} MB`,
    )
  const measureWith = async (listeners: Listener[]) => {
    const measured = await measure(server.origin, pool, listeners, casesFor(listeners, cases), admin)
    report(listeners.length, measured)
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
