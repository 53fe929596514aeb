import { addDays, DAY_MS, MINUTE_MS, STAGE_NAMES } from 'contract'
import type { PlannedCompany } from './companies.ts'
import { type Person, personOf } from './people.ts'
import { type Random, random } from './random.ts'
import { employeeOf, type PlannedEmployee } from './staff.ts'
import { type Ending, type Kind, type Step, stagesOf, stepsTo } from './stages.ts'
import { type Post, postsOf } from './tables.ts'
import { dateOf, inOfficeHours } from './world.ts'

export interface PlannedApplication {
  number: number
  kind: Kind
  company: PlannedCompany
  person: Person
  /** Of a renewal: the record that the company keeps by hand; absent when an earlier application made it. */
  employee?: PlannedEmployee
  /** Asked for on the Employees screen, without a form. */
  by_request: boolean
  submitted_at: number
  steps: (Step & { at: number })[]
  ending: Ending
  /** The new visa's last day, and when it is known. */
  issued?: { at: number; until: string }
}

const COMPLETED_SHARE = 0.6
const OLDEST_COMPLETION = 372
const INVESTOR: Post = ['Partner', 30_000]

/** The states in which applications are found today. As many as a prime number, so that any stride meets all of them. */
const OPEN: Ending[] = [
  ...STAGE_NAMES.flatMap((stage): Ending[] => [
    ...(['Submitted', 'In Process', 'In Process', 'Rejected'] as const).map((status) => ({ stage, status })),
    ...(stage === 'Visa Stamping' ? [] : [{ stage, status: 'Approved' as const }]),
  ]),
  ...(['waiting', 'waiting', 'waiting'] as const),
]
const STRIDE = 11

/** As many applications, in the order of their submission. */
export function planApplications(companies: PlannedCompany[], many: number, until: number): PlannedApplication[] {
  const planned: PlannedApplication[] = []
  for (let number = 0; number < many; number++) {
    const open = OPEN[(number * STRIDE) % OPEN.length] ?? 'waiting'
    planned.push(planOne(companies, planned, number, number < many * COMPLETED_SHARE ? 'completed' : open, until))
  }
  tryAgain(planned)
  return planned.toSorted((one, other) => one.submitted_at - other.submitted_at)
}

function planOne(companies: PlannedCompany[], earlier: PlannedApplication[], number: number, ending: Ending, until: number) {
  const rng = random(`application ${number}`)
  const kind = kindFor(ending, rng)
  const days = stepsTo(ending, kind, rng)
  const begun = until - (lastDaysAgo(ending, rng) + (days.at(-1)?.after ?? 0)) * DAY_MS
  const [submitted_at = begun, ...times] = inOfficeHours([begun, ...days.map(({ after }) => begun + after * DAY_MS)], until, rng)
  const steps = days.map((step, at) => ({ ...step, at: times[at] ?? until }))
  const found = { number, kind, ending, submitted_at, steps }
  const isRenewal = kind.application_type === 'renewal'
  const again = isRenewal && ending !== 'completed' ? runningOut(earlier, until, rng) : undefined
  if (again) return { ...found, company: again.company, person: again.person, by_request: true }
  const since = submitted_at - (isRenewal ? 8 : 1) * DAY_MS
  const company = rng.weighted(companies.filter(({ approved_at }) => approved_at < since))
  const issued = ending === 'completed' && { issued: issueOf(steps.at(-1)?.at ?? until, kind, until, rng) }
  if (isRenewal) {
    const employee = employeeOf(company, number, submitted_at + rng.int(6, 45) * DAY_MS, rng)
    return { ...found, ...issued, company, person: employee.person, employee, by_request: rng.chance(0.55) }
  }
  const post = kind.visa_type === 'investor' ? INVESTOR : rng.pick(postsOf(company.trade))
  return { ...found, ...issued, company, person: personOf(number, post, rng), by_request: false }
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
  return ending.status === 'Rejected' ? rng.int(2, 60) : rng.int(1, 90) / 10
}

/** F11: two years as a rule, longer for investors; the oldest of this year were for one year, so that some run out about now. */
function issueOf(at: number, { visa_type }: Kind, until: number, rng: Random) {
  const years = visa_type === 'investor' ? rng.pick([2, 3, 10]) : at < until - 330 * DAY_MS ? 1 : 2
  return { at: at + rng.int(-100, 90) * MINUTE_MS, until: addDays(dateOf(at), years * 365 - 1) }
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
  const open = planned.filter(({ kind, ending }) => kind.application_type === 'new' && typeof ending === 'object')
  const isRefused = ({ steps }: PlannedApplication) => steps.at(-1)?.status === 'Rejected'
  const [refused, others] = [open.filter(isRefused), new Set(open.filter((each) => !isRefused(each)))]
  for (const { company, person, steps } of refused.slice(0, Math.ceil(planned.length / 100))) {
    const second = [...others].find(({ submitted_at }) => submitted_at > (steps.at(-1)?.at ?? 0))
    if (!second) continue
    Object.assign(second, { company, person })
    others.delete(second)
  }
}
