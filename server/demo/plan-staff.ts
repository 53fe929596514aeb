import { DAY, dateOf, HOUR, inOfficeHours, officeMoment } from './calendar.ts'
import { CANCELLATIONS } from './notes.ts'
import { emiratesId, type Person, personOf } from './people.ts'
import type { PlannedCompany } from './plan-companies.ts'
import { type Random, random } from './random.ts'
import { postsOf } from './trades.ts'

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

/** Employees beyond those whose renewal is planned: settled ones, some expired, some who leave. */
export function planStaff(companies: PlannedCompany[], until: number): PlannedEmployee[] {
  return companies.flatMap((company, at) => {
    const rng = random(`staff of ${company.slug}`)
    const hire = (index: number, expiresIn: number) => employeeOf(company, 10_000 + at * 100 + index, until + expiresIn * DAY, until, rng)
    const settled = Array.from({ length: rng.int(1, 3) }, (_, index) => hire(index, rng.int(40, 640)))
    const expired = at % 3 === 1 ? [hire(10, -rng.int(2, 24))] : []
    const leaver = hire(20, rng.int(60, 400))
    return [...settled, ...expired, ...(at % 2 === 0 ? [{ ...leaver, cancellation: leaving(at / 2, until, rng) }] : [])]
  })
}

/** An employee whose visa runs out then; added in the first days after the company's approval. */
export function employeeOf(company: PlannedCompany, number: number, expires: number, until: number, rng: Random): PlannedEmployee {
  const added_at = officeMoment(company.approved_at + rng.int(24, 96) * HOUR, { after: company.approved_at, until }, rng)
  return {
    company,
    person: personOf(number, rng.pick(postsOf(company.trade)), rng),
    added_at,
    visa_number: rng.filled(`${rng.pick([101, 201, 301])}/20${rng.int(23, 24)}/7######`),
    visa_expiry_date: dateOf(expires),
    eid_number: emiratesId(rng, number % 9 !== 4),
  }
}

/** In turn: open, cancelled, open, taken back. */
function leaving(turn: number, until: number, rng: Random): NonNullable<PlannedEmployee['cancellation']> {
  const because = CANCELLATIONS[turn % CANCELLATIONS.length] ?? rng.pick(CANCELLATIONS)
  if (turn % 2 === 0) return { ...because, asked_at: officeMoment(until - rng.int(10, 200) * HOUR, { after: 0, until }, rng) }
  const asked = until - rng.int(20, 28) * DAY
  const [asked_at = asked, at = asked] = inOfficeHours([asked, asked + rng.int(2, 9) * DAY], until, rng)
  return { ...because, asked_at, decided: { at, status: turn % 4 === 1 ? 'cancelled' : 'active' } }
}
