import { dubaiDate } from 'contract'
import { CLOCKS } from './clocks.ts'
import type { FilledPortal, Person } from './filled.ts'
import { LISTS } from './lists.ts'
import { MONEY } from './money.ts'
import { asApplications, none, type Row, type Scenario, type Viewer, type Wanted } from './scenario.ts'
import * as statements from './statements.ts'

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
const MAX_LIMIT = 1_000

/** The cursor behind so many rows, which is sealed: whoever wants it must go there. */
async function cursorAt(origin: string, { cookie }: Person, rows: number): Promise<string> {
  let cursor = ''
  for (let left = rows; left > 0; left -= MAX_LIMIT) {
    const page = `/api/visa-applications?documents=link&limit=${Math.min(left, MAX_LIMIT)}&cursor=${cursor}`
    const link = (await fetch(origin + page, { headers: { cookie } })).headers.get('link') ?? ''
    cursor = /cursor=([^&>]+)/.exec(link)?.[1] ?? ''
  }
  return cursor
}

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
    requests: async ({ admins, middle }, origin) => {
      const [first] = admins
      const cursor = first ? await cursorAt(origin, first, middle.place) : ''
      return get(admins, `${LIST}&cursor=${cursor}&middle=${encodeURIComponent(`${middle.moment} ${middle.id}`)}`)
    },
    limit: {
      sql: statements.listed('(a.submitted_at, a.id) < ($1::timestamptz, $2::uuid)'),
      values: ({ searchParams }) => (searchParams.get('middle') ?? '').split(' '),
      reply: asApplications,
    },
  },
  ...LISTS,
  {
    name: 'D stats of all',
    requests: ({ admins }) => get(admins, '/api/dashboard/stats'),
    limit: { sql: statements.STATS_OF_ALL, values: () => [today()], reply: only },
  },
  {
    name: 'E expiring of all',
    requests: ({ admins }) => get(admins, '/api/dashboard/expiring-visas?limit=50'),
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
  ...CLOCKS,
  ...MONEY,
]
