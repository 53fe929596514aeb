import type pg from 'pg'

export const PERSONS_AT = '0019_persons'

/**
 * What 0021 fills in row by row, beside writers, by statements over whole tables: everybody in the filled portal has a passport, and one
 * record at most. Stages, where there are some, were all recorded with their application.
 */
const STATEMENTS = [
  `create temp table about on commit drop as
    select coalesce(e.id, a.first) id, a.* from (
      select company_id, passport_number, (array_agg(id order by submitted_at, id))[1] as first, (array_agg(id order by submitted_at desc, id desc))[1] as newest,
        max(submitted_at) as applied_at, max(coalesce(expiry_date, visa_expiry_date)) as dated
      from visa_applications group by company_id, passport_number) a
    left join employees e using (company_id, passport_number)`,
  `insert into persons (id, company_id, application_id, applied_at, expires_on, cancelled)
    select a.id, a.company_id, a.newest, a.applied_at, greatest(a.dated, e.visa_expiry_date), coalesce(e.status <> 'active', false)
    from about a left join employees e on e.id = a.id`,
  'update employees set person_id = id',
  `update visa_applications a set person_id = about.id, expires_on = coalesce(a.expiry_date, a.visa_expiry_date), stage_since = a.submitted_at,
      stage_status = case when a.status = 'completed' then 'Approved'
        when exists (select from stages s where s.application_id = a.id) then 'In Process' end
    from about where about.company_id = a.company_id and about.passport_number = a.passport_number`,
  `insert into expiring_days (slot, expires_on, people)
    select slot_of(company_id), expires_on, count(*) from persons where expires_on is not null and not cancelled group by 1, 2`,
  `insert into stage_days
    select a.company_id, m.day, m.stage, m.status, sum(m.moved) from visa_applications a, stage_moves(a.id, a.submitted_at, held_stages(a.id)) m
    group by 1, 2, 3, 4 having sum(m.moved) <> 0`,
  `insert into stage_day_totals
    select day, stage, status, slot_of(company_id), sum(moved) from stage_days group by 1, 2, 3, 4 having sum(moved) <> 0`,
  'vacuum analyze persons, employees, visa_applications, stage_days, stage_day_totals',
]

/** Fills in who each row is about, at the schema of that step. Needs a superuser. */
export async function fillPeople(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const [last = '', ...within] = STATEMENTS.toReversed()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of within.toReversed()) await client.query(statement)
    await client.query('commit')
    await client.query(last)
  } finally {
    client.release()
  }
}
