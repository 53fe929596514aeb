import { type ExpiresIn, FACET_VALUES, keyed, lateBefore, STAGE_NAMES, type UsualDays } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { once } from '../db/written.ts'
import type { Viewer } from '../http/session.ts'
import type { Timing } from '../http/timing.ts'
import type { Values } from './facetCells.ts'
import { expiresIn, isActive, literal } from './filters.ts'

const { status, current_stage, stage_status, stage_since, priority, expires_on, due_fils, completed_at, nationality_word, assignee_id } =
  applications

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)

/** The columns of which the values are made. */
export const READ = once(
  list(
    [status, current_stage, stage_status, stage_since, priority, expires_on, due_fils, completed_at, nationality_word, assignee_id].map(
      (column) => sql`${column}`,
    ),
  ),
)

/** As `isLateIn` of any stage, by one comparison. */
function isLate({ today, usual }: Timing): SQL {
  const bounds = STAGE_NAMES.map(
    (stage) => sql`when ${literal(stage)} then ${literal(lateBefore(stage, today, usual).toISOString())}::timestamptz`,
  )
  return sql`${isActive} and ${stage_since} < case ${current_stage} ${sql.join(bounds, sql` `)} end`
}

const timeOf = ({ today }: Timing): SQL => {
  const times = FACET_VALUES.expires.map((time: ExpiresIn) => sql`when ${expiresIn(time, today)} then ${literal(time)}`)
  return sql`case ${sql.join(times, sql` `)} end`
}

type Said = Record<keyof Values, SQL>

const saidOn = (at: Timing): Said => ({
  status: sql`${status}`,
  stage: sql`${current_stage}`,
  stage_status: sql`${stage_status}`,
  priority: sql`${priority}`,
  late: isLate(at),
  expires: timeOf(at),
  unpaid: sql`${due_fils} > 0`,
  completed: sql`to_char(dubai_day(${completed_at}), 'YYYY-MM')`,
  nationality_word: sql`${nationality_word}`,
  assignee_id: sql`${assignee_id}`,
})

const kept = new WeakMap<UsualDays, { today: string; said: Said }>()

/** Their texts are built once a day: to build them takes as long as to count by them. */
function keptOn(at: Timing): Said {
  const known = kept.get(at.usual)
  if (known?.today === at.today) return known.said
  const said = saidOn(at)
  const built = keyed(Object.keys(said) as (keyof Values)[], (name) => once(sql`${said[name]} as ${sql.identifier(name)}`))
  kept.set(at.usual, { today: at.today, said: built })
  return built
}

/** What a row says of each facet, under its name. */
export const valuesFor = ({ role }: Viewer, at: Timing): Said => ({
  ...keptOn(at),
  ...(role === 'employee' && { unpaid: sql`false as unpaid` }),
  ...(role !== 'admin' && { assignee_id: sql`null::uuid as assignee_id` }),
})
