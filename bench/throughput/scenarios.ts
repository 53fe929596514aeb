import { APPLICATION_SLOTS, keyed } from 'contract'
import type { FilledPortal, Person } from './filled.ts'

export interface Wanted {
  method: 'GET' | 'POST'
  path: string
  cookie: string
  body?: unknown
}

type Row = Record<string, unknown>

export interface Scenario {
  name: string
  /** Sent in turns. */
  requests(portal: FilledPortal): Wanted[]
  /** Sent once each; true for changes that can happen once. */
  once?: boolean
  /** The same answer by one prepared statement of bare `pg`: limit 2. */
  limit: {
    sql: string
    values(address: URL, viewer: Viewer): unknown[]
    reply?(rows: Row[]): unknown
  }
}

/** What the session look-up of limit 2 answers. */
export interface Viewer {
  id: string
  role: string
  company_id: string | null
}

const stamp = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const APPLICATION = `a.id, a.application_type, a.company_id, c.name company_name, a.employee_id, a.employee_name, a.passport_number, a.nationality,
  a.designation, a.email, a.mobile, a.visa_type, a.priority, a.employee_location, a.salary_breakup, a.notice_period, a.probation_period,
  a.annual_leave_type, a.ticket_frequency, a.current_stage, a.status, ${stamp('a.submitted_at')} submitted_at, a.visa_expiry_date::text,
  a.expiry_date::text, a.cost_fils / 100.0::float8 as cost, d.files`
const FILES = `left join lateral (select json_object_agg(slot, '/api/documents/' || id) files from documents where application_id = a.id) d on true`
const NO_FILES = keyed(APPLICATION_SLOTS, () => null)
const asApplications = (rows: Row[]) => rows.map(({ files, ...row }) => ({ ...row, documents: { ...NO_FILES, ...(files as Row | null) } }))

const list = (where: string, order = 'order by a.submitted_at desc, a.id desc limit 50') =>
  `select ${APPLICATION} from visa_applications a join companies c on c.id = a.company_id ${FILES} where ${where} ${order}`

const get = (people: Person[], path: string): Wanted[] => people.map(({ cookie }) => ({ method: 'GET', path, cookie }))

const LIST = '/api/visa-applications?limit=50&documents=link'

export const SCENARIOS: Scenario[] = [
  {
    name: 'L newest 50 of a company',
    requests: ({ customers }) => get(customers, LIST),
    limit: { sql: list('a.company_id = $1'), values: (_, { company_id }) => [company_id], reply: asApplications },
  },
  {
    name: 'A newest 50 of all',
    requests: ({ admins }) => get(admins, LIST),
    limit: { sql: list('true'), values: () => [], reply: asApplications },
  },
]
