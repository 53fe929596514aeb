import { createEmployee, DAY_MS, HOUR_MS, requestCancellation, updateEmployee } from 'contract'
import { dateOf, inOfficeHours, officeMoment } from './calendar.ts'
import type { PlannedCompany } from './companies.ts'
import { emiratesId, type Person, personOf } from './people.ts'
import { type Random, random } from './random.ts'
import { postsOf } from './tables.ts'
import { adminOf, idOf, ownerOf, type World } from './world.ts'

/** Somebody whose visa was made elsewhere and whom the company adds by hand. */
export interface PlannedEmployee {
  company: PlannedCompany
  person: Person
  added_at: number
  visa_number: string
  visa_expiry_date: string
  eid_number: string
  cancellation?: { asked_at: number; reason: string; notes: string | null; decided?: { at: number; status: 'active' | 'cancelled' } }
}

const CANCELLATIONS: { reason: string; notes: string | null }[] = [
  { reason: 'Resigned', notes: 'Last working day is the end of the month.' },
  { reason: 'End of contract', notes: null },
  { reason: 'Absconded', notes: 'Not seen since the holiday; police report is attached to our e-mail.' },
  { reason: 'Transferred to another sponsor', notes: 'NOC was given on Monday.' },
  { reason: 'Returned home for family reasons', notes: null },
  { reason: 'Did not pass probation', notes: 'Notice was served, all dues are paid.' },
]

/** Employees beyond those whose renewal is planned: settled ones, some expired, some who leave. */
export function planStaff(companies: PlannedCompany[], until: number): PlannedEmployee[] {
  return companies.flatMap((company, at) => {
    const rng = random(`staff of ${company.slug}`)
    const hire = (index: number, expiresIn: number) =>
      employeeOf(company, 10_000 + at * 100 + index, until + expiresIn * DAY_MS, until, rng)
    const settled = Array.from({ length: rng.int(1, 3) }, (_, index) => hire(index, rng.int(40, 640)))
    const expired = at % 3 === 1 ? [hire(10, -rng.int(2, 24))] : []
    const leaver = hire(20, rng.int(60, 400))
    return [...settled, ...expired, ...(at % 2 === 0 ? [{ ...leaver, cancellation: leaving(at / 2, until, rng) }] : [])]
  })
}

/** An employee whose visa runs out then; added in the first days after the company's approval. */
export function employeeOf(company: PlannedCompany, number: number, expires: number, until: number, rng: Random): PlannedEmployee {
  const added_at = officeMoment(company.approved_at + rng.int(24, 96) * HOUR_MS, { after: company.approved_at, until }, rng)
  return {
    company,
    person: personOf(number, rng.pick(postsOf(company.trade)), rng),
    added_at,
    visa_number: visaNumber(rng, [23, 24]),
    visa_expiry_date: dateOf(expires),
    eid_number: emiratesId(rng, number % 9 !== 4),
  }
}

export const visaNumber = (rng: Random, [from, to]: [from: number, to: number]): string =>
  rng.filled(`${rng.pick([101, 201, 301])}/20${rng.int(from, to)}/7######`)

/** In turn: open, cancelled, open, taken back. */
function leaving(turn: number, until: number, rng: Random): NonNullable<PlannedEmployee['cancellation']> {
  const because = CANCELLATIONS[turn % CANCELLATIONS.length] ?? rng.pick(CANCELLATIONS)
  if (turn % 2 === 0) return { ...because, asked_at: officeMoment(until - rng.int(10, 200) * HOUR_MS, { after: 0, until }, rng) }
  const asked = until - rng.int(20, 28) * DAY_MS
  const [asked_at = asked, at = asked] = inOfficeHours([asked, asked + rng.int(2, 9) * DAY_MS], until, rng)
  return { ...because, asked_at, decided: { at, status: turn % 4 === 1 ? 'cancelled' : 'active' } }
}

/** Somebody is added by hand; the visa may be cancelled. */
export function playEmployee(world: World, employee: PlannedEmployee): void {
  const { company, person, added_at, cancellation } = employee
  const { events } = world
  events.push({ at: added_at, act: () => add(world, employee) })
  if (!cancellation) return
  const { asked_at, reason, notes, decided } = cancellation
  const ask = () => ownerOf(world).send(requestCancellation, { body: { employee_id: idOf(world, person), reason, notes } })
  events.push({ at: asked_at, act: ask })
  if (!decided) return
  const admin = adminOf(world, random(`cancellation of ${company.slug} ${person.passport_number}`))
  const decide = () => admin.send(updateEmployee, { params: { id: idOf(world, person) }, body: { status: decided.status } })
  events.push({ at: decided.at, act: decide })
}

async function add(world: World, { company, person, visa_number, visa_expiry_date, eid_number }: PlannedEmployee): Promise<void> {
  const { name, passport_number, nationality, designation, mobile, email } = person
  const { id } = await ownerOf(world).send(createEmployee, {
    body: {
      company_id: idOf(world, company),
      employee_name: name,
      passport_number,
      nationality,
      designation,
      visa_number,
      visa_expiry_date,
      eid_number,
      eid_expiry_date: visa_expiry_date,
      mobile: mobile.uae,
      email,
    },
  })
  world.ids.set(person, id)
}
