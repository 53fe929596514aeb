import { type Analytics, type DashboardStats, dubaiDate, nationalityIn, nationalityKey, type StageName } from 'contract'
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Counted } from '../db/counts.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { countUpTo } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { listedApplication } from '../visibility/applications.ts'
import { keptExpired, keptNumber, keptRows, listedScope, readScope, type Scope } from '../visibility/counts.ts'
import { recordsOfPeople } from '../visibility/persons.ts'
import type { Reader } from '../visibility/reader.ts'

/** Counts what the lists show (V3, V4), from kept numbers but for an employee's own cases. */
export async function getStats(db: Db, viewer: Reader, now: Date): Promise<DashboardStats> {
  const scope = readScope(viewer)
  const own = (status?: 'active' | 'completed') =>
    countUpTo(applications, and(listedApplication(viewer), status && eq(applications.status, status)))
  const [stats] = await db
    .select({
      total_applications: scope ? keptNumber(scope, 'status') : own(),
      pending_applications: scope ? keptNumber(scope, 'status', 'active') : own('active'),
      completed_applications: scope ? keptNumber(scope, 'status', 'completed') : own('completed'),
      total_companies: viewer.role === 'admin' ? keptNumber('all', 'company') : sql<number>`${companiesOf(viewer)}::int`,
      expired_employees: scope ? keptExpired(scope, dubaiDate(now)) : ownExpired(viewer, dubaiDate(now)),
    })
    .from(sql`(select 1) one`)
  return stats ?? NOTHING
}

/** Whether the own record has expired (E4, E7). */
const ownExpired = (viewer: Viewer, today: string) =>
  countUpTo(employees, and(recordsOfPeople(viewer), eq(employees.status, 'active'), lt(employees.visa_expiry_date, today)))

const NOTHING = { total_applications: 0, total_companies: 0, pending_applications: 0, completed_applications: 0, expired_employees: 0 }

/** As many as /companies shows (V3). */
const companiesOf = ({ role, company_ids }: Viewer): number => (role === 'company_admin' ? company_ids.length : 0)

export async function getAnalytics(db: Db, viewer: Viewer): Promise<Analytics> {
  const scope = listedScope(viewer)
  const { rows } = await db.execute<{ kind: Counted; value: string; number: number }>(scope ? keptGroups(scope) : ownGroups(viewer))
  const of = (kind: Counted) => rows.filter((row) => row.kind === kind)
  return {
    by_nationality: byNationality(of('nationality')),
    by_stage: of('stage').map(({ value, number }) => ({ stage_name: value as StageName, count: number })),
  }
}

/** One row a country: its words, most first, are counted together. A word that nobody knows stays as it was typed most often. */
function byNationality(words: { value: string; number: number }[]): Analytics['by_nationality'] {
  const counted = new Map<string, Analytics['by_nationality'][number]>()
  for (const { value, number } of words) {
    const key = nationalityKey(value)
    const { nationality, count } = counted.get(key) ?? { nationality: nationalityIn('en', value), count: 0 }
    counted.set(key, { nationality, count: count + number })
  }
  return [...counted.values()].toSorted((one, other) => other.count - one.count || (one.nationality < other.nationality ? -1 : 1))
}

const keptGroups = (scope: Scope) => sql`select kind, value, sum(number)::int8 as number
  ${keptRows(scope, (kept) => inArray(kept.kind, ['nationality', 'stage']))} group by kind, value order by number desc, value`

const ownGroups = (viewer: Viewer) => sql`select each.kind, each.value, count(*) as number from ${applications},
    lateral (values ('nationality', ${applications.nationality}), ('stage', ${applications.current_stage})) as each(kind, value)
  where ${and(listedApplication(viewer), ne(applications.status, 'withdrawn'))} group by 1, 2 order by number desc, value collate "C"`
