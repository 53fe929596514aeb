import {
  activeCompanyId,
  type getToday as call,
  type ExpiringDay,
  type FirstSteps,
  fils,
  keyed,
  MAX_WAITING,
  type Reply,
  toAed,
  WAITING_ENTRIES,
  type WaitingCounts,
  type WalletToday,
} from 'contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { persons } from '../db/persons.table.ts'
import type { Viewer } from '../http/session.ts'
import type { Timing } from '../http/timing.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { listedPerson } from '../visibility/persons.ts'
import { listedCompanies, type Reader } from '../visibility/reader.ts'
import { countsOfAdmin, todayOfAdmin } from './todayOfAdmin.queries.ts'
import { countsOfCompany, REFUSAL, todayOfCompany } from './todayOfCompany.queries.ts'
import { type FoundGroup, first, groupsOf } from './work.ts'

/** The person's newest case that is not withdrawn, active ones first. */
const ownCase = (
  viewer: Viewer,
) => sql`select ${applications.id}, ${applications.status}, ${applications.current_stage}, ${applications.stage_status},
    ${applications.stage_since} from ${applications}
  where ${and(eq(applications.person_id, persons.id), visibleApplication(viewer))} and ${applications.status} in ('active', 'completed')
  order by ${applications.status}, ${applications.submitted_at} desc, ${applications.id} desc limit 1`

/** Own visas, one for each person that the employee is in a company: what is under way, else what is held (E7). */
const todayOfEmployee = (
  viewer: Viewer,
): SQL => sql`select 'own_visa' as kind, count(*)::int as count, coalesce(json_agg(item), '[]') as items from (
  ${first(sql`select a.id, a.status, coalesce(refusal.stage_name, a.current_stage) as stage_name,
      case when refusal.stage_name is null then a.stage_status else 'Rejected' end as stage_status,
      coalesce(refusal.updated_at, a.stage_since) as since, refusal.note, ${persons.expires_on},
      json_build_object('name', ${companies.contact_person}, 'email', ${companies.email}) as contact
    from ${persons} join ${companies} on ${companies.id} = ${persons.company_id} left join lateral (${ownCase(viewer)}) a on true
      left join lateral ${REFUSAL} refusal on a.status = 'active'
    where ${listedPerson(viewer)} and (a.status = 'active' or not ${persons.cancelled})
    order by a.status, ${persons.expires_on} desc`)}) item`

function statementFor(viewer: Reader, at: Timing): SQL | undefined {
  if (viewer.role === 'admin') return todayOfAdmin(at)
  if (viewer.role === 'employee') return todayOfEmployee(viewer)
  const company_ids = listedCompanies(viewer)
  return company_ids.length > 0
    ? todayOfCompany(at.today, { company_ids, user_id: viewer.id, isOfAll: viewer.companies === 'all' })
    : undefined
}

const isDone = ({ papers_done, topped_up, applied, invited }: FirstSteps): boolean => papers_done && topped_up && applied && invited

type Row =
  | FoundGroup
  | { kind: 'first_steps'; items: FirstSteps }
  | { kind: 'expiring_days'; items: ExpiringDay[] }
  | { kind: 'wallet'; items: WalletToday }

const inAed = (amount: number): number => toAed(fils(amount))

/** What waits for the viewer, in one statement. */
export async function getToday(db: Db, viewer: Reader, at: Timing): Promise<Reply<typeof call>> {
  const statement = statementFor(viewer, at)
  const rows = statement ? (await db.execute<Row & Record<string, unknown>>(statement)).rows : []
  const found: FoundGroup[] = []
  const beside: Omit<Reply<typeof call>, 'groups'> = { first_steps: null, expiring_days: [], wallet: null }
  for (const row of rows) {
    if (row.kind === 'first_steps') beside.first_steps = isDone(row.items) ? null : row.items
    else if (row.kind === 'expiring_days') beside.expiring_days = row.items
    else if (row.kind === 'wallet') beside.wallet = keyed(['balance', 'due', 'missing'], (sum) => inAed(row.items[sum]))
    else found.push(row)
  }
  return { groups: groupsOf(found, at), ...beside }
}

const NOTHING: WaitingCounts = { applications: 0, employees: 0, billing: 0, users: 0, companies: [] }

/** How much of it stands behind the entries of the sidebar, which ask for it again and again: fewer reads than `getToday`. */
export async function countWaiting(db: Db, viewer: Viewer, at: Timing): Promise<WaitingCounts> {
  const company_id = activeCompanyId(viewer)
  if (viewer.role === 'employee' || (viewer.role === 'company_admin' && !company_id)) return NOTHING
  const statement = viewer.role === 'admin' ? countsOfAdmin(at) : countsOfCompany(at.today, company_id ?? '', viewer.company_ids)
  const [counts] = (await db.execute<{ [entry in keyof WaitingCounts]: WaitingCounts[entry] }>(statement)).rows
  return counts ? mapped(counts) : NOTHING
}

/** Two kinds behind one entry are counted to the limit together. */
const mapped = (counts: WaitingCounts): WaitingCounts => ({
  ...keyed(WAITING_ENTRIES, (entry) => Math.min(counts[entry], MAX_WAITING + 1)),
  companies: counts.companies.map((company) => ({ ...company, due: inAed(company.due) })),
})
