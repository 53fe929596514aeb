import { AsyncLocalStorage } from 'node:async_hooks'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { buildApp } from '../src/app.ts'
import { createAdmin } from '../src/auth/operator.ts'
import { hashPassword } from '../src/auth/password.ts'
import { findAccount } from '../src/auth/queries.ts'
import type { Context } from '../src/context.ts'
import { mails } from '../src/db/mails.table.ts'
import type { Db } from '../src/db/open.ts'
import { employees, userCompanies, users } from '../src/db/schema.ts'
import { sessions } from '../src/db/sessions.table.ts'
import { openJournal } from '../src/journal/journal.ts'
import { Counters } from '../src/metrics/counters.ts'
import { newProofs } from '../src/metrics/proofs.ts'
import { DAY } from './calendar.ts'
import { type Clock, caller, type Stage } from './caller.ts'
import { planYear, type Size, YEAR_DAYS, type Year } from './plan.ts'
import { applicationEvents } from './play-applications.ts'
import { companyEvents, emailOf, newcomerEvent } from './play-companies.ts'
import { staffEvents } from './play-staff.ts'
import { walletEvents } from './play-wallet.ts'
import type { World } from './world.ts'

/** The year of a demo that a provider's whole office would recognise. */
export const WHOLE_YEAR: Size = { companies: 25, applications: 400 }

export interface Account {
  who: string
  email: string
}

const ADMINS = [
  { full_name: 'Nadia Rahman', email: 'nadia@provider.example' },
  { full_name: 'Tariq Al Hosani', email: 'tariq@provider.example' },
]

/** The product without a network around it, where one session lasts through the year. */
const INSIDE = {
  ...{ log_level: 'silent' as const, public_origin: undefined, https: false },
  ...{ session_idle_minutes: YEAR_DAYS * 24 * 60, session_max_hours: YEAR_DAYS * 24, registrations_per_address: 1_000 },
}
/** Companies whose years are played at the same time. */
const AT_ONCE = 8

/**
 * Fills an empty portal with the year before `until`, by the product's own calls with the clock moved along, so that every state
 * is one that its rules made. Answers one account of each kind; all have the same password.
 */
export async function fill(
  { db, files, vault, settings, changes }: Pick<Context, 'db' | 'files' | 'vault' | 'settings' | 'changes'>,
  size: Size,
  { until, password }: { until: Date; password: string },
): Promise<Account[]> {
  const year = planYear(size, until.getTime())
  const clocks = new AsyncLocalStorage<Clock>()
  const now = () => clocks.getStore()?.moment ?? until
  const journal = openJournal(db, () => {})
  const app = await buildApp({
    db,
    files,
    vault,
    changes,
    journal,
    ...{ counters: new Counters(), proofs: newProofs() },
    settings: { ...settings, ...INSIDE },
    now,
  })
  try {
    const admins = await makeAdmins(db, new Date(until.getTime() - YEAR_DAYS * DAY), password)
    const worlds = worldsOf(year).map((own) => ({ own, world: newWorld({ app, db, until, password, admins }) }))
    await inTurns(worlds, ({ own, world }) => clocks.run(world.stage.clock, () => play(world, own)))
    const employee = await giveEmployeeAccount(db, year, { until, password })
    await db.delete(sessions)
    // The year's mails are old news by now.
    await db.delete(mails)
    return accountsOf(year, employee)
  } finally {
    await app.close()
    await journal.end()
  }
}

async function makeAdmins(db: Db, moment: Date, password: string): Promise<{ id: string }[]> {
  const made: { id: string }[] = []
  for (const admin of ADMINS) {
    await createAdmin(db, { ...admin, password }, moment)
    const account = await findAccount(db, admin.email)
    if (account) made.push(account)
  }
  return made
}

interface Beginning {
  app: Stage['app']
  db: Db
  until: Date
  password: string
  admins: { id: string }[]
}

function newWorld({ app, db, until, password, admins }: Beginning): World {
  const stage = { app, db, clock: { moment: until } }
  const empty = { owners: new Map(), companies: new Map(), employees: new Map(), applications: new Map() }
  return { stage, until: until.getTime(), password, admins: admins.map((admin) => caller(stage, admin)), ...empty }
}

/** The year in parts that have nothing to do with each other: the companies of each contact. The longest come first. */
function worldsOf({ companies, newcomers, staff, applications }: Year): Year[] {
  const contacts = new Set([...companies, ...newcomers].map(({ contact }) => contact))
  const parts = [...contacts].map((contact) => ({
    companies: companies.filter((company) => company.contact === contact),
    newcomers: newcomers.filter((newcomer) => newcomer.contact === contact),
    staff: staff.filter(({ company }) => company.contact === contact),
    applications: applications.filter(({ company }) => company.contact === contact),
  }))
  return parts.toSorted((one, other) => other.applications.length - one.applications.length)
}

/** Does it with all of them, some at a time; what fails is told when nothing runs any more. */
async function inTurns<Item>(items: Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await act(item)
  }
  for (const done of await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))) if (done.status === 'rejected') throw done.reason
}

async function play(world: World, { companies, newcomers, staff, applications }: Year): Promise<void> {
  const events = [
    ...companies.flatMap((company) => [...companyEvents(world, company), ...walletEvents(world, company)]),
    ...newcomers.map((newcomer) => newcomerEvent(world, newcomer)),
    ...staff.flatMap((employee) => staffEvents(world, employee)),
    ...applications.flatMap((application) => applicationEvents(world, application)),
  ]
  for (const { at, act } of events.toSorted((one, other) => one.at - other.at)) {
    if (at >= world.until) break
    world.stage.clock.moment = new Date(at)
    await act()
  }
}

/** No call makes an employee's account yet: somebody of the first company gets one, best with a renewal under way (V4). */
async function giveEmployeeAccount(db: Db, { companies, applications }: Year, given: { until: Date; password: string }): Promise<string> {
  const known = applications.filter(({ company, ending, employee }) => company === companies[0] && (employee || ending === 'completed'))
  const chosen = known.findLast(({ ending }) => typeof ending === 'object') ?? known.at(-1)
  if (!chosen) throw new Error('the first company has nobody with an employee record')
  const { name, email, passport_number } = chosen.person
  const [record] = await db
    .select({ employee_id: employees.id, company_id: employees.company_id })
    .from(employees)
    .where(eq(employees.passport_number, passport_number))
  if (!record) throw new Error(`${name} has no employee record`)
  const moment = given.until.toISOString()
  await insertEmployee(db, {
    ...{ ...record, active_company_id: record.company_id, full_name: name },
    ...{ email, email_verified_at: moment, created_at: moment, password_hash: await hashPassword(given.password) },
  })
  return email
}

async function insertEmployee(db: Db, user: Omit<typeof users.$inferInsert, 'id' | 'role' | 'approved'> & { company_id: string }) {
  const id = v7()
  await db.insert(users).values({ ...user, id, role: 'employee', approved: true })
  await db.insert(userCompanies).values({ user_id: id, company_id: user.company_id })
}

function accountsOf({ companies, newcomers }: Year, employee: string): Account[] {
  const [first] = companies
  const hasOne = companies.find((company) => companies.every((other) => other === company || other.contact !== company.contact))
  const several = companies.filter((company) => company.contact === first?.contact).length
  return [
    { who: 'Administrator', email: ADMINS[0]?.email ?? '' },
    ...(first ? [{ who: `Company administrator of ${several} companies`, email: emailOf(first) }] : []),
    ...(hasOne ? [{ who: 'Company administrator of one company', email: emailOf(hasOne) }] : []),
    { who: 'Employee', email: employee },
    ...newcomers.slice(0, 1).map((newcomer) => ({ who: 'Waiting for approval', email: emailOf(newcomer) })),
  ]
}
