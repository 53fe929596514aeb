import {
  addDays,
  EXPIRING_WINDOW_DAYS,
  fils,
  GROUP_SIZE,
  lateBefore,
  MAX_WAITING,
  openStageAt,
  STAGE_NAMES,
  toAed,
  type WorkGroup,
  type WorkItem,
  type WorkKind,
} from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import type { applications } from '../db/applications.table.ts'
import type { Timing } from '../http/timing.ts'

type Case = typeof applications.$inferSelect

/** An item as a statement reads it: what a kind does not have is absent. Sums are in fils. */
interface Found extends Partial<Pick<Case, 'application_type' | 'visa_type' | 'employee_location'>> {
  id?: string
  name?: string
  company_id?: string
  company_name?: string
  since?: string
  stage_name?: WorkItem['stage_name']
  stage_status?: WorkItem['stage_status']
  status?: WorkItem['status']
  answered_at?: string
  note?: string
  amount?: number
  missing?: number
  expires_on?: string
  draft_kind?: WorkItem['draft_kind']
  doubts?: WorkItem['doubts']
  contact?: WorkItem['contact']
}

const literal = (kind: WorkKind): SQL => sql.raw(`'${kind}'`)
const LIMIT = sql.raw(String(GROUP_SIZE))
const MOST = sql.raw(String(MAX_WAITING + 1))

/** The first items of an ordered select. */
export const first = (select: SQL): SQL => sql`${select} limit ${LIMIT}`

/** How many rows such a `from` has; MAX_WAITING + 1 stands for more. */
export const counted = (from: SQL): SQL<number> => sql<number>`(select count(*)::int from (select 1 ${from} limit ${MOST}) counted)`

/** A group as a row. */
export const group = (kind: WorkKind, count: SQL, items?: SQL): SQL =>
  sql`select ${literal(kind)} as kind, ${count} as count, ${items ? sql`(select coalesce(json_agg(item), '[]') from (${items}) item)` : sql`'[]'::json`} as items`

/** What stands beside the groups, as a row: its items are one object, or of several kinds a list. */
export const aside = (kind: 'first_steps' | 'expiring_days' | 'wallet', items: SQL): SQL =>
  sql`select ${sql.raw(`'${kind}'`)} as kind, 0 as count, ${items} as items`

/** Days as objects. */
export const daysOf = (days: SQL): SQL => sql`(select coalesce(json_agg(day order by day.date), '[]') from (${days}) day)`

export const groups = (parts: SQL[]): SQL => sql.join(parts, sql` union all `)

/** The person has no renewal under way (S12). Not a join, which could read every active renewal. */
const isNotRenewed = (person: SQL): SQL =>
  sql`(select true from visa_applications r where r.person_id = ${person} and r.application_type = 'renewal' and r.status = 'active' limit 1) is null`

/** A case as an item; `a` is the application. */
export const CASE = sql`a.id, a.employee_name as name, a.company_id, a.status, a.current_stage as stage_name, a.stage_status, a.stage_since as since,
  a.answered_at, a.application_type, a.visa_type, a.employee_location, a.priority`

/** Active employees whose visa has expired (E4), without a renewal; of all companies or of one. */
export const expiredIn = (today: string, within: SQL) =>
  sql`from employees e where e.status = 'active' and e.visa_expiry_date < ${today}::date and ${within} and ${isNotRenewed(sql`e.person_id`)}`

/** Of the expiring list (S9). */
export const lastDay = (today: string): string => addDays(today, EXPIRING_WINDOW_DAYS)

/** As the expiring list (S9); `p` is the person. */
export const expiresSoon = (today: string) => sql`p.expires_on between ${today}::date and ${lastDay(today)}::date and not p.cancelled`

/** The same without those that are being renewed. */
export const expiringIn = (today: string, within: SQL) =>
  sql`from persons p where ${expiresSoon(today)} and ${within} and ${isNotRenewed(sql`p.id`)}`

/** `pace`: the stages by priority, and before when a case came to a stage that is late in it by now. */
export const paces = ({ today, usual }: Timing): SQL => {
  const moments = STAGE_NAMES.map((stage) => lateBefore(stage, today, usual).toISOString())
  return sql`pace as (select * from unnest(${sql.param([...STAGE_NAMES])}::text[], ${sql.param(moments)}::timestamptz[]) as stages(stage, late_before),
    (values ('fast_track'), ('normal')) as priorities(priority))`
}

/** The stage to begin where the current one is not recorded: itself, or the next that applies. */
function nextStage({ stage_name, stage_status, application_type, visa_type, employee_location }: Found): WorkItem['next_stage'] {
  if (!stage_name || stage_status || !application_type || !visa_type || !employee_location) return null
  return openStageAt({ application_type, visa_type, employee_location, current_stage: stage_name, stage_status: null })
}

const inAed = (amount: number | undefined): number | null => (amount === undefined ? null : toAed(fils(amount)))

const momentOf = (text: string | undefined): string | null => (text ? new Date(text).toISOString() : null)

const itemOf = (kind: WorkKind, at: Timing, found: Found): WorkItem => ({
  id: found.id ?? null,
  name: found.name ?? null,
  company_name: found.company_name ?? null,
  company_id: (found.company_name && found.company_id) ?? null,
  since: momentOf(found.since),
  late: kind === 'late' || isLate(found, at),
  stage_name: found.stage_name ?? null,
  stage_status: found.stage_status ?? null,
  next_stage: nextStage(found),
  status: found.status ?? null,
  answered_at: momentOf(found.answered_at),
  note: found.note || null,
  amount: inAed(found.amount),
  missing: inAed(found.missing),
  expires_on: found.expires_on ?? null,
  draft_kind: found.draft_kind ?? null,
  doubts: found.doubts ?? [],
  contact: found.contact ?? null,
})

const isLate = ({ status, stage_name, since }: Found, { today, usual }: Timing): boolean =>
  status === 'active' && Boolean(stage_name && since && new Date(since) < lateBefore(stage_name, today, usual))

export interface FoundGroup {
  kind: WorkKind
  count: number
  items: Found[]
}

/** Without the empty ones. */
export const groupsOf = (found: FoundGroup[], at: Timing): WorkGroup[] =>
  found
    .filter(({ count }) => count > 0)
    .map(({ kind, count, items }) => ({ kind, count, items: items.map((item) => itemOf(kind, at, item)) }))
