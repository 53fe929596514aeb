import { AsyncLocalStorage } from 'node:async_hooks'
import { DAY_MS } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { buildApp } from '../src/app.ts'
import { createAdmin } from '../src/auth/operator.ts'
import { hashPassword } from '../src/auth/password.ts'
import { findAccount } from '../src/auth/queries.ts'
import type { Context } from '../src/context.ts'
import { mails } from '../src/db/mails.table.ts'
import type { Db } from '../src/db/open.ts'
import { employees, userCompanies, users } from '../src/db/people.table.ts'
import { sessions } from '../src/db/sessions.table.ts'
import { openJournal } from '../src/journal/journal.ts'
import { Counters } from '../src/metrics/counters.ts'
import { newProofs } from '../src/metrics/proofs.ts'
import { planApplications } from './applications.ts'
import { playApplication } from './carry.ts'
import { emailOf, FIRST_DAYS_AGO, planCompanies, playCompany, playNewcomer } from './companies.ts'
import { planStaff, playEmployee } from './staff.ts'
import { playWallet } from './wallet.ts'
import { caller, type Stage, type World } from './world.ts'

/** A year that a provider's whole office would recognise. */
export const WHOLE_YEAR = { companies: 25, applications: 400 }
/** Days before `until` when the provider opens: office hours may move the first company from a weekend to the Friday before. */
export const YEAR_DAYS = FIRST_DAYS_AGO + 3

/** A provider's year until that moment: who comes when, what they hand in and what is done with it. The same for the same input. */
export function planYear(size: typeof WHOLE_YEAR, until: number) {
  const { companies, newcomers } = planCompanies(size.companies, until)
  const applications = planApplications(companies, size.applications, until)
  const renewed = applications.flatMap(({ employee }) => employee ?? [])
  return { companies, newcomers, applications, staff: [...renewed, ...planStaff(companies, until)] }
}

type Year = ReturnType<typeof planYear>

export interface Account {
  who: string
  email: string
}

interface Given {
  until: Date
  password: string
}

const ADMINS = [
  { full_name: 'Nadia Rahman', email: 'nadia@provider.example' },
  { full_name: 'Tariq Al Hosani', email: 'tariq@provider.example' },
]
/** The product without a network around it, where one session lasts through the year. */
const INSIDE = {
  log_level: 'silent' as const,
  public_origin: undefined,
  https: false,
  session_idle_minutes: YEAR_DAYS * 24 * 60,
  session_max_hours: YEAR_DAYS * 24,
  registrations_per_address: 1_000,
}
/** Contacts whose years are played at the same time. */
const AT_ONCE = 8

/**
 * Fills an empty portal with the year before `until`, by the product's own calls with the clock moved along, so that every state
 * is one that its rules made. Answers one account of each kind; all have the same password.
 */
export async function fill(
  context: Pick<Context, 'db' | 'files' | 'vault' | 'settings' | 'changes'>,
  size: typeof WHOLE_YEAR,
  given: Given,
): Promise<Account[]> {
  const { db, settings } = context
  const year = planYear(size, given.until.getTime())
  const clocks = new AsyncLocalStorage<Stage['clock']>()
  const now = () => clocks.getStore()?.moment ?? given.until
  const journal = openJournal(db, () => {})
  const kept = { journal, counters: new Counters(), proofs: newProofs() }
  const app = await buildApp({ ...context, ...kept, settings: { ...settings, ...INSIDE }, now })
  try {
    const admins = await makeAdmins(db, given)
    const parts = partsOf(year).values()
    const playOn = async () => {
      for (const part of parts) {
        const stage = { app, db, clock: { moment: given.until } }
        await clocks.run(stage.clock, () => play(stage, part, admins, given))
      }
    }
    const played = await Promise.allSettled(Array.from({ length: AT_ONCE }, playOn))
    for (const one of played) if (one.status === 'rejected') throw one.reason
    const employee = await giveEmployeeAccount(db, year, given)
    await db.delete(sessions)
    // The year's mails are old news by now.
    await db.delete(mails)
    return accountsOf(year, employee)
  } finally {
    await app.close()
    await journal.end()
  }
}

async function makeAdmins(db: Db, { until, password }: Given): Promise<{ id: string }[]> {
  const opened = new Date(until.getTime() - YEAR_DAYS * DAY_MS)
  for (const admin of ADMINS) await createAdmin(db, { ...admin, password }, opened)
  return (await Promise.all(ADMINS.map(({ email }) => findAccount(db, email)))).filter((account) => account !== undefined)
}

/** The year in parts that have nothing to do with each other: the companies of each contact. The longest come first. */
function partsOf({ companies, newcomers, staff, applications }: Year): Year[] {
  const contacts = new Set([...companies, ...newcomers].map(({ contact }) => contact))
  const parts = [...contacts].map((contact) => ({
    companies: companies.filter((company) => company.contact === contact),
    newcomers: newcomers.filter((newcomer) => newcomer.contact === contact),
    staff: staff.filter(({ company }) => company.contact === contact),
    applications: applications.filter(({ company }) => company.contact === contact),
  }))
  return parts.toSorted((one, other) => other.applications.length - one.applications.length)
}

async function play(stage: Stage, part: Year, admins: { id: string }[], { until, password }: Given): Promise<void> {
  const callers = admins.map((admin) => caller(stage, admin))
  const world: World = { stage, until: until.getTime(), password, admins: callers, ids: new Map(), events: [] }
  for (const company of part.companies) {
    playCompany(world, company)
    playWallet(world, company)
  }
  for (const newcomer of part.newcomers) playNewcomer(world, newcomer)
  for (const employee of part.staff) playEmployee(world, employee)
  for (const application of part.applications) playApplication(world, application)
  for (const { at, act } of world.events.toSorted((one, other) => one.at - other.at)) {
    if (at >= world.until) break
    stage.clock.moment = new Date(at)
    await act()
  }
}

/** Somebody of the first company, best with a renewal under way, whose company has not invited them yet (V4). Answers the e-mail. */
async function giveEmployeeAccount(db: Db, { companies, applications }: Year, { until, password }: Given): Promise<string> {
  const known = applications.filter(({ company, ending, employee }) => company === companies[0] && (employee || ending === 'completed'))
  const person = (known.findLast(({ ending }) => typeof ending === 'object') ?? known.at(-1))?.person
  const [record] = await db
    .select({ employee_id: employees.id, company_id: employees.company_id, active_company_id: employees.company_id })
    .from(employees)
    .where(eq(employees.passport_number, person?.passport_number ?? ''))
  if (!person || !record) throw new Error('the first company has nobody with an employee record')
  const at = until.toISOString()
  const account = { id: v7(), role: 'employee', approved: true, full_name: person.name, email: person.email } as const
  const password_hash = await hashPassword(password)
  await db.insert(users).values({ ...record, ...account, password_hash, email_verified_at: at, created_at: at })
  await db.insert(userCompanies).values({ user_id: account.id, company_id: record.company_id })
  return person.email
}

function accountsOf({ companies, newcomers }: Year, employee: string): Account[] {
  const of = (contact = '') => companies.filter((company) => company.contact === contact).length
  const [first] = companies
  const single = companies.find(({ contact }) => of(contact) === 1)
  return [
    { who: 'Administrator', email: ADMINS[0]?.email ?? '' },
    ...(first ? [{ who: `Company administrator of ${of(first.contact)} companies`, email: emailOf(first) }] : []),
    ...(single ? [{ who: 'Company administrator of one company', email: emailOf(single) }] : []),
    { who: 'Employee', email: employee },
    ...newcomers.slice(0, 1).map((newcomer) => ({ who: 'Waiting for approval', email: emailOf(newcomer) })),
  ]
}
