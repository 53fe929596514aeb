import { COMPANY_SLOTS, EXPIRING_WINDOW_DAYS, MAX_A_DAY } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { aside, CASE, counted, daysOf, expiredIn, expiresSoon, expiringIn, first, group, groups } from './work.ts'

/** The papers that every company has; the others are as the company likes. */
const NAMED_PAPERS = COMPANY_SLOTS.filter((slot) => !slot.startsWith('other_'))

/** The refused stage of the case `a`, and the first line of what it says. */
export const REFUSAL = sql`(select s.stage_name, s.updated_at, split_part(btrim(s.notes, E' \\t\\r\\n'), E'\\n', 1) as note
  from stages s where s.application_id = a.id and s.status = 'Rejected' order by s.updated_at desc, s.id limit 1)`

const refusedIn = (company_id: string) =>
  sql`from visa_applications a where a.status = 'active' and a.refused and a.company_id = ${company_id}`

const refused = (
  company_id: string,
) => sql`select picked.id, picked.name, picked.status, coalesce(refusal.stage_name, picked.stage_name) as stage_name,
    'Rejected' as stage_status, coalesce(refusal.updated_at, picked.since) as since, refusal.note, picked.answered_at
  from (${first(sql`select ${CASE} ${refusedIn(company_id)} order by a.stage_since, a.id`)}) picked
    cross join lateral (select picked.id) a left join lateral ${REFUSAL} refusal on true order by picked.since, picked.id`

/** `wallet`: what is due, and what neither the balance nor pending top-ups cover of it. */
const wallet = (
  company_id: string,
) => sql`wallet as (select due, held, due - held - asked as missing from (select due_of_wallet(${company_id}) as due,
    coalesce((select w.balance_fils from wallets w where w.company_id = ${company_id}), 0) as held,
    coalesce((select sum(t.amount_fils) from transactions t where t.company_id = ${company_id} and t.type = 'topup' and t.status = 'pending'), 0)::int8 as asked
  ) sums)`

const dueIn = (company_id: string) => sql`from transactions t, wallet
  where wallet.missing > 0 and t.company_id = ${company_id} and t.type = 'visa_payment' and t.status = 'pending'`

const dues = (company_id: string) => sql`select c.name, wallet.due as amount, wallet.missing from wallet, companies c
  where c.id = ${company_id} and wallet.missing > 0`

const ofCompany = (row: SQL, company_id: string) => sql`${row}.company_id = ${company_id}`

const expired = (today: string, company_id: string) =>
  first(sql`select e.id, e.employee_name as name, e.visa_expiry_date as expires_on ${expiredIn(today, ofCompany(sql`e`, company_id))}
    order by e.visa_expiry_date, e.id`)

/** Of the user alone. */
const draftsOf = (user_id: string, company_id: string) => sql`from drafts d where d.user_id = ${user_id} and d.company_id = ${company_id}`

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
  company_id: string,
) => sql`select (${today}::date + n) as date, counted.people from generate_series(0, ${sql.raw(String(EXPIRING_WINDOW_DAYS))}) n, lateral (
    select count(*)::int as people from (select 1 from persons p where p.company_id = ${company_id} and p.expires_on = ${today}::date + n and not p.cancelled
      limit ${sql.raw(String(MAX_A_DAY))}) each) counted where counted.people > 0`

const sums = sql`(select json_build_object('balance', wallet.held, 'due', wallet.due, 'missing', greatest(wallet.missing, 0)) from wallet)`

export const todayOfCompany = (today: string, company_id: string, user_id: string): SQL =>
  sql`with ${wallet(company_id)} ${groups([
    group('refused', counted(refusedIn(company_id)), refused(company_id)),
    group('dues', counted(dueIn(company_id)), dues(company_id)),
    group('expired', counted(expiredIn(today, ofCompany(sql`e`, company_id))), expired(today, company_id)),
    group('expiring', counted(expiringIn(today, ofCompany(sql`p`, company_id)))),
    group(
      'draft',
      counted(draftsOf(user_id, company_id)),
      first(sql`select d.kind as draft_kind, d.saved_at as since ${draftsOf(user_id, company_id)} order by d.saved_at desc`),
    ),
    aside('first_steps', firstSteps(company_id)),
    aside('expiring_days', daysOf(expiringDays(today, company_id))),
    aside('wallet', sums),
  ])}`

/** Each company by its wallet, its kept numbers and a part of an index. */
const ownCompanies = (today: string, company_ids: readonly string[]) => sql`select w.company_id, w.due_fils as due,
    (select coalesce(sum(k.number), 0)::int from company_counts k where k.company_id = w.company_id and k.kind = 'expiry' and k.value < ${today}) as expired,
    ${counted(sql`from persons p where p.company_id = w.company_id and ${expiresSoon(today)}`)} as expiring
  from wallets w where w.company_id = any(${sql.param(company_ids)}::uuid[])`

export const countsOfCompany = (today: string, company_id: string, company_ids: readonly string[]): SQL => sql`with ${wallet(company_id)}
  select ${counted(refusedIn(company_id))} as applications, ${counted(dueIn(company_id))} as billing, 0 as users,
    ${counted(expiredIn(today, ofCompany(sql`e`, company_id)))} + ${counted(expiringIn(today, ofCompany(sql`p`, company_id)))} as employees,
    (select coalesce(json_agg(own), '[]') from (${ownCompanies(today, company_ids)}) own) as companies`
