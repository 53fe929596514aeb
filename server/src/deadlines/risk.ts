import { addDays, DEADLINE_KEYS, dubaiDate, fils, OUTLOOK_DAYS, type Risk, toAed } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import { deadlineCompanies, deadlines } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { costIn, mayCost } from './cost.ts'

/** Of all companies, of one, or of none. */
export type Scope = 'all' | 'none' | { company_id: string }

/** In fils. */
interface Amounts {
  late: number
  due_soon: number
  accrued: number
  soon: number
  uncounted: number
}
type OfKey = Amounts & { key: Risk['by_key'][number]['key'] }

const MOST_AT_RISK = 50

const isIn = (scope: Exclude<Scope, 'none'>): SQL => (scope === 'all' ? sql`true` : sql`c.company_id = ${scope.company_id}`)
const isFresh = (today: string): SQL => sql`coalesce(c.risk_version = c.version and c.risk_day = ${today}::date, false)`

const NAMES = ['late', 'due_soon', 'accrued', 'soon', 'uncounted'] as const
const each = (of: (name: string) => string): SQL => sql.raw(NAMES.map(of).join(', '))
const ALL = each((name) => name)
const SUMS = each((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`)
const MEMBERS = each((name) => `'${name}', ${name}`)

/** What the clocks of companies come to on a day, by company and key. */
const reckoned = (whose: SQL, today: string): SQL => {
  const { accrued, soon, counted } = costIn(today)
  return sql`select company_id, key, count(*) filter (where due_on < ${today}::date) as late,
      count(*) filter (where due_on >= ${today}::date) as due_soon,
      coalesce(sum(accrued) filter (where counted), 0) as accrued,
      coalesce(sum(greatest(soon - accrued, 0)) filter (where counted), 0) as soon,
      count(*) filter (where not counted and greatest(accrued, soon) > 0) as uncounted
    from (select deadlines.company_id, deadlines.key, deadlines.due_on, ${counted} as counted,
        case when ${mayCost(today)} then ${accrued} end as accrued, case when ${mayCost(today)} then ${soon} end as soon
      from ${deadlines} where ${whose} and deadlines.closed_at is null and deadlines.due_on <= ${addDays(today, OUTLOOK_DAYS)}::date offset 0) costing
    group by company_id, key`
}

const ofKeys = sql`(select coalesce(json_agg(summed), '[]') from (select key, ${SUMS} from (select of_key.* from risks cross join lateral
    jsonb_to_recordset(risks.by_key) of_key(key text, late int8, due_soon int8, accrued int8, soon int8, uncounted int8)) keyed group by key) summed)`
const ofCompanies = sql`(select coalesce(json_agg(most), '[]') from (select company_id, ${companies.name} as company_name, ${ALL} from risks
    join ${companies} on ${companies.id} = company_id where late + due_soon + uncounted > 0
    order by accrued + soon desc, uncounted desc, late desc, company_id limit ${sql.raw(String(MOST_AT_RISK))}) most)`

type By = 'key' | 'company' | undefined
/** What is asked for, of the rows that are called risks. */
const asked = (by: By): SQL => sql`(select row_to_json(summed) from (select ${SUMS} from risks) summed) as total,
  ${by === 'key' ? ofKeys : sql`'[]'::json`} as by_key, ${by === 'company' ? ofCompanies : sql`'[]'::json`} as by_company`

interface Answer extends Record<string, unknown> {
  total: Amounts
  by_key: OfKey[]
  by_company: (Amounts & { company_id: string; company_name: string })[]
}

/** As it is kept; undefined where that of a company holds no more. */
async function readKept(db: Db, scope: Exclude<Scope, 'none'>, by: By, today: string): Promise<Answer | undefined> {
  const { rows } = await db.execute<Answer & { is_fresh: boolean }>(sql`
    with risks as (select c.company_id, ${ALL}, ${by === 'key' ? sql`by_key` : sql`null::jsonb as by_key`}, ${isFresh(today)} as is_fresh from ${deadlineCompanies} c where ${isIn(scope)})
    select ${asked(by)}, (select coalesce(bool_and(is_fresh), true) from risks) as is_fresh`)
  return rows[0]?.is_fresh ? rows[0] : undefined
}

/**
 * Reckons what holds no more, in one statement: at the first question of a day, and after clocks of a company were written. It is kept where nobody
 * has written clocks meanwhile; it waits for nobody who does, and holds the rows only once all is reckoned.
 */
async function reckon(db: Db, scope: Exclude<Scope, 'none'>, by: By, today: string): Promise<Answer | undefined> {
  const { rows } = await db.execute<Answer>(sql`
    with stale as materialized (select c.company_id, c.version from ${deadlineCompanies} c where ${isIn(scope)} and not ${isFresh(today)}),
    keyed as materialized (${reckoned(sql`deadlines.company_id in (select company_id from stale)`, today)}),
    summed as materialized (select stale.company_id, stale.version, ${each((name) => `coalesce(sum(${name}), 0) as ${name}`)},
      coalesce(jsonb_agg(jsonb_build_object('key', key, ${MEMBERS})) filter (where key is not null), '[]') as by_key
      from stale left join keyed on keyed.company_id = stale.company_id group by stale.company_id, stale.version),
    held as materialized (select c.company_id from ${deadlineCompanies} c join summed on summed.company_id = c.company_id and summed.version = c.version
      order by c.company_id for no key update of c skip locked),
    kept as (update ${deadlineCompanies} c set risk_version = summed.version, risk_day = ${today}::date, by_key = summed.by_key,
      ${each((name) => `${name} = summed.${name}`)}
      from summed join held on held.company_id = summed.company_id where c.company_id = summed.company_id and c.version = summed.version),
    risks as (select company_id, ${ALL}, by_key from summed
      union all select c.company_id, ${ALL}, by_key from ${deadlineCompanies} c where ${isIn(scope)} and ${isFresh(today)})
    select ${asked(by)}`)
  return rows[0]
}

const NOTHING: Amounts = { late: 0, due_soon: 0, accrued: 0, soon: 0, uncounted: 0 }

const shown = ({ late, due_soon, accrued, soon, uncounted }: Amounts) => ({
  ...{ late, due_in_30_days: due_soon, uncounted },
  ...{ accrued: toAed(fils(accrued)), next_30_days: toAed(fils(soon)) },
})

/** What being late costs the companies of a scope. */
export async function findRisk(db: Db, scope: Scope, by: By, now: Date): Promise<Risk> {
  const today = dubaiDate(now)
  const found = scope === 'none' ? undefined : ((await readKept(db, scope, by, today)) ?? (await reckon(db, scope, by, today)))
  const { total, by_key, by_company } = found ?? { total: NOTHING, by_key: [], by_company: [] }
  const inOrder = DEADLINE_KEYS.flatMap((key) => by_key.find((each) => each.key === key) ?? [])
  return {
    ...shown(total),
    by_key: inOrder.map(({ key, ...amounts }) => ({ key, ...shown(amounts) })),
    by_company: by_company.map(({ company_id, company_name, ...amounts }) => ({ company_id, company_name, ...shown(amounts) })),
  }
}
