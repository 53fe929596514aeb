import { createEmployee, requestCancellation, updateEmployee } from 'contract'
import type { PlannedEmployee } from './plan-staff.ts'
import { random } from './random.ts'
import { adminOf, companyId, type Event, known, ownerOf, type World } from './world.ts'

/** How the company's record of somebody is known. */
export const keyOf = ({ company, person }: Pick<PlannedEmployee, 'company' | 'person'>): string =>
  `${company.slug} ${person.passport_number}`

/** Somebody who is added by hand, and whose visa may be cancelled. */
export function staffEvents(world: World, employee: PlannedEmployee): Event[] {
  const { added_at, cancellation } = employee
  const events: Event[] = [{ at: added_at, act: () => add(world, employee) }]
  if (!cancellation) return events
  const { asked_at, reason, notes, decided } = cancellation
  const id = () => known(world.employees, keyOf(employee))
  const ask = async () => {
    await ownerOf(world, employee.company).send(requestCancellation, { body: { employee_id: id(), reason, notes } })
  }
  events.push({ at: asked_at, act: ask })
  if (decided) {
    const decide = async () => {
      const admin = adminOf(world, random(`cancellation of ${keyOf(employee)}`))
      await admin.send(updateEmployee, { params: { id: id() }, body: { status: decided.status } })
    }
    events.push({ at: decided.at, act: decide })
  }
  return events
}

async function add(world: World, employee: PlannedEmployee): Promise<void> {
  const { company, person, visa_number, visa_expiry_date, eid_number } = employee
  const made = await ownerOf(world, company).send(createEmployee, {
    body: {
      company_id: companyId(world, company),
      employee_name: person.name,
      passport_number: person.passport_number,
      nationality: person.nationality,
      designation: person.designation,
      ...{ visa_number, visa_expiry_date, eid_number, eid_expiry_date: visa_expiry_date },
      mobile: person.mobile.uae,
      email: person.email,
    },
  })
  world.employees.set(keyOf(employee), made.id)
}
