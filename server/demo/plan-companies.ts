import { DAY, HOUR, inOfficeHours } from './calendar.ts'
import { CUSTOMERS, type Customer, NEWCOMERS } from './customers.ts'
import { random } from './random.ts'

/** A customer and when it came; the first company of a contact comes with a registration, further ones are added. */
export interface PlannedCompany extends Customer {
  registered_at: number
  approved_at: number
  is_added: boolean
}

export const FIRST_DAYS_AGO = 425
/** As many are there from the beginning; the rest comes over the year. */
const FOUNDERS = 8

/** One in eight is a newcomer whose registration waits for approval. */
export function planCompanies(count: number, until: number) {
  const waiting = Math.min(NEWCOMERS.length, Math.max(1, Math.round(count / 8)))
  const seen = new Set<string>()
  const companies = CUSTOMERS.slice(0, count - waiting).map((customer, at): PlannedCompany => {
    const rng = random(`company ${at}`)
    const daysAgo = at < FOUNDERS ? FIRST_DAYS_AGO - at : FIRST_DAYS_AGO - 40 - (at - FOUNDERS) * 22 - rng.int(0, 8)
    const came = until - daysAgo * DAY
    const [registered_at = came, approved_at = came] = inOfficeHours([came, came + rng.int(2, 30) * HOUR], until, rng)
    const is_added = seen.has(customer.contact)
    seen.add(customer.contact)
    return { ...customer, registered_at, approved_at: is_added ? registered_at : approved_at, is_added }
  })
  const newcomers = NEWCOMERS.slice(0, waiting).map((customer, at) => ({ ...customer, registered_at: until - (at * 31 + 5) * HOUR }))
  return { companies, newcomers }
}
