import { addDays, costOf, Deadline, daysLeft, dubaiDate, listDeadlines, OWN_OF_EMPLOYEE, type RuledFine, toAed } from 'contract'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { sample, textOrNull } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { deadlineFines, deadlines } from '../db/deadlines.table.ts'
import { employees } from '../db/people.table.ts'
import { finesIdOf, rowsOfFines } from './fines.ts'

const portal = startPortal()
const make = given(portal)
const TODAY = dubaiDate(START)
const COMPANY_NAME = 'Falcon "\\\t" شركة 😀'
const PERSON_NAME = '"\\\b\f\n\r\t\u2028\u007f ليلى'
const EMAIL = 'laila@people.example'

const FINES: RuledFine[] = [
  { in_force_from: '2024-01-01', value: { amount: 20.5, every: 'day', cap: 1_000 }, certain: true },
  { in_force_from: '2026-06-01', value: { amount: 100, every: 'month', months: 'begun' }, certain: false },
]
const day = fc.integer({ min: -400, max: 400 }).map((days) => addDays(TODAY, days))
const clock = fc.record({
  ...{ key: fc.constantFrom('residence_expiry' as const, OWN_OF_EMPLOYEE), due_on: day, certain: fc.boolean(), printed: fc.boolean() },
  ...{ rule_id: fc.option(fc.uuid()), application_id: fc.option(fc.uuid()), isFined: fc.boolean() },
  stop: fc.option(fc.record({ from: day, days: fc.option(fc.nat(60)), note: textOrNull })),
})

let company: { id: string }
let employee: { id: string }

beforeAll(async () => {
  const { db } = portal
  company = await make.company({ name: COMPANY_NAME })
  employee = await make.employee(company, { employee_name: PERSON_NAME, email: EMAIL })
  const [record] = await db.select().from(employees).where(eq(employees.id, employee.id))
  await db.insert(deadlineFines).values(rowsOfFines(new Map([[finesIdOf(FINES), FINES]])))
  const rows = sample(clock, 60).map(({ isFined, stop, ...each }) => ({
    ...{ ...each, id: v7(), company_id: company.id, person_id: record?.person_id, subject_id: v7(), counted_from: each.due_on },
    ...{ fines_id: isFined ? finesIdOf(FINES) : null, fined_from: isFined ? addDays(each.due_on, 1) : null, who: 'company' as const },
    ...{ stop_reason: stop && ('deported' as const), stopped_from: stop?.from, stop_note: stop?.note },
    ...{ stopped_until: stop && stop.days !== null ? addDays(stop.from, stop.days) : null, doubted: true, created_at: START.toISOString() },
  }))
  await db.insert(deadlines).values(rows)
})

/** From the table, in another way than the list reads it. */
async function expectedFor(isEmployee: boolean): Promise<Deadline[]> {
  const rows = await portal.db.select().from(deadlines).orderBy(asc(deadlines.due_on), asc(deadlines.id))
  return rows.map((row) => {
    const stop = row.stop_reason && row.stopped_from ? { reason: row.stop_reason, from: row.stopped_from, until: row.stopped_until } : null
    const cost = costOf(row, row.fines_id ? FINES : [], TODAY, stop ? [stop] : [])
    const isTheirs = !isEmployee || row.key === OWN_OF_EMPLOYEE
    const shown = isTheirs ? cost : null
    // The schema lets no other member through.
    return Deadline.parse({
      ...row,
      ...(!isTheirs && { rule_id: null, grace_rule_id: null, fined_from: null }),
      ...{ company_name: COMPANY_NAME, employee_id: employee.id, person_name: PERSON_NAME, renewal_application_id: null },
      ...{
        days_left: daysLeft(row.due_on, TODAY),
        counted: cost?.counted ?? row.certain,
        stop: isEmployee || !stop ? null : { ...stop, note: row.stop_note },
      },
      ...{ accrued: shown && toAed(shown.accrued), next_30_days: shown && toAed(shown.soon), cap: shown?.cap ? toAed(shown.cap) : null },
    })
  })
}

it.each(['admin', 'company_admin', 'employee'] as const)('clocks are written as the schema would write them, for: %s', async (role) => {
  const reader = await make.user(role, role === 'employee' ? { of: [company], employee_id: employee.id, email: EMAIL } : { of: [company] })
  const { reply } = await as(portal, reader).send(listDeadlines, { query: { limit: 200 } })
  expect(reply).toEqual(await expectedFor(role === 'employee'))
})
