import { COMPANY_SLOTS, EXPIRING_WINDOW_DAYS, MAX_A_DAY, MAX_WAITING } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { aside, CASE, counted, daysOf, expiredIn, expiresSoon, expiringIn, first, group, groups } from './work.ts'

/** The papers that every company has; the others are as the company likes. */
const NAMED_PAPERS = COMPANY_SLOTS.filter((slot) => !slot.startsWith('other_'))

/** The refused stage of the case `a`, and the first line of what it says. */
export const REFUSAL = sql`(select s.stage_name, s.updated_at, split_part(btrim(s.notes, E' \\t\\r\\n'), E'\\n', 1) as note
  from stages s where s.application_id = a.id and s.status = 'Rejected' order by s.updated_at desc, s.id limit 1)`

/** `own`: the companies. */
const ownOf = (company_ids: readonly string[]) =>
  sql`own as (select company_id from unnest(${sql.param(company_ids)}::uuid[]) as own(company_id))`

/** Each company's part of an index, to the limit: without one it could become a join over the table. */
const countedOfEach = (from: SQL) =>
  counted(sql`from own cross join lateral (select 1 ${from} limit ${sql.raw(String(MAX_WAITING + 1))}) each`)

/** The first of each company, and of those the first. */
const firstOfEach = (select: SQL, order: SQL) =>
  first(sql`select each.* from own cross join lateral (${first(select)}) each order by ${order}`)

/** What tells companies apart, where there are several. */
const companyOf = (row: SQL, named: boolean) =>
  named
    ? sql`${row}.company_id, (select c.name from companies c where c.id = ${row}.company_id) as company_name`
    : sql`null as company_id, null as company_name`

const isOwn = (row: SQL) => sql`${row}.company_id = own.company_id`

const REFUSED = sql`from visa_applications a where a.status = 'active' and a.refused and a.company_id = own.company_id`

const refused = (named: boolean) => sql`select picked.id, picked.name, ${companyOf(sql`picked`, named)}, picked.status,
    coalesce(refusal.stage_name, picked.stage_name) as stage_name, 'Rejected' as stage_status, coalesce(refusal.updated_at, picked.since) as since,
    refusal.note, picked.answered_at
  from (${firstOfEach(sql`select ${CASE} ${REFUSED} order by a.stage_since, a.id`, sql`each.since, each.id`)}) picked
    cross join lateral (select picked.id) a left join lateral ${REFUSAL} refusal on true order by picked.since, picked.id`

/** `wallet`: what is due in each, and what neither its balance nor its pending top-ups cover of it. */
const WALLET = sql`wallet as (select own.company_id, sums.due, sums.held, sums.due - sums.held - sums.asked as missing
  from own cross join lateral (select due_of_wallet(own.company_id) as due,
    coalesce((select w.balance_fils from wallets w where w.company_id = own.company_id), 0) as held,
    coalesce((select sum(t.amount_fils) from transactions t where t.company_id = own.company_id and t.type = 'topup' and t.status = 'pending'), 0)::int8 as asked
  ) sums)`

const DUE = sql`from transactions t, wallet
  where wallet.missing > 0 and wallet.company_id = own.company_id and t.company_id = own.company_id and t.type = 'visa_payment' and t.status = 'pending'`

const dues = (named: boolean) =>
  first(sql`select c.name, ${companyOf(sql`wallet`, named)}, wallet.due as amount, wallet.missing
  from wallet join companies c on c.id = wallet.company_id where wallet.missing > 0 order by wallet.missing desc, wallet.company_id`)

const expired = (today: string, named: boolean) => sql`select picked.id, picked.name, ${companyOf(sql`picked`, named)}, picked.expires_on
  from (${firstOfEach(
    sql`select e.id, e.company_id, e.employee_name as name, e.visa_expiry_date as expires_on ${expiredIn(today, isOwn(sql`e`))} order by e.visa_expiry_date, e.id`,
    sql`each.expires_on, each.id`,
  )}) picked order by picked.expires_on, picked.id`

/** Of the user alone. */
const draftsOf = (user_id: string) => sql`from drafts d, own where d.user_id = ${user_id} and ${isOwn(sql`d`)}`

/** What a new company does first. */
const firstSteps = (company_id: string) => sql`(select json_build_object(
    'papers', papers.number, 'papers_done', papers.named = ${sql.raw(String(NAMED_PAPERS.length))},
    'topped_up', exists (select from transactions t where t.company_id = ${company_id} and t.type = 'topup' and t.status <> 'rejected'),
    'applied', exists (select from visa_applications a where a.company_id = ${company_id}),
    'invited', exists (select from user_companies one, user_companies other
      where one.company_id = ${company_id} and other.company_id = ${company_id} and one.user_id <> other.user_id))
  from (select count(*) as number, count(*) filter (where d.slot = any(${sql.param([...NAMED_PAPERS])}::text[])) as named
    from documents d where d.company_id = ${company_id}) papers)`

/** Each day is counted to its limit, along the index. */
const expiringDays = (
  today: string,
) => sql`select (${today}::date + n) as date, least(sum(counted.people), ${sql.raw(String(MAX_A_DAY))})::int as people
  from own cross join generate_series(0, ${sql.raw(String(EXPIRING_WINDOW_DAYS))}) n, lateral (
    select count(*)::int as people from (select 1 from persons p where p.company_id = own.company_id and p.expires_on = ${today}::date + n and not p.cancelled
      limit ${sql.raw(String(MAX_A_DAY))}) each) counted where counted.people > 0 group by 1`

const SUMS = sql`(select json_build_object('balance', sum(wallet.held), 'due', sum(wallet.due), 'missing', sum(greatest(wallet.missing, 0))) from wallet)`

interface Whose {
  company_ids: readonly string[]
  user_id: string
  /** Whether it is of all own companies: rows name theirs, and no company is new. */
  isOfAll: boolean
}

export function todayOfCompany(today: string, { company_ids, user_id, isOfAll }: Whose): SQL {
  const drafts = sql`select d.kind as draft_kind, ${companyOf(sql`d`, isOfAll)}, d.saved_at as since ${draftsOf(user_id)} order by d.saved_at desc`
  const [only] = company_ids
  return sql`with ${ownOf(company_ids)}, ${WALLET} ${groups([
    group('refused', countedOfEach(REFUSED), refused(isOfAll)),
    group('dues', countedOfEach(DUE), dues(isOfAll)),
    group('expired', countedOfEach(expiredIn(today, isOwn(sql`e`))), expired(today, isOfAll)),
    group('expiring', countedOfEach(expiringIn(today, isOwn(sql`p`)))),
    group('draft', counted(draftsOf(user_id)), first(drafts)),
    ...(only && !isOfAll ? [aside('first_steps', firstSteps(only))] : []),
    aside('expiring_days', daysOf(expiringDays(today))),
    aside('wallet', SUMS),
  ])}`
}

/** Each company by its wallet, its kept numbers and a part of an index. */
const ownCompanies = (today: string, company_ids: readonly string[]) => sql`select w.company_id, w.due_fils as due,
    (select coalesce(sum(k.number), 0)::int from company_counts k where k.company_id = w.company_id and k.kind = 'expiry' and k.value < ${today}) as expired,
    ${counted(sql`from persons p where p.company_id = w.company_id and ${expiresSoon(today)}`)} as expiring
  from wallets w where w.company_id = any(${sql.param(company_ids)}::uuid[])`

/** What waits in the active company, and how all own ones compare. */
export const countsOfCompany = (
  today: string,
  company_id: string,
  company_ids: readonly string[],
): SQL => sql`with ${ownOf([company_id])}, ${WALLET}
  select ${countedOfEach(REFUSED)} as applications, ${countedOfEach(DUE)} as billing, 0 as users,
    ${countedOfEach(expiredIn(today, isOwn(sql`e`)))} + ${countedOfEach(expiringIn(today, isOwn(sql`p`)))} as employees,
    (select coalesce(json_agg(own), '[]') from (${ownCompanies(today, company_ids)}) own) as companies`
