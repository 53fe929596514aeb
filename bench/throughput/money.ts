import { randomUUID } from 'node:crypto'
import { addMonths, dubaiDate, startOf } from 'contract'
import type pg from 'pg'
import { newEmployee } from '../../test/submission.ts'
import type { FilledPortal, Person } from './filled.ts'
import type { Row, Scenario, Wanted } from './scenario.ts'
import * as statements from './statements.ts'

// T, W and V: what moves money.

const THIS_MONTH = dubaiDate(new Date()).slice(0, 7)
const LAST_MONTH = addMonths(THIS_MONTH, -1)

const firstMonth = ({ first_moved }: Person): string | undefined => (first_moved ? dubaiDate(first_moved).slice(0, 7) : undefined)

const statementOf = (month: (person: Person) => string) => (portal: FilledPortal) =>
  portal.customers
    .filter((person) => (firstMonth(person) ?? THIS_MONTH) <= LAST_MONTH)
    .map((person) => ({ method: 'GET' as const, path: `/api/transactions/statement?month=${month(person)}`, cookie: person.cookie }))

const monthOf = ({ searchParams }: URL): string => searchParams.get('month') ?? LAST_MONTH

function asStatement([row]: Row[], address: URL) {
  const { first, opening, credits, debits, rows } = row as {
    first: string
    opening: number
    credits: number
    debits: number
    rows: Row[] | null
  }
  const months = [THIS_MONTH]
  for (let month = THIS_MONTH; month > first; months.push(month)) month = addMonths(month, -1)
  const money = { opening: opening / 100, credits: credits / 100, debits: debits / 100, closing: (opening + credits - debits) / 100 }
  return { month: monthOf(address), months, ...money, rows: rows ?? [] }
}

const statement = (name: string, month: (person: Person) => string): Scenario => ({
  name,
  requests: statementOf(month),
  limit: {
    sql: statements.STATEMENT,
    values: (address, { company_id }) => [company_id, startOf(`${monthOf(address)}-01`), startOf(`${addMonths(monthOf(address), 1)}-01`)],
    reply: asStatement,
  },
})

const transactions = (name: string, sort: '' | '&sort=-moved_at', sql: string): Scenario => ({
  name,
  requests: ({ customers }) =>
    customers.map(({ cookie }) => ({ method: 'GET', path: `/api/transactions?limit=50&documents=link${sort}`, cookie })),
  limit: { sql, values: (_, { company_id }) => [company_id], reply: (rows) => rows },
})

/** No company hands in the same person twice. */
const submissions = (people: Person[]): Wanted[] =>
  people.map(({ cookie, company_id }) => {
    const body = newEmployee({ id: company_id }, { employee_name: 'Sara Khan {number}', passport_number: 'W{number}' })
    return { method: 'POST', path: '/api/visa-applications', cookie, body }
  })

/** Unpaid visas with their running totals, by statements over all: the triggers take a minute for 160,000. */
const UNPAID = [
  'set local session_replication_role = replica',
  `create temp table unpaid on commit drop as
    select company, n, 650000 * row_number() over (partition by company order by n) + coalesce((select charged_fils from transactions t
      where t.company_id = company and t.type = 'visa_payment' order by seq desc limit 1), 0) as charged
    from unnest($1::uuid[]) company, generate_series(1, $2::int) n
    where n > (select count(*) from transactions t where t.company_id = company and t.type = 'visa_payment' and t.status = 'pending')`,
  `insert into transactions (id, company_id, type, status, amount_fils, direction, employee_name, charged_fils, created_at)
    select gen_random_uuid(), company, 'visa_payment', 'pending', 650000, 'debit', 'Omar Haddad', charged, now() from unpaid order by company, n`,
  `select move_counts(company, array['transaction'], array[''], array[count(*)]) from unpaid group by company`,
]

const withUnpaid = (cases: number, of: (portal: FilledPortal) => Person[]) => async (pool: pg.Pool, portal: FilledPortal) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const values = [of(portal).map(({ company_id }) => company_id), cases]
    for (const statement of UNPAID) await client.query(statement, statement.includes('$1') ? values : [])
    await client.query('commit')
    await client.query('vacuum analyze transactions')
  } finally {
    client.release(true)
  }
}

const submitted = (name: string, cases: number, of: (portal: FilledPortal) => Person[]): Scenario => ({
  name,
  prepare: withUnpaid(cases, of),
  requests: (portal) => submissions(of(portal)),
  limit: {
    sql: statements.PLAIN_INSERT,
    values: (_, viewer, { company_id, employee_name, passport_number }) => [
      randomUUID(),
      company_id,
      viewer.id,
      employee_name,
      passport_number,
    ],
    reply: ([row]) => row,
  },
})

const TO_APPROVE = 60_000
/** Each covers no payment, as most do while something older waits. */
const ASKED = `insert into transactions (id, company_id, user_id, type, status, amount_fils, direction, created_at)
  select ('019a9e3c-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ($1::uuid[])[1 + n % cardinality($1::uuid[])], ($2::uuid[])[1 + n % cardinality($1::uuid[])],
    'topup', 'pending', 100 + n % 5000, 'credit', now() - n * interval '10 seconds' from generate_series(1, ${TO_APPROVE}) n`

const approved: Scenario = {
  name: 'V approve a top-up',
  prepare: async (pool, { customers }) => {
    await pool.query(ASKED, [customers.map(({ company_id }) => company_id), customers.map(({ user_id }) => user_id)])
    await pool.query(statements.APPROVE_BARE)
    await pool.query('vacuum analyze transactions')
  },
  requests: ({ admins }) =>
    admins.map(({ cookie }) => ({
      method: 'PUT',
      path: '/api/transactions/019a9e3c-0000-7000-8000-{number}/approve',
      cookie,
      body: {},
    })),
  limit: {
    sql: 'select * from approve_bare($1, $2)',
    values: ({ pathname }, { id }) => [pathname.split('/')[3], id],
    reply: ([row]) => row,
  },
}

const everyone = ({ customers }: FilledPortal) => customers
const last = ({ customers }: FilledPortal) => customers.slice(-1)

export const MONEY: Scenario[] = [
  transactions('T newest 50 transactions', '', statements.transactions('order by t.created_at desc, t.id desc')),
  transactions('T newest 50 of the ledger', '&sort=-moved_at', statements.transactions('and l.company_id = $1 order by l.seq desc')),
  statement('T statement of a month', () => LAST_MONTH),
  statement('T statement of the first month', (person) => firstMonth(person) ?? LAST_MONTH),
  // Last, because the tables grow.
  submitted('W submit, 16 companies, 10 unpaid', 10, everyone),
  submitted('W submit, one company, 10 unpaid', 10, last),
  approved,
  submitted('W submit, one company, 10000 unpaid', 10_000, last),
  submitted('W submit, 16 companies, 10000 unpaid', 10_000, everyone),
]
