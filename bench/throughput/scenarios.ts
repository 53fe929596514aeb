import { randomUUID } from 'node:crypto'
import { APPLICATION_SLOTS, addMonths, dubaiDate, keyed, startOf } from 'contract'
import { newEmployee } from '../../test/submission.ts'
import type { FilledPortal, Person } from './filled.ts'
import * as statements from './statements.ts'

export interface Wanted {
  method: 'GET' | 'POST'
  path: string
  cookie: string
  /** `{number}` in it becomes another number for each request. */
  body?: Record<string, unknown>
}

type Row = Record<string, unknown>

/** What the session look-up of limit 2 answers. */
export interface Viewer {
  id: string
  role: string
  company_id: string | null
}

export interface Scenario {
  name: string
  /** Sent in turns. */
  requests(portal: FilledPortal): Wanted[]
  /** The same answer by one prepared statement of bare `pg`: limit 2. */
  limit: {
    sql: string
    values(address: URL, viewer: Viewer, body: Row): unknown[]
    reply(rows: Row[]): unknown
  }
}

const none = keyed(APPLICATION_SLOTS, () => null)
const asApplications = (rows: Row[]) => rows.map(({ files, ...row }) => ({ ...row, documents: { ...none, ...(files as Row | null) } }))
const asRecord = ([row]: Row[]) => {
  const { files, details, ...shown } = row ?? {}
  return { ...shown, documents: { ...none, ...(files as Row | null) }, document_details: { ...none, ...(details as Row | null) } }
}

const get = (people: Person[], path: string): Wanted[] => people.map(({ cookie }) => ({ method: 'GET', path, cookie }))
const ofCompany = (_: URL, { company_id }: Viewer) => [company_id]
const ofId = ({ pathname }: URL) => [pathname.split('/')[3]]
const today = () => dubaiDate(new Date())
const only = ([row]: Row[]) => row

const LIST = '/api/visa-applications?limit=50&documents=link'
const LAST_MONTH = addMonths(today().slice(0, 7), -1)

function asStatement([row]: Row[]) {
  const { first, opening, credits, debits, rows } = row as {
    first: string
    opening: number
    credits: number
    debits: number
    rows: Row[] | null
  }
  const months = [today().slice(0, 7)]
  for (let month = months[0] as string; month > first; months.push(month)) month = addMonths(month, -1)
  const money = { opening: opening / 100, credits: credits / 100, debits: debits / 100, closing: (opening + credits - debits) / 100 }
  return { month: LAST_MONTH, months, ...money, rows: rows ?? [] }
}

/** Of the sixteen companies, each with its own session. */
const cases = ({ customers }: FilledPortal, suffix: string): Wanted[] =>
  customers.flatMap(({ cookie, applications }) =>
    applications.map((id) => ({ method: 'GET' as const, path: `/api/visa-applications/${id}${suffix}?documents=link`, cookie })),
  )

/** No company hands in the same person twice. */
const submissions = (people: Person[]): Wanted[] =>
  people.map(({ cookie, company_id }) => {
    const body = newEmployee({ id: company_id }, { employee_name: 'Sara Khan {number}', passport_number: 'W{number}' })
    return { method: 'POST', path: '/api/visa-applications', cookie, body }
  })

const submitted = (name: string, requests: Scenario['requests']): Scenario => ({
  name,
  requests,
  limit: {
    sql: statements.PLAIN_INSERT,
    values: (_, viewer, { company_id, employee_name, passport_number }) => [
      randomUUID(),
      company_id,
      viewer.id,
      employee_name,
      passport_number,
    ],
    reply: only,
  },
})

export const SCENARIOS: Scenario[] = [
  {
    name: 'L newest 50 of a company',
    requests: ({ customers }) => get(customers, LIST),
    limit: { sql: statements.listed('a.company_id = $1'), values: ofCompany, reply: asApplications },
  },
  {
    name: 'A newest 50 of all',
    requests: ({ admins }) => get(admins, LIST),
    limit: { sql: statements.listed('true'), values: () => [], reply: asApplications },
  },
  {
    name: 'P page in the middle of all',
    requests: ({ admins, middle }) => get(admins, `${LIST}&cursor=${Buffer.from(`${middle.moment} ${middle.id}`).toString('base64url')}`),
    limit: {
      sql: statements.listed('(a.submitted_at, a.id) < ($1::timestamptz, $2::uuid)'),
      values: ({ searchParams }) =>
        Buffer.from(searchParams.get('cursor') ?? '', 'base64url')
          .toString()
          .split(' '),
      reply: asApplications,
    },
  },
  ...['petrova', 'sara khan', 'n10000', 'falcon 1', 'zz', 'x', 'nobody'].map((word) => ({
    name: `S ${word}`,
    requests: ({ admins }: FilledPortal) => get(admins, `${LIST}&q=${encodeURIComponent(word)}`),
    limit: {
      sql: statements.listed(`position($1 in a.search_text || E'\\n' || c.search_text) > 0`),
      values: ({ searchParams }: URL) => [searchParams.get('q')],
      reply: asApplications,
    },
  })),
  {
    name: 'D stats of all',
    requests: ({ admins }) => get(admins, '/api/dashboard/stats'),
    limit: { sql: statements.STATS_OF_ALL, values: () => [today()], reply: only },
  },
  {
    name: 'E expiring of all',
    requests: ({ admins }) => get(admins, '/api/dashboard/expiring-visas'),
    limit: { sql: statements.EXPIRING_OF_ALL, values: () => [today()], reply: (rows) => rows },
  },
  {
    name: 'G analytics of all',
    requests: ({ admins }) => get(admins, '/api/dashboard/analytics'),
    limit: { sql: statements.ANALYTICS_OF_ALL, values: () => [], reply: only },
  },
  {
    name: 'O application',
    requests: (portal) => cases(portal, ''),
    limit: { sql: statements.RECORD, values: ofId, reply: asRecord },
  },
  {
    name: 'O its stages',
    requests: (portal) => cases(portal, '/stages'),
    limit: { sql: statements.STAGES, values: ofId, reply: (rows) => rows },
  },
  {
    name: 'T newest 50 transactions',
    requests: ({ customers }) => get(customers, '/api/transactions?limit=50&documents=link'),
    limit: { sql: statements.TRANSACTIONS, values: ofCompany, reply: (rows) => rows },
  },
  {
    name: 'T statement of a month',
    requests: ({ customers }) => {
      const moved = customers.filter(({ first_moved }) => first_moved && dubaiDate(first_moved).slice(0, 7) <= LAST_MONTH)
      return get(moved, `/api/transactions/statement?month=${LAST_MONTH}`)
    },
    limit: {
      sql: statements.STATEMENT,
      values: (_, { company_id }) => [company_id, startOf(`${LAST_MONTH}-01`), startOf(`${today().slice(0, 7)}-01`)],
      reply: asStatement,
    },
  },
  // Last, because the tables grow.
  submitted('W submit, 16 companies', ({ customers }) => submissions(customers)),
  submitted('W submit, one company', ({ customers }) => submissions(customers.slice(-1))),
]
