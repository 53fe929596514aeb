import { MAX_A_DAY, MAX_WAITING } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { licenseSeenBefore } from '../companies/queries.ts'
import type { Timing } from '../http/timing.ts'
import { keptNumber } from '../visibility/counts.ts'
import { aside, CASE, counted, daysOf, expiredIn, expiringIn, first, group, groups, lastDay, paces } from './work.ts'

const ADMIN = { role: 'admin' } as const

const LATE = sql`a.stage_since < pace.late_before`
const NOT_BEGUN = sql`a.stage_status is null and a.stage_since >= pace.late_before`

/** Of few rows, by an index of their own. */
const ANSWERED = sql`from visa_applications a where a.status = 'active' and a.answered_at is not null
  and a.stage_since >= (select pace.late_before from pace where pace.stage = a.current_stage limit 1)`

const casesOf = (which: SQL) =>
  sql`from visa_applications a where a.status = 'active' and a.current_stage = pace.stage and a.priority = pace.priority and ${which}`

/** A part of an index for each stage and priority; the limit keeps it from becoming a join over the table. */
const countCases = (which: SQL) =>
  counted(sql`from pace cross join lateral (select 1 ${casesOf(which)} limit ${sql.raw(String(MAX_WAITING + 1))}) each`)

/** Fast track first, then the oldest. */
const firstCases = (which: SQL) => {
  const of = first(sql`select ${CASE} ${casesOf(which)} order by a.stage_since, a.id`)
  const picked = first(sql`select each.* from pace cross join lateral (${of}) each order by each.priority, each.since, each.id`)
  return withCompany(picked, sql`picked.priority, picked.since, picked.id`)
}

const withCompany = (picked: SQL, order: SQL) =>
  sql`select picked.*, c.name as company_name from (${picked}) picked join companies c on c.id = picked.company_id order by ${order}`

const firstAnswered = withCompany(
  first(sql`select ${CASE} ${ANSWERED} order by a.priority, a.answered_at, a.id`),
  sql`picked.priority, picked.answered_at, picked.id`,
)

const REGISTERED = sql`from users u where not u.approved and u.role <> 'admin'`
const registrations = first(sql`select u.id, u.full_name as name, companies.name as company_name, u.created_at as since,
    array_remove(array[case when u.email_verified_at is null and (u.password_hash is not null or u.oidc_subject is not null) then 'email_not_confirmed' end,
      case when companies.id is not null and ${licenseSeenBefore(ADMIN)} then 'trade_license_seen_before' end], null) as doubts
  from users u left join companies on companies.id = u.company_id where not u.approved and u.role <> 'admin' order by u.created_at, u.id`)

const ASKED = sql`from transactions t where t.type = 'topup' and t.status = 'pending'`
const topups = first(sql`select t.id, c.name, t.amount_fils as amount, t.created_at as since
  from transactions t left join companies c on c.id = t.company_id where t.type = 'topup' and t.status = 'pending' order by t.created_at, t.id`)

const cancellations = first(sql`select e.id, e.employee_name as name, c.name as company_name, e.cancellation_requested_at as since
  from employees e join companies c on c.id = e.company_id where e.status = 'cancellation_requested' order by e.cancellation_requested_at, e.id`)
const cancellationCount = sql`${keptNumber('all', 'employee', 'cancellation_requested')}::int`

const EVERYBODY = sql`true`

const expired = (today: string) =>
  withCompany(
    first(sql`select e.id, e.company_id, e.employee_name as name, e.visa_expiry_date as expires_on ${expiredIn(today, EVERYBODY)}
      order by e.visa_expiry_date, e.id`),
    sql`picked.expires_on, picked.id`,
  )

/** By the kept numbers of each day. */
const expiringDays = (today: string) => sql`select d.expires_on as date, least(sum(d.people), ${sql.raw(String(MAX_A_DAY))})::int as people
  from expiring_days d where d.expires_on between ${today}::date and ${lastDay(today)}::date group by 1 having sum(d.people) > 0`

export const todayOfAdmin = (at: Timing): SQL =>
  sql`with ${paces(at)} ${groups([
    group('answered', counted(ANSWERED), firstAnswered),
    group('late', countCases(LATE), firstCases(LATE)),
    group('registration', counted(REGISTERED), registrations),
    group('topup', counted(ASKED), topups),
    group('cancellation', cancellationCount, cancellations),
    group('not_begun', countCases(NOT_BEGUN), firstCases(NOT_BEGUN)),
    group('expired', counted(expiredIn(at.today, EVERYBODY)), expired(at.today)),
    group('expiring', counted(expiringIn(at.today, EVERYBODY))),
    aside('expiring_days', daysOf(expiringDays(at.today))),
  ])}`

export const countsOfAdmin = (at: Timing): SQL => sql`with ${paces(at)}
  select ${countCases(LATE)} + ${countCases(NOT_BEGUN)} + ${counted(ANSWERED)} as applications, ${cancellationCount} as employees, ${counted(ASKED)} as billing,
    ${counted(REGISTERED)} as users, '[]'::json as companies`
