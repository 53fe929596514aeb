import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STAGE_NAMES } from 'contract'
import type pg from 'pg'
import { migrate } from '../server/src/db/migrate.ts'
import { fillPeople, PERSONS_AT } from './crowdPeople.ts'
import { copyMigrationsUntil } from './firstRelease.ts'

/** The size of a portal. The first company has every tenth application, the others share the rest evenly. */
export interface Size {
  applications: number
  companies: number
}

const array = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`
const one = (texts: readonly string[], number: string) => `(${array(texts)})[1 + (${number}) % ${texts.length}]`

const FIRST = ['Sara', 'Omar', 'Layla', 'Ravi', 'Maria', 'Ahmed', 'Joseph', 'Fatima', 'Chen', 'Elena', 'Priya', 'Yusuf', 'Grace']
const LAST = [
  'Khan',
  'Haddad',
  'Nasser',
  'Kumar',
  'Santos',
  'Ali',
  'Mathew',
  'Hassan',
  'Wei',
  'Petrova',
  'Sharma',
  'Okafor',
  'Reyes',
  'Malik',
]
/** In the form in which texts are searched. */
const ARABIC = ['سالم المري', 'خالد الكعبي', 'نور الحمادي', 'مريم السويدي']
const RARE = 'Zenobia Quill'
const COUNTRIES = ['Indian', 'Pakistani', 'Filipino', 'Egyptian', 'Nepali', 'Bangladeshi', 'Jordanian', 'Kenyan']
const FIRMS = ['Falcon', 'Oryx', 'Dune', 'Pearl', 'Harbour', 'Palm', 'Saffron', 'Sidr', 'Marjan', 'Zenith']
const TRADES = ['Trading LLC', 'Contracting LLC', 'Foods FZE', 'Logistics LLC', 'Technologies FZ-LLC', 'Hospitality LLC', 'Clinic LLC']

/** A UUID v7 of a moment, always the same for the same words. */
const ID = `create function pg_temp.id(moment timestamptz, words text) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || substr(md5(words), 1, 3) || '8' || substr(md5(words), 4, 15))::uuid
$$`

/** The base of all other rows: companies and applications by number, over the last two years. */
const numbered = ({ applications, companies }: Size) => [
  `create temp table firm on commit drop as
    select n, at, pg_temp.id(at, 'company' || n) id, pg_temp.id(at, 'owner' || n) owner,
      ${one(FIRMS, 'n')} || ' ' || n || ' ' || ${one(TRADES, 'n / 3')} as name
    from (select n, date_trunc('milliseconds', now()) - (${companies} + 1 - n) * interval '730 days' / (${companies} + 1) as at
      from generate_series(1, ${companies}) n) numbers`,
  `create temp table person on commit drop as
    select p.*, f.id company_id, f.owner, case when p.n % 25000 = 7 then '${RARE}' when p.n % 50 = 3 then ${one(ARABIC, 'p.n / 50')}
        else ${one(FIRST, 'p.n * 7')} || ' ' || ${one(LAST, 'p.n * 5 + p.n / 40')} end as name,
      'N' || 1000000 + (case when n_before > 0 and p.n % 4 = 0 then n_before else p.n end) passport,
      (n_before > 0 and p.n % 4 = 0) renewal, (p.n <= ${applications} * 0.6 or p.n % 7 = 0) completed,
      case when p.n <= ${applications} * 0.6 or p.n % 7 = 0 then 7 else p.n % 7 end saved
    from (select n, at, pg_temp.id(at, 'application' || n) id, n - 10 * ${companies} n_before,
        case when n % 10 = 0 then 1 else 1 + n % ${companies} end firm
      from (select n, date_trunc('milliseconds', now()) - (${applications} + 1 - n) * interval '729 days' / (${applications} + 1) as at
        from generate_series(1, ${applications}) n) numbers) p
    join firm f on f.n = p.firm`,
  'create index on person (id)',
  'analyze firm, person',
]

/** Companies with an account each, applications, their stages, files and employee records. */
const RECORDS = [
  `insert into companies (id, name, trade_license, contact_person, email, phone, category, search_text, created_at)
    select id, name, 'CN-' || 100000 + n, 'Omar Haddad', 'office' || n || '@firms.example', '+971 4 000 0001', 'on_demand', lower(name), at from firm`,
  `insert into users (id, full_name, email, password_hash, role, approved, company_id, active_company_id, created_at)
    select owner, ${one(FIRST, 'n')} || ' ' || ${one(LAST, 'n')}, 'owner' || n || '@firms.example', 'none', 'company_admin', n % 50 > 0, id, id, at from firm`,
  'insert into user_companies (user_id, company_id) select owner, id from firm',
  `insert into employees (id, company_id, employee_name, passport_number, nationality, designation, visa_expiry_date, status, search_text, created_at)
    select distinct on (company_id, passport) pg_temp.id(at, 'employee' || n), company_id, name, passport, ${one(COUNTRIES, 'n')}, 'Accountant',
      at::date + 730, 'active', lower(name) || E'\\n' || lower(passport), at from person where completed order by company_id, passport, n desc`,
  `insert into visa_applications (id, application_type, company_id, submitted_by, employee_name, passport_number, nationality, designation, email,
      mobile, visa_type, priority, employee_location, salary_breakup, notice_period, probation_period, annual_leave_type, ticket_frequency,
      current_stage, status, submitted_at, completed_at, expiry_date, cost_fils, search_text)
    select id, case when renewal then 'renewal' else 'new' end, company_id, owner, name, passport, ${one(COUNTRIES, 'n')}, 'Accountant',
      'p' || n || '@people.example', '+971501234567', 'employee', case when n % 6 = 0 then 'fast_track' else 'normal' end,
      case when renewal then 'inside_uae' else 'outside_uae' end, 'Basic 4,000, housing 2,000, transport 500', '30 days', '6 months',
      'working_days', 'annual', ${one(STAGE_NAMES, 'greatest(saved - 1, 0)')}, case when completed then 'completed' else 'active' end, at,
      case when completed then least(at + interval '30 days', now()) end, case when completed then at::date + 730 end,
      case when renewal then 750000 else 650000 end, lower(name) || E'\\n' || lower(passport) || E'\\nemployee' from person`,
  `insert into stages (id, application_id, stage_name, status, notes, created_at, updated_at, updated_by)
    select pg_temp.id(at, 'stage' || n || k), id, ${one(STAGE_NAMES, 'k - 1')}, case when completed or k < saved then 'Approved' else 'In Process' end,
      'Passed to the authority', at, at, owner from person, generate_series(1, saved) k`,
  `insert into documents (id, uploaded_by, name, type, size, sha256, wrapped_key, created_at, application_id, slot)
    select pg_temp.id(at, slot || n), owner, slot || '.pdf', 'application/pdf', 200000, md5(slot || n), '\\x00', at, id, slot
    from person, unnest(array['passport_front', 'photo']) slot`,
]

/** Approved top-ups that cover all but the newest payments; those and some top-ups are pending. */
const money = ({ applications }: Size) => [
  `create temp table topup on commit drop as
    select f.id company_id, f.owner, pg_temp.id(f.at, 'topup' || f.n || k) id, least(f.at + k * interval '20 days', now()) as at, ceil(sum(price) / 5)::bigint + 20000 amount
    from firm f join (select company_id, case when renewal then 750000 else 650000 end price from person where n <= ${applications} * 0.97) paid
      on paid.company_id = f.id, generate_series(1, 5) k group by f.id, f.owner, f.at, f.n, k`,
  `insert into transactions (id, company_id, user_id, type, status, amount_fils, direction, created_at, decided_at, decided_by_name)
    select id, company_id, owner, 'topup', 'approved', amount, 'credit', at, at, 'Nadia Rahman' from topup order by at`,
  `insert into transactions (id, company_id, user_id, type, status, amount_fils, direction, created_at)
    select pg_temp.id(now(), 'waiting' || n), id, owner, 'topup', 'pending', 1000000, 'credit', now() from firm where n % 12 = 0`,
  `insert into transactions (id, company_id, user_id, application_id, employee_name, type, status, amount_fils, direction, created_at)
    select pg_temp.id(at, 'payment' || n), company_id, owner, id, name, 'visa_payment',
      case when n <= ${applications} * 0.97 then 'completed' else 'pending' end, case when renewal then 750000 else 650000 end, 'debit', at
    from person order by n`,
  `insert into ledger (transaction_id, account, company_id, amount_fils, created_at)
    select t.id, entry.account, entry.company_id, entry.amount, t.moved_at
    from (select *, max(created_at) over (partition by company_id order by seq) moved_at from transactions where status in ('approved', 'completed')) t, lateral (values
      ('wallet', t.company_id, case t.type when 'topup' then t.amount_fils else -t.amount_fils end),
      (case t.type when 'topup' then 'bank_clearing' else 'visa_revenue' end, null, case t.type when 'topup' then -t.amount_fils else t.amount_fils end)
    ) entry(account, company_id, amount)
    where t.company_id in (select id from firm) order by t.seq`,
  `insert into wallets (company_id, balance_fils) select f.id, coalesce(sum(l.amount_fils), 0)
    from firm f left join ledger l on l.company_id = f.id and l.account = 'wallet' group by f.id`,
  `insert into documents (id, uploaded_by, name, type, size, sha256, wrapped_key, created_at, transaction_id)
    select pg_temp.id(at, 'receipt' || id), owner, 'receipt.pdf', 'application/pdf', 90000, md5(id::text), '\\x00', at, id from topup`,
  `insert into history (id, happened_at, actor_id, actor_name, record_type, record_id, action, subject, changes)
    select pg_temp.id(at, 'history' || n || k), at + k * interval '1 day', owner, 'Nadia Rahman', 'application', id,
      case k when 0 then 'submitted' else 'stage_added' end, case when k > 0 then ${one(STAGE_NAMES, 'k - 1')} end, '[]'
    from person, generate_series(0, saved) k`,
]

/** Fills an empty portal by statements over whole tables, for every released schema: two years of rows, without files. Needs a superuser. */
export async function fillPortal(pool: pg.Pool, size: Size): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // No trigger runs: what they would keep is filled here too.
    await client.query('set local session_replication_role = replica')
    for (const statement of [ID, ...numbered(size), ...RECORDS, ...money(size)]) await client.query(statement)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    // With the temporary function that it has.
    client.release(true)
  }
}

/** The last step of the release whose schema is filled. */
export const FILLED_AT = '0013_document_attachments'

/** Fills an empty database by the schema of an earlier release and brings it forward, so that the migrations make what triggers keep. `makeKey` runs before there is a row. */
export async function fillReleased<Key>(pool: pg.Pool, size: Size, makeKey: () => Promise<Key>): Promise<Key> {
  await migrateUntil(pool, FILLED_AT)
  const key = await makeKey()
  await fillPortal(pool, size)
  await migrateUntil(pool, PERSONS_AT)
  await fillPeople(pool)
  await migrate(pool)
  return key
}

/** A portal starts where its newest or oldest documents are. */
export async function writeNewest(pool: pg.Pool, filesDir: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from documents order by id desc limit 1')
  await mkdir(filesDir, { recursive: true, mode: 0o700 })
  for (const { id } of rows) await appendFile(join(filesDir, id), '')
}

export async function migrateUntil(pool: pg.Pool, tag: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await migrate(pool, await copyMigrationsUntil(tag, folder))
  await rm(folder, { recursive: true })
}
