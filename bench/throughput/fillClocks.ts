import type pg from 'pg'
import type { Db } from '../../server/src/db/open.ts'
import { settleDeadlines } from '../../server/src/deadlines/settle.ts'
import { RuleBook } from '../../server/src/rules/book.ts'
import { writeStarter } from '../../server/src/rules/starter.ts'

/** A work permit for everybody on record, which ends on a day of about two years around today: most are not late. */
const PERMITS = `insert into papers (id, company_id, person_id, kind, number, issued_on, expires_on, state, created_at, updated_at, shelf, search_text)
  select gen_random_uuid(), e.company_id, e.person_id, 'work_permit', 'WP-' || e.passport_number, e.ends - 730, e.ends, 'held', now(), now(), '', ''
  from (select distinct on (person_id) company_id, person_id, passport_number, current_date - 200 + mod(hashtext(passport_number)::bigint + 2147483648, 700)::int as ends
    from employees order by person_id, created_at desc) e`

/** So that clocks are counted, and not all in doubt. */
const CONFIRMED = `insert into rule_confirmations (id, rule_id, confirmed, confirmed_at)
  select gen_random_uuid(), r.id, true, now() from rules r where r.key = 'work_permit_renewal' and r.replaced_at is null`
const PLACED = `insert into establishments (company_id, jurisdiction, updated_at) select id, 'mainland', now() from companies on conflict do nothing`

/** The clocks of what is filled, at the newest schema, by the job that writes them. */
export async function fillClocks(pool: pg.Pool, db: Db): Promise<void> {
  await writeStarter(db, new Date())
  const { rows } = await pool.query(`select from papers where kind = 'work_permit' limit 1`)
  if (rows.length === 0) for (const statement of [PERMITS, CONFIRMED, PLACED]) await pool.query(statement)
  // All are written anew.
  await pool.query('truncate deadline_marks')
  await pool.query('update deadline_companies set rules_version = -1')
  await settleDeadlines({ db, rules: new RuleBook(db), now: () => new Date() })
}
