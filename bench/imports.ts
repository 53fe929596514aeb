import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkImport, type ImportColumn, pathOf, runImport } from 'contract'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startServer } from '../test/serverProcess.ts'
import { sheetOf } from '../test/sheets.ts'
import { type FilledPortal, openFilled, type Person, untilSettled } from './throughput/filled.ts'
import { keep } from './throughput/results.ts'

// An import of 2,000 people with six dates each beside the same rows by COPY into the same tables, with their triggers and indexes, in turns.
// Milliseconds of the median. Ends non-zero where the import takes MOST times as long or longer.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const ROWS = 2_000
const MOST = 10

const FIRST = ['محمد', 'Aisha', 'Rajesh', 'فاطمة', 'Maria', 'Imran']
const LAST = ['الهاشمي', 'Khan', 'Nair', 'Santos', 'Haddad']

function peopleOf(round: number): Partial<Record<ImportColumn, string>>[] {
  return Array.from({ length: ROWS }, (_, at) => {
    const day = String((at % 28) + 1).padStart(2, '0')
    return {
      employee_name: `${FIRST[at % FIRST.length]} ${LAST[at % LAST.length]} ${round}/${at}`,
      ...{ passport_number: `IMP${round}-${at}`, nationality: 'Indian', designation: 'Clerk', 'passport.expires_on': `2032-05-${day}` },
      ...{ visa_number: `201/${round}/${at}`, visa_expiry_date: `2027-03-${day}`, eid_number: `784-${round}-${at}` },
      ...{ eid_expiry_date: `2027-03-${day}`, 'work_permit.number': `WP${at}`, 'work_permit.expires_on': `2027-06-${day}` },
      ...{ 'health_insurance.expires_on': `2027-07-${day}`, 'unemployment_insurance.expires_on': `2027-08-${day}` },
    }
  })
}

async function send<Reply>(origin: string, call: { method: string; path: string }, body: object, { cookie }: Person): Promise<Reply> {
  const answer = await fetch(`${origin}/api${pathOf(call)}`, {
    method: call.method,
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Reply
}

/** What the check takes, and the import. */
async function imported(origin: string, person: Person, round: number): Promise<{ check: number; run: number }> {
  const sheet = sheetOf(person.company_id, peopleOf(round))
  const from = performance.now()
  const { fingerprint } = await send<{ fingerprint: string }>(origin, checkImport, sheet, person)
  const checked = performance.now()
  await send(origin, runImport, { ...sheet, file_name: 'staff.xlsx', fingerprint }, person)
  return { check: checked - from, run: performance.now() - checked }
}

/** Each table with its rows as COPY reads them, of the import of that round in another company; papers follow their persons. */
const TABLES: [table: string, columns: string, rows: string][] = [
  [
    'employees',
    'id, company_id, employee_name, passport_number, nationality, designation, visa_number, visa_expiry_date, eid_number, eid_expiry_date, status, search_text, created_at',
    `select gen_random_uuid(), $1::uuid, employee_name, passport_number, nationality, designation, visa_number, visa_expiry_date, eid_number, eid_expiry_date,
      status, search_text, created_at from employees where company_id = $2 and passport_number like $3`,
  ],
  [
    'papers',
    'id, company_id, person_id, kind, number, expires_on, state, created_at, updated_at, shelf, search_text',
    `select gen_random_uuid(), $1::uuid, copied.person_id, p.kind, p.number, p.expires_on, 'held', p.created_at, p.updated_at, '', ''
      from employees e join papers p on p.person_id = e.person_id and p.kind not in ('passport', 'residence', 'emirates_id')
      join employees copied on copied.company_id = $1 and copied.passport_number = e.passport_number
      where e.company_id = $2 and e.passport_number like $3`,
  ],
  [
    'history',
    'id, record_type, record_id, actor_id, actor_name, happened_at, action, changes',
    `select gen_random_uuid(), 'employee', copied.id, h.actor_id, h.actor_name, h.happened_at, h.action, h.changes
      from employees e join history h on h.record_type = 'employee' and h.record_id = e.id
      join employees copied on copied.company_id = $1 and copied.passport_number = e.passport_number
      where e.company_id = $2 and e.passport_number like $3`,
  ],
]

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N'
  const text =
    typeof value === 'object' && !(value instanceof Date)
      ? JSON.stringify(value)
      : value instanceof Date
        ? value.toISOString()
        : String(value)
  return text.replace(/[\\\t\n\r]/g, (letter) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[letter] ?? letter)
}

/** The milliseconds of COPY alone: the rows are read before. */
async function copied(url: string, from: Person, to: string, round: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let took = 0
  try {
    await client.query('begin')
    for (const [table, columns, rows] of TABLES) {
      const found = await client.query({ text: rows, values: [to, from.company_id, `IMP${round}-%`], rowMode: 'array' })
      if (found.rows.length === 0) throw new Error(`${table}: nothing to copy`)
      const text = found.rows.map((row: unknown[]) => `${row.map(cellOf).join('\t')}\n`).join('')
      const began = performance.now()
      await pipeline(Readable.from([text]), client.query(copyFrom(`copy ${table} (${columns}) from stdin`)))
      took += performance.now() - began
    }
    const began = performance.now()
    await client.query('commit')
    return took + performance.now() - began
  } finally {
    await client.end()
  }
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function compare(origin: string, { url, customers }: FilledPortal) {
  const [largest, person] = customers
  if (!person || !largest) throw new Error('there are no customers')
  const times: { check: number; run: number; copy: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { check, run } = await imported(origin, person, round)
    const copy = await copied(url, person, largest.company_id, round)
    times.push({ check, run, copy })
    console.log(`| ${round + 1} | ${check.toFixed(0)} | ${run.toFixed(0)} | ${copy.toFixed(0)} | ${(run / copy).toFixed(1)} |`)
  }
  return times
}

const filled = await openFilled(APPLICATIONS)
const server = await startServer({ DATABASE_URL: filled.url, DATA_DIR: filled.dataDir })
try {
  await untilSettled(filled.pool, server.child.pid ?? 0)
  const times = await compare(server.origin, filled)
  const [check, run, copy] = (['check', 'run', 'copy'] as const).map((part) => medianOf(times.map((each) => each[part]))) as [
    number,
    number,
    number,
  ]
  const ratio = run / copy
  const day = new Date().toISOString().slice(0, 10)
  const columns = [
    ROWS.toLocaleString('en'),
    check.toFixed(0),
    run.toFixed(0),
    copy.toFixed(0),
    ratio.toFixed(1),
    ratio < MOST ? 'yes' : '**no**',
  ]
  keep(`imports-${APPLICATIONS}-${day}`, [
    `# An import beside COPY at ${APPLICATIONS.toLocaleString('en')} applications, ${day}`,
    `| rows | check ms | import ms | COPY ms | ratio, less than ${MOST} | held |\n|${'---|'.repeat(6)}\n| ${columns.join(' | ')} |`,
  ])
  console.log(`| median | ${check.toFixed(0)} | ${run.toFixed(0)} | ${copy.toFixed(0)} | ${ratio.toFixed(1)} |`)
  process.exitCode = ratio < MOST ? 0 : 1
} finally {
  await server.end('SIGTERM')
  await filled.stop()
}
