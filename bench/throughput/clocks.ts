import { costOf, type Deadline, daysLeft, dubaiDate, MAX_COUNTED, toAed } from 'contract'
import { finesOfRow } from '../../server/src/deadlines/fines.ts'
import type { Row, Scenario } from './scenario.ts'

// What is late over all companies, and what it costs.

/** $1 is the day in Dubai. */
const LATE = `select d.id, d.key, d.company_id, c.name company_name, e.id employee_id,
    coalesce(e.employee_name, (select a.employee_name from visa_applications a where a.id = d.application_id)) person_name,
    d.application_id, d.paper_id, (select a.id from visa_applications a where a.person_id = d.person_id and a.application_type = 'renewal'
      and a.status = 'active' limit 1) renewal_application_id, d.rule_id, d.grace_rule_id, d.counted_from::text, d.due_on::text, d.printed,
    d.fined_from::text, d.who, null stop, d.certain, (select json_agg(json_build_object('in_force_from', f.in_force_from, 'every', f.every,
      'months', f.months, 'amount', f.amount, 'cap', f.cap, 'certain', f.certain) order by f.in_force_from) from deadline_fines f where f.id = d.fines_id) fines,
    (select count(*)::int from (select 1 from deadlines where closed_at is null and due_on < $1::date limit ${MAX_COUNTED + 1}) counted) total
  from deadlines d join companies c on c.id = d.company_id left join lateral (select r.id, r.employee_name from employees r where r.person_id = d.person_id
    order by r.created_at desc, r.id desc limit 1) e on true
  where d.closed_at is null and d.due_on < $1::date order by d.due_on, d.id limit 50`

type Late = Deadline & { certain: boolean; fines: Parameters<typeof finesOfRow>[0]; total: number }

function shown({ certain, fines, total: _, ...row }: Late): Row {
  const today = dubaiDate(new Date())
  const cost = costOf({ fined_from: row.fined_from, certain }, finesOfRow(fines), today, [])
  const amounts = cost && { accrued: toAed(cost.accrued), next_30_days: toAed(cost.soon), cap: cost.cap ? toAed(cost.cap) : null }
  const money = amounts ?? { accrued: null, next_30_days: null, cap: null }
  return { ...row, days_left: daysLeft(row.due_on, today), counted: cost?.counted ?? certain, ...money }
}

/** As it is kept by company. */
const RISK = `select sum(late)::int late, sum(due_soon)::int due_in_30_days, sum(accrued)::float8 / 100 accrued, sum(soon)::float8 / 100 next_30_days,
  sum(uncounted)::int uncounted from deadline_companies where risk_version = version and risk_day = $1::date`

const today = () => [dubaiDate(new Date())]

export const CLOCKS: Scenario[] = [
  {
    name: 'K late clocks of all',
    requests: ({ admins }) => admins.map(({ cookie }) => ({ method: 'GET', path: '/api/deadlines?late=true&limit=50', cookie })),
    limit: { sql: LATE, values: today, reply: (rows) => (rows as unknown as Late[]).map(shown) },
  },
  {
    name: 'R risk of all',
    requests: ({ admins }) => admins.map(({ cookie }) => ({ method: 'GET', path: '/api/deadlines/risk', cookie })),
    limit: { sql: RISK, values: today, reply: ([row]) => ({ ...row, by_key: [], by_company: [] }) },
  },
]
