import { APPLICATION_SLOTS, type ApplicationSlot, addDays, DAY_MS, HOUR_MS, MINUTE_MS, RENEWAL_SLOTS, STAGE_NAMES } from 'contract'
import { dateOf, inOfficeHours, officeMoment } from './calendar.ts'
import type { PlannedCompany } from './companies.ts'
import { type Person, personOf } from './people.ts'
import { type Random, random } from './random.ts'
import { employeeOf, type PlannedEmployee } from './staff.ts'
import { type Ending, type Kind, type Step, stagesOf, stepsTo } from './stages.ts'
import { type Post, postsOf } from './tables.ts'

export interface PlannedApplication extends Kind {
  number: number
  company: PlannedCompany
  person: Person
  /** Of a renewal: the record that the company keeps by hand; absent when an earlier application made it. */
  employee?: PlannedEmployee
  /** Asked for on the Employees screen, without a form. */
  by_request: boolean
  by_admin: boolean
  submitted_at: number
  slots: ApplicationSlot[]
  /** Documents that come some days later (S7). */
  late?: { at: number; slots: ApplicationSlot[] }
  steps: (Step & { at: number })[]
  ending: Ending
  /** The new visa's last day, and when it is known. */
  issued?: { at: number; until: string }
}

const COMPLETED_SHARE = 0.6
const OLDEST_COMPLETION = 372

/** The states in which applications are found today, in turn. */
const OPEN: Ending[] = [
  ...STAGE_NAMES.flatMap((stage): Ending[] => [
    ...(['Submitted', 'In Process', 'In Process', 'Rejected'] as const).map((status) => ({ stage, status })),
    ...(stage === 'Visa Stamping' ? [] : [{ stage, status: 'Approved' as const }]),
  ]),
  ...(['waiting', 'waiting', 'waiting'] as const),
]

/** As many applications, in the order of their submission. */
export function planApplications(companies: PlannedCompany[], many: number, until: number): PlannedApplication[] {
  const open = random('open endings').shuffled(OPEN)
  const completed = Math.round(many * COMPLETED_SHARE)
  const planned: PlannedApplication[] = []
  for (let number = 0; number < many; number++) {
    const ending = number < completed ? 'completed' : (open[(number - completed) % open.length] ?? 'waiting')
    planned.push(planOne(companies, planned, number, ending, until))
  }
  tryAgain(planned)
  return planned.toSorted((one, other) => one.submitted_at - other.submitted_at)
}

function planOne(companies: PlannedCompany[], earlier: PlannedApplication[], number: number, ending: Ending, until: number) {
  const rng = random(`application ${number}`)
  const kind = kindFor(ending, rng)
  const steps = stepsTo(ending, kind, rng)
  const begun = until - (lastDaysAgo(ending, rng) + (steps.at(-1)?.after ?? 0)) * DAY_MS
  const [submitted_at = begun, ...times] = inOfficeHours([begun, ...steps.map(({ after }) => begun + after * DAY_MS)], until, rng)
  const timed = steps.map((step, at) => ({ ...step, at: times[at] ?? until }))
  const found = { number, ending, submitted_at, steps: timed, by_admin: rng.chance(0.08), ...kind }
  const issued = ending === 'completed' ? issueOf(timed.at(-1)?.at ?? until, number, kind, until, rng) : undefined
  const isRenewal = kind.application_type === 'renewal'
  const again = isRenewal && ending !== 'completed' ? runningOut(earlier, until, rng) : undefined
  if (again) return { ...found, company: again.company, person: again.person, by_request: true, slots: [] }
  const since = submitted_at - (isRenewal ? 8 : 1) * DAY_MS
  const company = rng.weighted(companies.filter(({ approved_at }) => approved_at < since))
  const rest = { ...found, company, ...(issued && { issued }) }
  return isRenewal ? renewalOf(rest, until, rng) : newcomerOf(rest, until, rng)
}

type Begun = Omit<PlannedApplication, 'person' | 'slots' | 'by_request'>

const INVESTOR: Post = ['Partner', 30_000]
/** How many hand in a paper: nearly all the passport, most a photo, few the rest. */
const shareOf = (slot: ApplicationSlot): number => (slot === 'passport_front' ? 0.97 : slot === 'photo' ? 0.8 : 0.2)

function newcomerOf(begun: Begun, until: number, rng: Random): PlannedApplication {
  const post = begun.visa_type === 'investor' ? INVESTOR : rng.pick(postsOf(begun.company.trade))
  const person = personOf(begun.number, post, rng)
  const wanted = APPLICATION_SLOTS.slice(0, 5).filter((slot) => rng.chance(shareOf(slot)))
  const later = rng.chance(0.15) ? wanted.slice(1) : []
  const slots = wanted.filter((slot) => !later.includes(slot))
  return { ...begun, person, slots, by_request: false, ...lateOf(begun, later, rng.int(2, 30), until, rng) }
}

/** Handed in some weeks before the visa runs out, by the form or from the Employees screen; a request leaves the papers for later. */
function renewalOf(begun: Begun, until: number, rng: Random): PlannedApplication {
  const expires = begun.submitted_at + rng.int(6, 45) * DAY_MS
  const employee = employeeOf(begun.company, begun.number, expires, until, rng)
  const late = lateOf(begun, [...RENEWAL_SLOTS], rng.int(1, 20), until, rng)
  const rest = { ...begun, person: employee.person, employee }
  return rng.chance(0.45) ? { ...rest, by_request: false, slots: [...RENEWAL_SLOTS] } : { ...rest, by_request: true, slots: [], ...late }
}

/** Papers that come some hours after the submission, as long as the application still takes any (S7). */
function lateOf({ submitted_at, ending, steps }: Begun, slots: ApplicationSlot[], hours: number, until: number, rng: Random) {
  const at = officeMoment(submitted_at + hours * HOUR_MS, { after: submitted_at, until }, rng)
  const isOpen = at < until && (ending !== 'completed' || at < (steps.at(-1)?.at ?? until))
  return isOpen && slots.length > 0 ? { late: { at, slots } } : {}
}

function kindFor(ending: Ending, rng: Random): Kind {
  const fast_track = rng.chance(0.18)
  for (;;) {
    const application_type = rng.chance(0.24) ? 'renewal' : 'new'
    const employee_location = application_type === 'renewal' || rng.chance(0.42) ? 'inside_uae' : 'outside_uae'
    const kind: Kind = { application_type, employee_location, visa_type: rng.chance(0.07) ? 'investor' : 'employee', fast_track }
    if (typeof ending === 'string' || stagesOf(kind).includes(ending.stage)) return kind
  }
}

/** How long ago the last step was: what was refused waits longest. */
function lastDaysAgo(ending: Ending, rng: Random): number {
  if (ending === 'completed') return (OLDEST_COMPLETION * rng.int(2, 1_000)) / 1_000
  if (ending === 'waiting') return rng.int(0, 40) / 10
  if (ending.status === 'Rejected') return rng.int(2, 60)
  return rng.int(1, 90) / 10
}

/** F11: two years as a rule, longer for investors; the oldest of this year were for one year, so that some run out about now. */
function issueOf(at: number, number: number, { visa_type }: Kind, until: number, rng: Random) {
  const one = at < until - 330 * DAY_MS || number % 23 === 0
  const years = visa_type === 'investor' ? rng.pick([2, 3, 10]) : one ? 1 : 2
  return { at: Math.min(at + rng.int(-100, 90) * MINUTE_MS, until - MINUTE_MS), until: addDays(dateOf(at), years * 365 - 1) }
}

/** Somebody whose visa of this year runs out soon and who has no renewal yet. */
function runningOut(earlier: PlannedApplication[], until: number, rng: Random): PlannedApplication | undefined {
  const [from, to] = [dateOf(until + 2 * DAY_MS), dateOf(until + 30 * DAY_MS)]
  const renewed = new Set(earlier.filter(({ by_request }) => by_request).map(({ person }) => person))
  const found = earlier.find(({ issued, person }) => issued && issued.until > from && issued.until < to && !renewed.has(person))
  return found && rng.chance(0.4) ? found : undefined
}

/** S11: after a refusal some are handed in a second time, while the first is still open. */
function tryAgain(planned: PlannedApplication[]): void {
  const open = planned.filter(({ application_type, ending }) => application_type === 'new' && ending !== 'completed')
  const [refused, others] = [true, false].map((wanted) =>
    open.filter(({ ending }) => (typeof ending === 'object' && ending.status === 'Rejected') === wanted),
  )
  const free = new Set(others)
  for (const first of refused?.slice(0, Math.ceil(planned.length / 100)) ?? []) {
    const second = [...free].find(({ submitted_at }) => submitted_at > (first.steps.at(-1)?.at ?? 0))
    if (!second) continue
    Object.assign(second, { company: first.company, person: first.person })
    free.delete(second)
  }
}
