// The statements of limit 2: one for each answer, as a person would write them who knows the tables.

export const stamp = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const APPLICATION = `a.id, a.application_type, a.company_id, c.name company_name, a.employee_id, a.employee_name, a.passport_number, a.nationality,
  a.designation, a.email, a.mobile, a.visa_type, a.priority, a.employee_location, a.salary_breakup, a.notice_period, a.probation_period,
  a.annual_leave_type, a.ticket_frequency, a.current_stage, a.stage_status, ${stamp('a.stage_since')} stage_since, a.status, ${stamp('a.submitted_at')} submitted_at, a.visa_expiry_date::text,
  a.expiry_date::text, a.cost_fils / 100.0::float8 as cost`
export const LINKS = `(select json_object_agg(slot, '/api/documents/' || id) from documents where application_id = a.id) files`
const FROM = 'visa_applications a join companies c on c.id = a.company_id'

export const listed = (where: string): string =>
  `select ${APPLICATION}, ${LINKS} from ${FROM} where ${where} order by a.submitted_at desc, a.id desc limit 50`

export const DETAILS = `json_build_object('id', d.id, 'name', d.name, 'type', d.type, 'size', d.size, 'attachments', d.attachments, 'lost', d.missing_at is not null,
  'url', '/api/documents/' || d.id, 'created_at', ${stamp('d.created_at')})`

/** $1 is the id. The payment lacks what it and the older pending ones need beyond the wallet. */
export const RECORD = `select ${APPLICATION}, ${LINKS}, ${stamp('a.answered_at')} answered_at,
    (select json_object_agg(d.slot, ${DETAILS}) from documents d where d.application_id = a.id) details,
    (select json_build_object('transaction_id', t.id, 'status', t.status, 'amount', t.amount_fils / 100.0,
      'missing', case t.status when 'pending' then greatest(0, (select sum(w.amount_fils) from transactions w
        where w.company_id = t.company_id and w.type = 'visa_payment' and w.status = 'pending' and w.seq <= t.seq)
        - (select balance_fils from wallets where company_id = t.company_id)) / 100.0 else 0 end,
      'reversed', (select coalesce(sum(r.amount_fils), 0) / 100.0 from transactions r where r.reverses_id = t.id))
      from transactions t where t.application_id = a.id) payment
  from ${FROM} where a.id = $1`

export const STAGES = `select s.id, s.application_id, s.stage_name, s.status, s.notes, '/api/documents/' || d.id as document,
    case when d.id is not null then ${DETAILS} end document_details, ${stamp('s.created_at')} created_at, ${stamp('s.updated_at')} updated_at,
    u.full_name updated_by_name
  from stages s left join documents d on d.stage_id = s.id left join users u on u.id = s.updated_by where s.application_id = $1
  order by array_position(array['Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping'], s.stage_name)`

/** $1 is the company. For a company administrator, who reads no flags. */
export const transactions = (
  order: string,
): string => `select t.id, t.company_id, c.name company_name, t.user_id, u.full_name user_name, t.type, t.status, t.amount_fils / 100.0::float8 amount,
    t.direction, t.notes, t.application_id, t.employee_name, t.reverses_id, t.reference, ${stamp('t.created_at')} created_at, t.decided_by_name,
    ${stamp('t.decided_at')} decided_at, '/api/documents/' || d.id receipt_document, case when d.id is not null then ${DETAILS} end receipt_details,
    ${stamp('l.created_at')} moved_at, l.number::float8 seq, l.balance_fils / 100.0::float8 balance_after,
    (select coalesce(sum(r.amount_fils), 0) / 100.0::float8 from transactions r where r.reverses_id = t.id) reversed,
    false receipt_seen_before, false amount_seen_before, null if_approved
  from transactions t join companies c on c.id = t.company_id left join users u on u.id = t.user_id left join documents d on d.transaction_id = t.id
    left join ledger l on l.transaction_id = t.id and l.account = 'wallet'
  where t.company_id = $1 ${order} limit 50`

/** $1 is the company, $2 and $3 are the first moments of the month and of the next one. */
export const STATEMENT = `with rows as (
    select l.seq, l.created_at, t.id, t.type, t.direction, t.amount_fils, t.employee_name, t.notes, l.balance_fils balance
    from ledger l join transactions t on t.id = l.transaction_id
    where l.company_id = $1 and l.created_at >= $2::timestamptz and l.created_at < $3::timestamptz
  )
  select (select to_char(created_at at time zone 'Asia/Dubai', 'YYYY-MM') from ledger where company_id = $1 order by created_at, seq limit 1) first,
    coalesce((select balance_fils from ledger where company_id = $1 and created_at < $2::timestamptz order by created_at desc, seq desc limit 1), 0)::float8 opening,
    coalesce(sum(amount_fils) filter (where direction = 'credit'), 0)::float8 credits,
    coalesce(sum(amount_fils) filter (where direction = 'debit'), 0)::float8 debits,
    json_agg(json_build_object('id', id, 'type', type, 'direction', direction, 'employee_name', employee_name, 'notes', notes, 'balance', balance / 100.0,
      'amount', amount_fils / 100.0, 'moved_on', to_char(created_at at time zone 'Asia/Dubai', 'YYYY-MM-DD')) order by created_at, seq) rows
  from rows`

/** An approval's rows by one function: $1 is the top-up, $2 the administrator. */
export const APPROVE_BARE = `create or replace function approve_bare(topup uuid, admin uuid) returns setof transactions language plpgsql as $$
  declare
    company uuid;
  begin
    select of_company into company from decide_topup(topup, 'approved', null, admin, 'Nadia Rahman', now());
    insert into history (id, happened_at, actor_id, actor_name, record_type, record_id, action, changes)
      values (gen_random_uuid(), now(), admin, 'Nadia Rahman', 'transaction', topup, 'topup_approved', '[]');
    insert into mails (id, kind, user_id, company_id, facts, created_at, due_at)
      select gen_random_uuid(), 'topup_decided', u.id, company, '{}', now(), now() from users u join user_companies m on m.user_id = u.id
      where m.company_id = company and u.role = 'company_admin' and u.approved;
    return query select * from transactions where id = topup;
  end $$`

const KEPT = (fits: string) => `coalesce(sum(number) filter (where ${fits}), 0)::int`

/** $1 is the day in Dubai. */
export const STATS_OF_ALL = `select ${KEPT("kind = 'status'")} total_applications, ${KEPT("kind = 'status' and value = 'active'")} pending_applications,
    ${KEPT("kind = 'status' and value = 'completed'")} completed_applications, ${KEPT("kind = 'company'")} total_companies,
    ${KEPT("kind = 'expiry'")} expired_employees
  from total_counts where kind in ('status', 'company') or (kind = 'expiry' and value < $1)`

const GROUPED = (kind: string, name: string) =>
  `(select json_agg(json_build_object('${name}', value, 'count', count) order by count desc, value) from
    (select value, sum(number)::int count from total_counts where kind = '${kind}' group by value) grouped) by_${kind}`

export const ANALYTICS_OF_ALL = `select ${GROUPED('nationality', 'nationality')}, ${GROUPED('stage', 'stage_name')}`

/** $1 is the day in Dubai. */
export const EXPIRING_OF_ALL = `select coalesce(a.id, e.id) id, case when a.id is null then 'employee' else 'application' end record, e.id employee_id,
    coalesce(a.employee_name, e.employee_name) employee_name, coalesce(a.passport_number, e.passport_number) passport_number, c.name company_name,
    p.expires_on::text expiry_date, p.expires_on - $1::date days_left,
    case when r.id is not null then json_build_object('application_id', r.id, 'stage_name', r.current_stage) end renewal
  from persons p join companies c on c.id = p.company_id left join visa_applications a on a.id = p.application_id
  left join lateral (select * from employees where person_id = p.id order by status = 'active' desc, created_at desc, id desc limit 1) e on true
  left join lateral (select id, current_stage from visa_applications where person_id = p.id and application_type = 'renewal' and status = 'active'
    order by submitted_at desc, id desc limit 1) r on true
  where p.expires_on between $1::date and $1::date + 30 and not p.cancelled order by p.expires_on, p.id limit 50`

/** $1 to $5: id, company, user, name and passport of a case without payment, ledger, history and key. */
export const PLAIN_INSERT = `insert into visa_applications (id, application_type, company_id, submitted_by, employee_name, passport_number, nationality, email,
    mobile, visa_type, priority, employee_location, salary_breakup, notice_period, probation_period, annual_leave_type, ticket_frequency, current_stage,
    status, submitted_at, cost_fils, search_text)
  values ($1, 'new', $2, $3, $4, $5, 'Indian', 'sara.khan@people.example', '+971501234567', 'employee', 'normal', 'outside_uae', 'Basic 4,000, housing 2,000',
    '30 days', '6 months', 'working_days', 'annual', 'Offer Letter', 'active', now(), 650000, lower($4) || E'\\n' || lower($5) || E'\\nemployee')
  returning id, company_id, employee_name, passport_number, current_stage, status`
