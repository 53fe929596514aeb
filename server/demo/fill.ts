import { AsyncLocalStorage } from 'node:async_hooks'
import { DAY_MS } from 'contract'
import { eq } from 'drizzle-orm'
import { given } from '../../test/given.ts'
import { buildApp } from '../src/app.ts'
import { hashPassword } from '../src/auth/password.ts'
import type { Context } from '../src/context.ts'
import { mails } from '../src/db/mails.table.ts'
import type { Db } from '../src/db/open.ts'
import { employees } from '../src/db/people.table.ts'
import { openProofs } from '../src/db/proofs.ts'
import { sessions } from '../src/db/sessions.table.ts'
import { openJournal } from '../src/journal/journal.ts'
import { Counters } from '../src/metrics/counters.ts'
import { planApplications } from './applications.ts'
import { apply } from './cases.ts'
import { emailOf, FIRST_DAYS_AGO, join, planCompanies } from './companies.ts'
import { employ, staffOf } from './staff.ts'
import { fillWallet } from './wallet.ts'
import { caller, type Stage, tell, type World } from './world.ts'

/** A year that a provider's whole office would recognise. */
export const WHOLE_YEAR = { companies: 25, applications: 400 }
/** Days before `until` when the provider opens: office hours may move the first company from a weekend to the Friday before. */
export const YEAR_DAYS = FIRST_DAYS_AGO + 3

/** A provider's year until that moment: who comes when, what they hand in and what is done with it. The same for the same input. */
export function planYear(size: typeof WHOLE_YEAR, until: number) {
  const { companies, newcomers } = planCompanies(size.companies, until)
  return { companies, newcomers, applications: planApplications(companies, size.applications, until) }
}

type Year = ReturnType<typeof planYear>

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
  log_level: 'silent' as const,
  public_origin: undefined,
  https: false,
  session_idle_minutes: YEAR_DAYS * 24 * 60,
  session_max_hours: YEAR_DAYS * 24,
  registrations_per_address: 1_000,
}

/**
 * Fills an empty portal with the year before `until`, by the product's own calls with the clock moved along, so that every state
 * is one that its rules made. Answers one account of each kind; all have the same password.
 */
export async function fill(
  context: Pick<Context, 'db' | 'files' | 'vault' | 'settings' | 'changes'>,
  size: typeof WHOLE_YEAR,
  { until, password }: { until: Date; password: string },
): Promise<Account[]> {
  const { db, settings } = context
  const year = planYear(size, until.getTime())
  const clocks = new AsyncLocalStorage<Stage['clock']>()
  const now = () => clocks.getStore()?.moment ?? until
  const journal = openJournal(db, () => {})
  const kept = { journal, counters: new Counters(), proofs: openProofs(db) }
  const app = await buildApp({ ...context, ...kept, settings: { ...settings, ...INSIDE }, now })
  try {
    const { user } = given({ ...context, clock: { moment: until } })
    const password_hash = await hashPassword(password)
    const opened = new Date(until.getTime() - YEAR_DAYS * DAY_MS).toISOString()
    const admins = await Promise.all(
      ADMINS.map((admin) => user('admin', { ...admin, password_hash, email_verified_at: opened, created_at: opened })),
    )
    // Contacts have nothing to do with each other: their years pass at the same time, each with a clock of its own.
    const contacts = new Set([...year.companies, ...year.newcomers].map(({ contact }) => contact))
    const passed = [...contacts].map((contact) => {
      const stage = { app, db, clock: { moment: until } }
      const world = { stage, password, admins: admins.map((admin) => caller(stage, admin)), owner: caller(stage) }
      return clocks.run(stage.clock, () => tell(storiesOf(world, year, contact, until.getTime()), stage, until.getTime()))
    })
    for (const one of await Promise.allSettled(passed)) if (one.status === 'rejected') throw one.reason
    const { company_id, ...employee } = await employeeWithoutAccount(db, year)
    await user('employee', { ...employee, password_hash, email_verified_at: until.toISOString(), of: [{ id: company_id }] })
    await db.delete(sessions)
    // The year's mails are old news by now.
    await db.delete(mails)
    return accountsOf(year, employee.email)
  } finally {
    await app.close()
    await journal.end()
  }
}

/** All that happens to the companies of a contact. */
function storiesOf(world: World, year: Year, contact: string, until: number) {
  const stories = year.companies.flatMap((company, at) =>
    company.contact === contact ? [join(world, company), fillWallet(world, company, until), ...staffOf(world, company, at, until)] : [],
  )
  const newcomers = year.newcomers.filter((newcomer) => newcomer.contact === contact).map((newcomer) => join(world, newcomer))
  const applications = year.applications.filter(({ company }) => company.contact === contact)
  const renewed = applications.flatMap(({ employee }) => (employee ? [employ(world, employee)] : []))
  return [...stories, ...newcomers, ...renewed, ...applications.map((application) => apply(world, application))]
}

/** Somebody of the first company, best with a renewal under way, whose company has not invited them yet (V4). */
async function employeeWithoutAccount(db: Db, { companies, applications }: Year) {
  const known = applications.filter(({ company, ending, employee }) => company === companies[0] && (employee || ending === 'completed'))
  const { fields } = (known.findLast(({ ending }) => typeof ending === 'object') ?? known.at(-1))?.person ?? {}
  const [record] = await db
    .select({ employee_id: employees.id, company_id: employees.company_id })
    .from(employees)
    .where(eq(employees.passport_number, fields?.passport_number ?? ''))
  if (!fields || !record) throw new Error('the first company has nobody with an employee record')
  return { ...record, full_name: fields.employee_name, email: fields.email }
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
