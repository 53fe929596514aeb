import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { startSession } from '../../server/src/auth/sessions.ts'
import { openDb } from '../../server/src/db/open.ts'

// People who listen to changes over streams that are open at once, a fifth of them employees.
export const PER_SECOND = 20

type Role = 'admin' | 'company_admin' | 'employee'

export interface Listener {
  role: Role
  company_id: string | null
  /** An employee's own case. */
  application_id: string | null
  cookie: string
  heard: Map<string, number>
  /** Told of the nouns of each piece that arrives. */
  onHear?: (nouns: string[]) => void
}

export interface Case {
  application_id: string
  company_id: string
  stage_id: string
}

/** Of each 100: 4 administrators, 20 employees with a case each, 76 people of companies. */
const makePeople = (streams: number) => `
  with numbered as (select n, n % 100 < 4 as is_admin, n % 5 = 4 as is_employee from generate_series(0, ${streams - 1}) n),
  cases as (select row_number() over (order by submitted_at desc) - 1 as n, id, company_id, email from visa_applications
    where email like 'p%' order by submitted_at desc limit ${streams}),
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

/** The last changes are heard meanwhile. */
const SETTLE_MS = 2_000

const CASES = `select distinct on (submitted_at, a.id) a.id as application_id, a.company_id, s.id as stage_id
  from visa_applications a join stages s on s.application_id = a.id order by submitted_at desc, a.id, s.id limit 5000`

export async function makeListeners(pool: pg.Pool, streams: number): Promise<Listener[]> {
  const { rows } = await pool.query<Omit<Listener, 'cookie' | 'heard'> & { user_id: string }>(makePeople(streams))
  const db = openDb(pool)
  const people: Listener[] = []
  for (const { user_id, ...person } of rows)
    people.push({ ...person, cookie: `session=${await startSession(db, user_id, new Date())}`, heard: new Map() })
  return people
}

/** Resolves when the stream has begun; calls `hear` for each event. */
function openStream(origin: string, { cookie, heard, onHear }: Listener, agent: Agent): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}/api/events`, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream was answered ${answer.statusCode}`))
      answer.setEncoding('utf8').on('data', (text: string) => {
        const at = performance.now()
        for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) heard.set(id, at)
        onHear?.([...text.matchAll(/"noun":"([^"]+)"/g)].map(([, noun = '']) => noun))
      })
      answer.on('error', () => undefined)
      resolve(asked)
    })
    asked.on('error', reject).end()
  })
}

const sees = ({ role, company_id, application_id }: Listener, changed: Case): boolean =>
  role === 'admin' || (role === 'employee' ? application_id === changed.application_id : company_id === changed.company_id)

export interface Heard {
  /** Milliseconds from the request to each who may see the change. */
  delays: number[]
  unheard: number
  overheard: number
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

/** Opens the streams and warms the server up; `act` has them open and is handed what changes the cases and answers who heard of it. */
export async function withStreams<Result>(
  { origin, admin, listeners, cases }: { origin: string; admin: string; listeners: Listener[]; cases: Case[] },
  act: (changeCases: () => Promise<Heard>) => Promise<Result>,
): Promise<Result> {
  const agent = new Agent({ keepAlive: true })
  const streams: ClientRequest[] = []
  try {
    for (const listener of listeners) streams.push(await openStream(origin, listener, agent))
    for (const one of cases.slice(0, PER_SECOND)) await change(origin, admin, one, agent)
    return await act(async () => {
      await sleep(SETTLE_MS)
      for (const { heard } of listeners) heard.clear()
      const sent = await changeAll(origin, admin, cases, agent)
      await sleep(SETTLE_MS)
      return judge(listeners, cases, sent)
    })
  } finally {
    for (const stream of streams) stream.destroy()
    agent.destroy()
  }
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

/** As many as are changed in so many seconds; first of companies whose employees listen, because those changes cost most. */
export async function casesFor(pool: pg.Pool, listeners: Listener[], seconds: number): Promise<Case[]> {
  const { rows: cases } = await pool.query<Case>(CASES)
  const companies = new Set(listeners.flatMap(({ role, company_id }) => (role === 'employee' ? [company_id] : [])))
  const hasEmployees = ({ company_id }: Case) => companies.has(company_id)
  return [...cases.filter(hasEmployees), ...cases.filter((one) => !hasEmployees(one))].slice(0, seconds * PER_SECOND)
}

function judge(listeners: Listener[], cases: Case[], sent: Map<string, number>): Heard {
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
