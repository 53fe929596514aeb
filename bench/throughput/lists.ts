import { COMPANY_SLOTS, dubaiDate, keyed, MAX_COUNTED, PAPER_KINDS, type RuleRow, soonUntil } from 'contract'
import { gramsOf } from '../../server/src/db/search.ts'
import starter from '../../server/src/rules/starter.json' with { type: 'json' }
import type { FilledPortal, Person } from './filled.ts'
import { asApplications, type Row, type Scenario } from './scenario.ts'
import { APPLICATION, DETAILS, LINKS, stamp } from './statements.ts'

// Searches with their total, and the lists beside the applications, each with its total.

const get = (people: Person[], path: string) => people.map(({ cookie }) => ({ method: 'GET' as const, path, cookie }))

const MONTH = (moment: string) => `date_trunc('month', ${moment} at time zone 'Asia/Dubai')`

/** $1 is the word, $2 its grams. By index, where some of the newest have it some months at a time; where many of them have it, or more than are counted, along the newest. */
const SEARCHED = `with named as materialized (select id from companies where grams(search_text) @> $2::text[] and position($1 in search_text) > 0),
  density as materialized (select count(*) >= 67 many, count(*) > 0 seen from (select search_text from visa_applications order by submitted_at desc, id desc limit 200) first
    where position($1 in search_text) > 0),
  theirs as materialized (select id, submitted_at from visa_applications where company_id = any(array(select id from named)) limit ${MAX_COUNTED + 1}),
  spans as materialized (select array(select generate_series(greatest(newest - make_interval(months => last), oldest), newest - make_interval(months => first), '1 month')) months
    from (values (0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (6, 8), (9, 12), (13, 18), (19, 27), (28, null)) span (first, last),
      (select ${MONTH('max(submitted_at)')} newest, ${MONTH('min(submitted_at)')} oldest from visa_applications) ends
    where newest - make_interval(months => first) >= oldest),
  texts as materialized (select * from (
    (select id, submitted_at from visa_applications where (select not seen and not many from density) and grams(search_text) @> (select $2::text[])
      and position($1 in search_text) > 0 and company_id not in (select id from named) limit ${MAX_COUNTED + 1})
    union all (select found.* from spans, lateral (select id, submitted_at from visa_applications where grams(search_text) @> (select $2::text[]) and array[${MONTH('submitted_at')}] && months
        and position($1 in search_text) > 0 and company_id not in (select id from named) limit ${MAX_COUNTED + 1}) found
      where (select seen and not many from density) limit ${MAX_COUNTED + 1})
    union all (select id, submitted_at from visa_applications where (select many from density)
      and (case when company_id in (select id from named) then 0 else position($1 in search_text) end = 0) is not true order by submitted_at desc, id desc limit ${MAX_COUNTED + 1})
    ) own limit (select ${MAX_COUNTED + 1} - count(*) from theirs)),
  counted as materialized (select ((select count(*) from texts) + (select count(*) from theirs))::int total),
  page as (
    (select id, submitted_at from (select * from texts union all select * from theirs) found where (select total <= ${MAX_COUNTED} from counted)
      order by submitted_at desc, id desc limit 50)
    union all (select id, submitted_at from visa_applications where (select total > ${MAX_COUNTED} from counted)
      and (position($1 in search_text) > 0 or company_id in (select id from named)) order by submitted_at desc, id desc limit 50))
  select ${APPLICATION}, ${LINKS}, counted.total from page join visa_applications a on a.id = page.id join companies c on c.id = a.company_id, counted
  order by page.submitted_at desc, page.id desc`

/** Of 100,000 applications: so many have it. */
const WORDS = {
  'rare name, 4': 'zenobia',
  'common name, 7,000': 'petrova',
  'passport, 1': 'n1054321',
  'Arabic name, 500': 'سالم',
  'company, 5,000': 'falcon 1',
  'two letters, 20,000': 'ma',
  'one letter, nearly all': 'a',
  'rare letter, 4': 'z',
  none: 'nobody here',
}

const counted = (rows: Row[]) => rows.map(({ total: _, ...row }) => row)

const searches: Scenario[] = Object.entries(WORDS).map(([kind, word]) => ({
  name: `S ${kind}`,
  requests: ({ admins }: FilledPortal) => get(admins, `/api/visa-applications?limit=50&documents=link&q=${encodeURIComponent(word)}`),
  limit: {
    sql: SEARCHED,
    values: ({ searchParams }: URL) => [searchParams.get('q'), gramsOf(searchParams.get('q') ?? '')],
    reply: (rows) => asApplications(counted(rows)),
  },
}))

const TOTAL = (kind: string) => `(select sum(number)::int from total_counts where kind = '${kind}') total`

const KEPT_OF = (which: string) => `(select coalesce(sum(number), 0)::int from company_counts k where k.company_id = c.id and k.${which})`

const COMPANIES = `select c.id, c.name, c.trade_license, c.contact_person, c.email, c.phone, c.category,
    ${KEPT_OF("kind = 'employee'")} employee_count, ${KEPT_OF("kind = 'people'")} people_count, ${KEPT_OF("kind = 'status'")} total_applications,
    ${KEPT_OF("kind = 'status' and k.value = 'active'")} pending_applications, ${KEPT_OF("kind = 'status' and k.value = 'completed'")} completed_applications,
    (select count(*)::int from documents d where d.company_id = c.id) document_count,
    (select count(*)::int from user_companies m where m.company_id = c.id
      and not exists (select from user_companies o where o.user_id = m.user_id and o.company_id <> c.id)) sole_user_count,
    coalesce((select w.balance_fils / 100.0 from wallets w where w.company_id = c.id), 0)::float8 balance,
    coalesce((select w.due_fils / 100.0 from wallets w where w.company_id = c.id), 0)::float8 due,
    (select count(*)::int from visa_applications a where a.company_id = c.id and a.status = 'active' and a.refused) refused_applications,
    (select max(d.day)::text from stage_days d where d.company_id = c.id) last_activity,
    exists (select from companies e where lower(e.trade_license) = lower(c.trade_license) and (e.created_at, e.id) < (c.created_at, c.id)) trade_license_seen_before,
    coalesce((select r.level from company_readiness r where r.company_id = c.id), 'unknown') readiness,
    ${TOTAL('company')} from companies c order by c.created_at desc, c.id desc limit 50`

/** $1 is the day in Dubai. */
const EMPLOYEES = `select e.id, e.company_id, c.name company_name, e.employee_name, e.passport_number, e.nationality, e.designation, e.visa_number, e.visa_expiry_date::text,
    e.eid_number, e.eid_expiry_date::text, e.mobile, e.email,
    case when e.status = 'active' and e.visa_expiry_date < $1::date then 'expired' else e.status end status,
    (select id from (
      select id, submitted_at from visa_applications a where a.employee_id = e.id and a.company_id = e.company_id and a.application_type = 'renewal' and a.status = 'active'
      union all
      select id, submitted_at from visa_applications a where a.passport_number = e.passport_number and a.company_id = e.company_id
        and a.application_type = 'renewal' and a.status = 'active') found order by submitted_at desc, id desc limit 1) renewal_application_id,
    ${stamp('e.cancelled_at')} cancelled_at, e.leave_by::text, e.skill_level, e.outside_since::text, null cancellation, ${TOTAL('employee')}
  from employees e join companies c on c.id = e.company_id order by e.created_at desc, e.id desc limit 50`

const SETTLES = `select coalesce(json_agg(json_build_object('transaction_id', id, 'employee_name', employee_name, 'amount', amount_fils / 100.0) order by seq), '[]') settles,
    coalesce(sum(amount_fils), 0) paid from (
    select p.id, p.seq, p.employee_name, p.amount_fils, sum(p.amount_fils) over (order by p.seq) upto from transactions p
    where p.company_id = t.company_id and p.type = 'visa_payment' and p.status = 'pending') waiting
  where upto <= w.balance_fils + t.amount_fils`

const APPROVALS = `select t.id, t.company_id, c.name company_name, t.user_id, u.full_name user_name, t.type, t.status, t.amount_fils / 100.0::float8 amount,
    t.direction, t.notes, t.application_id, t.employee_name, t.reverses_id, t.reference, ${stamp('t.created_at')} created_at, t.decided_by_name,
    ${stamp('t.decided_at')} decided_at, '/api/documents/' || d.id receipt_document, case when d.id is not null then ${DETAILS} end receipt_details,
    null moved_at, null seq, null balance_after, 0 reversed,
    exists (select from documents x join transactions s on s.id = x.transaction_id where x.sha256 = d.sha256 and s.type = 'topup'
      and (s.created_at, s.id) < (t.created_at, t.id)) receipt_seen_before,
    exists (select from transactions s where s.company_id = t.company_id and s.type = 'topup' and s.amount_fils = t.amount_fils
      and (s.created_at, s.id) < (t.created_at, t.id) and s.created_at > t.created_at - interval '7 days') amount_seen_before,
    json_build_object('balance', (w.balance_fils + t.amount_fils - settled.paid) / 100.0, 'due', (w.due_fils - settled.paid) / 100.0,
      'settles', settled.settles) if_approved,
    (select count(*)::int from (select 1 from transactions where type = 'topup' and status = 'pending' limit ${MAX_COUNTED + 1}) waiting) total
  from transactions t join companies c on c.id = t.company_id left join users u on u.id = t.user_id left join documents d on d.transaction_id = t.id
    join wallets w on w.company_id = t.company_id, lateral (${SETTLES}) settled
  where t.type = 'topup' and t.status = 'pending' order by t.created_at desc, t.id desc limit 50`

const JOURNAL = `select h.id, ${stamp('h.happened_at')} happened_at, h.actor_id, h.actor_name, h.record_type, h.record_id,
    case h.record_type when 'application' then (select a.employee_name from visa_applications a where a.id = h.record_id) end record_name, 'changed' outcome,
    h.action, h.subject, h.changes, null call, null request_id, null address,
    (select count(*)::int from (select 1 from history limit ${MAX_COUNTED + 1}) counted) total
  from history h order by h.happened_at desc, h.id desc limit 50`

/** $1 is the company, $2 the day in Dubai, $3 the last end of each kind that is soon. */
const PAPERS = `select p.id, p.company_id, c.name company_name, e.id employee_id, e.employee_name, p.kind, p.title,
    case p.kind when 'trade_license' then c.trade_license else p.number end number, p.issuer, p.note, p.issued_on::text, p.expires_on::text, p.state,
    (select n.id from papers n where n.renews_id = p.id) renewed_by_id, p.withdrawn_reason, p.application_id,
    case when p.expires_on is null then 'no_date' when p.expires_on < $2::date then 'expired'
      when p.expires_on <= ($3::jsonb ->> p.kind)::date then 'soon' else 'valid' end standing,
    p.expires_on - $2::date days_left,
    '/api/documents/' || coalesce((select d.id from documents d where d.paper_id = p.id), (select d.id from stages s join documents d on d.stage_id = s.id
      where s.application_id = p.application_id and s.stage_name = case p.kind when 'residence' then 'Visa Stamping' when 'emirates_id' then 'Emirates ID'
        when 'medical_fitness' then 'Medical Test' when 'work_permit' then 'Labor Fees' end)) document,
    ${stamp('p.created_at')} created_at, ${stamp('p.updated_at')} updated_at,
    (select count(*)::int from (select 1 from papers where company_id = $1 and state = 'held' limit ${MAX_COUNTED + 1}) counted) total
  from papers p join companies c on c.id = p.company_id left join lateral (select e.id, e.employee_name from employees e
    where e.person_id = p.person_id order by e.created_at desc, e.id desc limit 1) e on true
  where p.company_id = $1 and p.state = 'held' order by coalesce(p.expires_on, 'infinity'::date), p.id limit 50`

const TODAY = dubaiDate(new Date())
const SOON = JSON.stringify(keyed(PAPER_KINDS, (kind) => soonUntil(kind, starter as RuleRow[], TODAY)))

const noFiles = keyed(COMPANY_SLOTS, () => null)
const listOf = (name: string, path: string, sql: string, values: unknown[] = [], reply = counted): Scenario => ({
  name,
  requests: ({ admins }) => get(admins, path),
  limit: { sql, values: () => values, reply },
})

export const LISTS: Scenario[] = [
  ...searches,
  listOf('C companies', '/api/companies?limit=50&documents=link', COMPANIES, [], (rows) =>
    counted(rows).map((row) => ({ ...row, documents: noFiles })),
  ),
  listOf('M employees', '/api/employees?limit=50', EMPLOYEES, [dubaiDate(new Date())]),
  {
    name: 'K papers of a company',
    requests: ({ customers }) => get(customers, '/api/papers?limit=50'),
    limit: { sql: PAPERS, values: (_, { company_id }) => [company_id, TODAY, SOON], reply: counted },
  },
  listOf('B approvals', '/api/transactions?type=topup&status=pending&limit=50&documents=link', APPROVALS),
  listOf('J changes in the journal', '/api/journal?outcome=changed&limit=50', JOURNAL),
]
