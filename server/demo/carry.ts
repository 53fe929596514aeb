import {
  type ApplicationSlot,
  addStage,
  DAY_MS,
  getApplication,
  HOUR_MS,
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
import type { PlannedApplication } from './applications.ts'
import { officeMoment } from './calendar.ts'
import { applicationPaper, stagePaper } from './papers.ts'
import { emiratesId, salaryBreakup } from './people.ts'
import { type Random, random } from './random.ts'
import { visaNumber } from './staff.ts'
import { adminOf, type Caller, idOf, ownerOf, upload, type World } from './world.ts'

/** An application from its submission to where it stands today. */
export function playApplication(world: World, planned: PlannedApplication): void {
  const { submitted_at, late, steps, issued } = planned
  const rng = random(`playing ${planned.number}`)
  const { events, until } = world
  const stages = new Map<StageName, string>()
  events.push({ at: submitted_at, act: () => submit(world, planned, rng) })
  if (late) events.push({ at: late.at, act: () => handInLater(world, planned, late.slots) })
  for (const step of steps) events.push({ at: step.at, act: () => take(world, planned, step, stages, rng) })
  if (!issued) return
  const setExpiry = () =>
    adminOf(world, rng).send(setExpiryDate, { params: { id: idOf(world, planned) }, query: { expiry_date: issued.until } })
  events.push({ at: issued.at, act: setExpiry })
  const known_at = officeMoment(issued.at + rng.int(1, 5) * DAY_MS, { after: issued.at + HOUR_MS, until }, rng)
  if (rng.chance(0.75)) events.push({ at: known_at, act: () => completeRecord(world, planned, rng) })
}

async function submit(world: World, planned: PlannedApplication, rng: Random): Promise<void> {
  const by = planned.by_admin ? adminOf(world, rng) : ownerOf(world)
  const { id } = planned.by_request
    ? await by.send(renewEmployee, { body: { employee_id: await employeeId(world, planned, rng) } })
    : await by.send(submitApplication, { body: await form(world, planned, by, rng) })
  world.ids.set(planned, id)
}

/** The record that the company added, or the one that the person's completed application made. */
async function employeeId(world: World, { person }: PlannedApplication, rng: Random): Promise<string> {
  const added = world.ids.get(person)
  if (added) return added
  const [employee] = await adminOf(world, rng).send(listEmployees, { query: { q: person.passport_number } })
  if (!employee) throw new Error(`${person.name} has no employee record yet`)
  return employee.id
}

async function form(world: World, planned: PlannedApplication, by: Caller, rng: Random): Promise<Input<typeof submitApplication>['body']> {
  const { person, employee, employee_location } = planned
  const common = {
    application_type: planned.application_type,
    company_id: idOf(world, planned.company),
    employee_name: person.name,
    nationality: person.nationality,
    designation: person.designation,
    visa_type: planned.visa_type,
    priority: planned.fast_track ? ('fast_track' as const) : ('normal' as const),
    documents: await upload(by, papersOf(world, planned, planned.slots)),
  }
  if (employee) return { ...common, employee_id: idOf(world, person), visa_expiry_date: employee.visa_expiry_date }
  return {
    ...common,
    passport_number: person.passport_number,
    employee_location,
    mobile: employee_location === 'inside_uae' ? person.mobile.uae : person.mobile.home,
    email: person.email,
    salary_breakup: salaryBreakup(person.salary),
    notice_period: rng.pick(['30 days', '30 days', '60 days', '90 days']),
    probation_period: rng.pick(['6 months', '6 months', '3 months', 'No probation']),
    annual_leave_type: rng.chance(0.7) ? 'working_days' : 'calendar_days',
    ticket_frequency: rng.chance(0.6) ? 'annual' : '2_years',
  }
}

const now = (world: World): number => world.stage.clock.moment.getTime()

const papersOf = (world: World, { person }: PlannedApplication, slots: ApplicationSlot[]) =>
  Object.fromEntries(slots.map((slot) => [slot, applicationPaper(slot, person, now(world) - 500 * DAY_MS)]))

async function handInLater(world: World, planned: PlannedApplication, slots: ApplicationSlot[]): Promise<void> {
  const documents = await upload(ownerOf(world), papersOf(world, planned, slots))
  await ownerOf(world).send(setApplicationDocuments, { params: { id: idOf(world, planned) }, body: { documents } })
}

type Step = PlannedApplication['steps'][number]

async function take(world: World, planned: PlannedApplication, step: Step, stages: Map<StageName, string>, rng: Random): Promise<void> {
  const { stage, status, notes, document } = step
  const admin = adminOf(world, rng)
  const paper = document ? await upload(admin, { document: stagePaper(stage, planned.person, planned.company, now(world)) }) : {}
  const body = { status, ...(notes && { notes }), ...paper }
  const added = stages.get(stage)
  if (added) await admin.send(updateStage, { params: { id: added }, body })
  else {
    const made = await admin.send(addStage, { params: { id: idOf(world, planned) }, body: { stage_name: stage, ...body } })
    stages.set(stage, made.id)
  }
}

/** What the company types from the new residence: the numbers of visa and Emirates ID. */
async function completeRecord(world: World, planned: PlannedApplication, rng: Random): Promise<void> {
  const admin = adminOf(world, rng)
  const { employee_id, expiry_date } = await admin.send(getApplication, {
    params: { id: idOf(world, planned) },
    query: { documents: 'link' },
  })
  if (!employee_id) return
  world.ids.set(planned.person, employee_id)
  const body = {
    visa_number: visaNumber(rng, [25, 26]),
    eid_number: planned.employee?.eid_number ?? emiratesId(rng, !rng.chance(0.05)),
    eid_expiry_date: expiry_date,
  }
  await (rng.chance(0.7) ? ownerOf(world) : admin).send(updateEmployee, { params: { id: employee_id }, body })
}
