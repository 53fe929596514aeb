import {
  APPLICATION_SLOTS,
  type ApplicationSlot,
  addStage,
  DAY_MS,
  getApplication,
  HOUR_MS,
  type Input,
  listEmployees,
  RENEWAL_SLOTS,
  renewEmployee,
  type StageName,
  setApplicationDocuments,
  setExpiryDate,
  submitApplication,
  updateEmployee,
  updateStage,
} from 'contract'
import type { PlannedApplication } from './applications.ts'
import { applicationPaper, stagePaper } from './papers.ts'
import { emiratesId, type Person, salaryBreakup, visaNumber } from './people.ts'
import { type Random, random } from './random.ts'
import type { Step } from './stages.ts'
import { usualOf } from './tables.ts'
import { type Caller, officeHour, type Story, upload, type World } from './world.ts'

/** An application from its submission to where it stands today. */
export async function* apply(world: World, planned: PlannedApplication): Story {
  const { number, submitted_at, steps, issued } = planned
  const rng = random(`playing ${number}`)
  const { now, later } = slotsOf(planned, rng)
  yield submitted_at
  const by = rng.chance(0.08) ? rng.pick(world.admins) : world.owner
  const { id } = planned.by_request
    ? await by.send(renewEmployee, { body: { employee_id: await recordOf(world, planned.person) } })
    : await by.send(submitApplication, { body: await form(world, planned, await upload(by, papersOf(planned, now)), rng) })
  const params = { id }
  const stages = new Map<StageName, string>()
  const events: { at: number; act: () => Promise<unknown> }[] = steps.map((step) => {
    return { at: step.at, act: () => take(world, planned, { id, step, stages }, rng) }
  })
  const handIn = async () => {
    const documents = await upload(world.owner, papersOf(planned, later))
    await world.owner.send(setApplicationDocuments, { params, body: { documents } })
  }
  const late_at = officeHour(submitted_at + rng.int(2, 30) * HOUR_MS, rng)
  const isOpen = planned.ending !== 'completed' || late_at < (steps.at(-1)?.at ?? 0)
  if (later.length > 0 && isOpen) events.push({ at: late_at, act: handIn })
  if (issued) {
    const query = { expiry_date: issued.until }
    events.push({ at: issued.at, act: () => rng.pick(world.admins).send(setExpiryDate, { params, query }) })
    const known_at = officeHour(issued.at + rng.int(3, 7) * DAY_MS, rng)
    if (rng.chance(0.75)) events.push({ at: known_at, act: () => completeRecord(world, planned, id, rng) })
  }
  for (const { at, act } of events.toSorted((one, other) => one.at - other.at)) {
    yield at
    await act()
  }
}

/** Which papers come with the submission, and which later (S7): nearly all hand in the passport, most a photo, few the rest. */
function slotsOf({ kind, employee, by_request }: PlannedApplication, rng: Random): Record<'now' | 'later', ApplicationSlot[]> {
  if (kind.application_type === 'renewal') {
    const slots = [...RENEWAL_SLOTS]
    return by_request ? { now: [], later: employee ? slots : [] } : { now: slots, later: [] }
  }
  const shares: Partial<Record<ApplicationSlot, number>> = { passport_front: 0.97, photo: 0.8 }
  const wanted = APPLICATION_SLOTS.slice(0, 5).filter((slot) => rng.chance(shares[slot] ?? 0.2))
  const now = rng.chance(0.15) ? wanted.slice(0, 1) : wanted
  return { now, later: wanted.slice(now.length) }
}

const papersOf = ({ person, submitted_at }: PlannedApplication, slots: ApplicationSlot[]) =>
  Object.fromEntries(slots.map((slot) => [slot, applicationPaper(slot, person, submitted_at - 500 * DAY_MS)]))

/** The id of the person's employee record. */
async function recordOf({ admins }: World, { fields }: Person): Promise<string> {
  const [employee] = (await admins[0]?.send(listEmployees, { query: { q: fields.passport_number } })) ?? []
  if (!employee) throw new Error(`${fields.employee_name} has no employee record yet`)
  return employee.id
}

type Form = Input<typeof submitApplication>['body']

async function form(world: World, planned: PlannedApplication, documents: Form['documents'], rng: Random): Promise<Form> {
  const { kind, company, person, employee } = planned
  const { fast_track, employee_location, ...more } = kind
  const { passport_number, email, ...names } = person.fields
  const common = {
    ...more,
    ...names,
    company_id: company.id,
    priority: fast_track ? ('fast_track' as const) : ('normal' as const),
    documents,
  }
  if (employee) return { ...common, employee_id: await recordOf(world, person), visa_expiry_date: employee.residence.visa_expiry_date }
  return {
    ...common,
    passport_number,
    email,
    employee_location,
    mobile: employee_location === 'inside_uae' ? person.mobile.uae : person.mobile.home,
    salary_breakup: salaryBreakup(person.salary),
    notice_period: rng.pick(['30 days', '30 days', '60 days', '90 days']),
    probation_period: rng.pick(['6 months', '6 months', '3 months', 'No probation']),
    annual_leave_type: rng.chance(0.7) ? 'working_days' : 'calendar_days',
    ticket_frequency: rng.chance(0.6) ? 'annual' : '2_years',
  }
}

interface Taken {
  id: string
  step: Step & { at: number }
  /** The ids of the stages recorded so far. */
  stages: Map<StageName, string>
}

/** Records a step. A note is always written for a rejection and where it replaces an earlier one, else now and then. */
async function take({ admins }: World, planned: PlannedApplication, { id, step, stages }: Taken, rng: Random): Promise<void> {
  const { stage, status, at } = step
  const admin = rng.pick(admins)
  const added = stages.get(stage)
  const notes = usualOf(stage).notes[status]
  const isGivenOut = status === 'Approved' && rng.chance(stage === 'Visa Stamping' ? 0.9 : 0.35)
  const body = {
    status,
    ...(notes.length > 0 && rng.chance(added || status === 'Rejected' ? 1 : 0.3) && { notes: rng.pick(notes) }),
    ...(isGivenOut && (await upload(admin, { document: stagePaper(stage, planned.person, planned.company, at) }))),
  }
  if (added) await admin.send(updateStage, { params: { id: added }, body })
  else stages.set(stage, (await admin.send(addStage, { params: { id }, body: { stage_name: stage, ...body } })).id)
}

/** What the company types from the new residence: the numbers of visa and Emirates ID. */
async function completeRecord(world: World, { employee }: PlannedApplication, id: string, rng: Random): Promise<void> {
  const by: Caller = rng.chance(0.7) ? world.owner : rng.pick(world.admins)
  const { employee_id, expiry_date } = await by.send(getApplication, { params: { id }, query: { documents: 'link' } })
  if (!employee_id) return
  const eid_number = employee?.residence.eid_number ?? emiratesId(rng, !rng.chance(0.05))
  const body = { visa_number: visaNumber(rng, [25, 26]), eid_number, eid_expiry_date: expiry_date }
  await by.send(updateEmployee, { params: { id: employee_id }, body })
}
