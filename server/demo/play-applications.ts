import {
  type ApplicationSlot,
  addStage,
  getApplication,
  type Input,
  listEmployees,
  renewEmployee,
  type StageName,
  setApplicationDocuments,
  setExpiryDate,
  submitApplication,
  updateEmployee,
  updateStage,
} from 'contract'
import { DAY, HOUR, officeMoment } from './calendar.ts'
import type { Caller } from './caller.ts'
import { applicationPaper, stagePaper } from './papers.ts'
import { emiratesId, salaryBreakup } from './people.ts'
import type { PlannedApplication } from './plan-applications.ts'
import { keyOf } from './play-staff.ts'
import { type Random, random } from './random.ts'
import { adminOf, companyId, type Event, known, ownerOf, upload, type World } from './world.ts'

/** An application from its submission to where it stands today. */
export function applicationEvents(world: World, planned: PlannedApplication): Event[] {
  const { submitted_at, late, steps, issued } = planned
  const rng = random(`playing ${planned.number}`)
  const stages = new Map<StageName, string>()
  const events: Event[] = [{ at: submitted_at, act: () => submit(world, planned, rng) }]
  if (late) events.push({ at: late.at, act: () => handInLater(world, planned, late.slots) })
  for (const step of steps) events.push({ at: step.at, act: () => take(world, planned, step, stages, rng) })
  if (!issued) return events
  const setExpiry = async () => {
    const params = { id: known(world.applications, planned.number) }
    await adminOf(world, rng).send(setExpiryDate, { params, query: { expiry_date: issued.until } })
  }
  events.push({ at: issued.at, act: setExpiry })
  const known_at = officeMoment(issued.at + rng.int(1, 5) * DAY, { after: issued.at + HOUR, until: world.until }, rng)
  if (rng.chance(0.75)) events.push({ at: known_at, act: () => completeRecord(world, planned, rng) })
  return events
}

async function submit(world: World, planned: PlannedApplication, rng: Random): Promise<void> {
  const by = planned.by_admin ? adminOf(world, rng) : ownerOf(world, planned.company)
  const { id } = planned.by_request
    ? await by.send(renewEmployee, { body: { employee_id: await employeeId(world, planned, rng) } })
    : await by.send(submitApplication, { body: await form(world, planned, by, rng) })
  world.applications.set(planned.number, id)
}

/** The record that the company added, or the one that the person's completed application made. */
async function employeeId(world: World, planned: PlannedApplication, rng: Random): Promise<string> {
  const added = world.employees.get(keyOf(planned))
  if (added) return added
  const [employee] = await adminOf(world, rng).send(listEmployees, { query: { q: planned.person.passport_number } })
  if (!employee) throw new Error(`${keyOf(planned)} has no employee record yet`)
  return employee.id
}

type Form = Input<typeof submitApplication>['body']

async function form(world: World, planned: PlannedApplication, by: Caller, rng: Random): Promise<Form> {
  const { person, employee } = planned
  const common = {
    application_type: planned.application_type,
    company_id: companyId(world, planned.company),
    employee_name: person.name,
    nationality: person.nationality,
    designation: person.designation,
    visa_type: planned.visa_type,
    priority: planned.fast_track ? ('fast_track' as const) : ('normal' as const),
    documents: await upload(by, papersOf(world, planned, planned.slots)),
  }
  if (employee) return { ...common, employee_id: known(world.employees, keyOf(employee)), visa_expiry_date: employee.visa_expiry_date }
  return {
    ...common,
    passport_number: person.passport_number,
    employee_location: planned.employee_location,
    mobile: planned.employee_location === 'inside_uae' ? person.mobile.uae : person.mobile.home,
    email: person.email,
    salary_breakup: salaryBreakup(person.salary),
    notice_period: rng.pick(['30 days', '30 days', '60 days', '90 days']),
    probation_period: rng.pick(['6 months', '6 months', '3 months', 'No probation']),
    annual_leave_type: rng.chance(0.7) ? 'working_days' : 'calendar_days',
    ticket_frequency: rng.chance(0.6) ? 'annual' : '2_years',
  }
}

function papersOf(world: World, { person }: PlannedApplication, slots: ApplicationSlot[]) {
  const at = world.stage.clock.moment.getTime()
  return Object.fromEntries(slots.map((slot) => [slot, applicationPaper(slot, person, at - 500 * DAY)]))
}

async function handInLater(world: World, planned: PlannedApplication, slots: ApplicationSlot[]): Promise<void> {
  const owner = ownerOf(world, planned.company)
  const documents = await upload(owner, papersOf(world, planned, slots))
  await owner.send(setApplicationDocuments, { params: { id: known(world.applications, planned.number) }, body: { documents } })
}

async function take(
  world: World,
  planned: PlannedApplication,
  { stage, status, notes, document }: PlannedApplication['steps'][number],
  stages: Map<StageName, string>,
  rng: Random,
): Promise<void> {
  const admin = adminOf(world, rng)
  const at = world.stage.clock.moment.getTime()
  const paper = document ? await upload(admin, { document: stagePaper(stage, planned.person, planned.company, at) }) : {}
  const body = { status, ...(notes && { notes }), ...paper }
  const added = stages.get(stage)
  if (added) await admin.send(updateStage, { params: { id: added }, body })
  else {
    const params = { id: known(world.applications, planned.number) }
    stages.set(stage, (await admin.send(addStage, { params, body: { stage_name: stage, ...body } })).id)
  }
}

/** What the company types from the new residence: the numbers of visa and Emirates ID. */
async function completeRecord(world: World, planned: PlannedApplication, rng: Random): Promise<void> {
  const id = known(world.applications, planned.number)
  const admin = adminOf(world, rng)
  const { employee_id, expiry_date } = await admin.send(getApplication, { params: { id }, query: { documents: 'link' } })
  if (!employee_id) return
  world.employees.set(keyOf(planned), employee_id)
  const body = {
    visa_number: rng.filled(`${rng.pick([101, 201, 301])}/20${rng.int(25, 26)}/7######`),
    eid_number: planned.employee?.eid_number ?? emiratesId(rng, !rng.chance(0.05)),
    eid_expiry_date: expiry_date,
  }
  const by = rng.chance(0.7) ? ownerOf(world, planned.company) : admin
  await by.send(updateEmployee, { params: { id: employee_id }, body })
}
