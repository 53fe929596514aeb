import { APPLICATION_SLOTS, dubaiDate, keyed } from 'contract'
import type pg from 'pg'
import type { FilledPortal, Person } from './filled.ts'
import { MONEY } from './money.ts'
import * as statements from './statements.ts'

export interface Wanted {
  method: 'GET' | 'POST' | 'PUT'
  /** `{number}` becomes another number of twelve digits for each request. */
  path: string
  cookie: string
  /** `{number}` in it becomes another number for each request. */
  body?: Record<string, unknown>
}

export type Row = Record<string, unknown>

/** What the session look-up of limit 2 answers. */
export interface Viewer {
  id: string
  role: string
  company_id: string | null
}

export interface Scenario {
  name: string
  /** Fills the copy of this run with what the scenario needs. */
  prepare?(pool: pg.Pool, portal: FilledPortal): Promise<void>
  /** Sent in turns. */
  requests(portal: FilledPortal): Wanted[]
  /** The same answer by one prepared statement of bare `pg`: limit 2. */
  limit: {
    sql: string
    values(address: URL, viewer: Viewer, body: Row): unknown[]
    reply(rows: Row[], address: URL): unknown
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
/** Of the sixteen companies, each with its own session. */
const cases = ({ customers }: FilledPortal, suffix: string): Wanted[] =>
  customers.flatMap(({ cookie, applications }) =>
    applications.map((id) => ({ method: 'GET' as const, path: `/api/visa-applications/${id}${suffix}?documents=link`, cookie })),
  )

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
  ...MONEY,
]
