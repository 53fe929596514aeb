import { createEmployee, DAY_MS, HOUR_MS, requestCancellation, updateEmployee } from 'contract'
import type { PlannedCompany } from './companies.ts'
import { emiratesId, type Person, personOf, visaNumber } from './people.ts'
import { type Random, random } from './random.ts'
import { CANCELLATIONS, postsOf } from './tables.ts'
import { dateOf, officeHour, type Story, type World } from './world.ts'

/** Somebody whose visa was made elsewhere and whom the company adds by hand. */
export interface PlannedEmployee {
  company: PlannedCompany
  person: Person
  added_at: number
  residence: Record<'visa_number' | 'visa_expiry_date' | 'eid_number' | 'eid_expiry_date', string>
}

/** An employee whose visa runs out then; added in the first days after the company's approval. */
export function employeeOf(company: PlannedCompany, number: number, expires: number, rng: Random): PlannedEmployee {
  const date = dateOf(expires)
  const eid_number = emiratesId(rng, number % 9 !== 4)
  return {
    company,
    person: personOf(number, rng.pick(postsOf(company.trade)), rng),
    added_at: officeHour(company.approved_at + rng.int(72, 144) * HOUR_MS, rng),
    residence: { visa_number: visaNumber(rng, [23, 24]), visa_expiry_date: date, eid_number, eid_expiry_date: date },
  }
}

/** Employees beyond those whose renewal is planned: settled ones, some expired, some who leave. */
export function staffOf(world: World, company: PlannedCompany, at: number, until: number): Story<unknown>[] {
  const rng = random(`staff of ${company.slug}`)
  const hire = (index: number, expiresIn: number) => employeeOf(company, 10_000 + at * 100 + index, until + expiresIn * DAY_MS, rng)
  const settled = Array.from({ length: rng.int(1, 3) }, (_, index) => hire(index, rng.int(40, 640)))
  if (at % 3 === 1) settled.push(hire(10, -rng.int(2, 24)))
  const stories: Story<unknown>[] = settled.map((employee) => employ(world, employee))
  return at % 2 === 0 ? [...stories, leave(world, hire(20, rng.int(60, 400)), at / 2, until)] : stories
}

/** Somebody is added by hand. Returns the id. */
export async function* employ(world: World, { company, person, added_at, residence }: PlannedEmployee): Story<string> {
  yield added_at
  const body = { ...person.fields, ...residence, mobile: person.mobile.uae, company_id: company.id }
  return (await world.owner.send(createEmployee, { body })).id
}

/** Somebody whose visa is to be cancelled; the request is, in turn: open, granted, open, taken back. */
async function* leave(world: World, employee: PlannedEmployee, turn: number, until: number): Story {
  const rng = random(`cancellation of ${employee.person.fields.passport_number}`)
  const employee_id = yield* employ(world, employee)
  const is_open = turn % 2 === 0
  const asked_at = officeHour(until - (is_open ? rng.int(24, 200) * HOUR_MS : rng.int(20, 28) * DAY_MS), rng)
  yield asked_at
  const { reason, notes } = CANCELLATIONS[turn % CANCELLATIONS.length] ?? rng.pick(CANCELLATIONS)
  await world.owner.send(requestCancellation, { body: { employee_id, reason, notes } })
  if (is_open) return
  yield officeHour(asked_at + rng.int(2, 9) * DAY_MS, rng)
  const status = turn % 4 === 1 ? 'cancelled' : 'active'
  await rng.pick(world.admins).send(updateEmployee, { params: { id: employee_id }, body: { status } })
}
