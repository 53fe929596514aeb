import {
  approveUser,
  COMPANY_SLOTS,
  type CompanyCategory,
  createCompany,
  DAY_MS,
  HOUR_MS,
  registerClient,
  setCompanyDocuments,
  updateCompany,
} from 'contract'
import { inOfficeHours, officeMoment } from './calendar.ts'
import { companyPaper } from './papers.ts'
import { type Random, random } from './random.ts'
import { CUSTOMERS, type Customer, NEWCOMERS } from './tables.ts'
import { adminOf, caller, idOf, ownerOf, upload, type World } from './world.ts'

/** A customer and when it came. The first company of a contact registers, further ones are added. */
export interface PlannedCompany extends Customer {
  registered_at: number
  approved_at: number
  is_added: boolean
}

export const FIRST_DAYS_AGO = 425
/** As many are there from the beginning; the others come over the year. */
const FOUNDERS = 8

/** One in eight is a newcomer whose registration waits for approval. */
export function planCompanies(count: number, until: number) {
  const waiting = Math.min(NEWCOMERS.length, Math.max(1, Math.round(count / 8)))
  const seen = new Set<string>()
  const companies = CUSTOMERS.slice(0, count - waiting).map((customer, at): PlannedCompany => {
    const rng = random(`company ${at}`)
    const daysAgo = at < FOUNDERS ? FIRST_DAYS_AGO - at : FIRST_DAYS_AGO - 40 - (at - FOUNDERS) * 22 - rng.int(0, 8)
    const came = until - daysAgo * DAY_MS
    const [registered_at = came, approved_at = came] = inOfficeHours([came, came + rng.int(2, 30) * HOUR_MS], until, rng)
    const is_added = seen.has(customer.contact)
    seen.add(customer.contact)
    return { ...customer, registered_at, approved_at: is_added ? registered_at : approved_at, is_added }
  })
  const newcomers = NEWCOMERS.slice(0, waiting).map((customer, at) => ({ ...customer, registered_at: until - (at * 31 + 5) * HOUR_MS }))
  return { companies, newcomers }
}

export const emailOf = ({ slug }: Customer): string => `admin@${slug}.example`
const phoneOf = (rng: Random): string => rng.filled('+971 4 ### ####')
const fieldsOf = ({ name, slug, trade_license, contact }: Customer, phone: string) => ({
  name,
  trade_license,
  phone,
  contact_person: contact,
  email: `office@${slug}.example`,
})

/** A company comes, brings its papers, and may move. */
export function playCompany(world: World, company: PlannedCompany): void {
  const rng = random(`arrival of ${company.slug}`)
  const phone = phoneOf(rng)
  const begun = company.category === 'monthly_retainer' && rng.chance(0.4) ? 'on_demand' : company.category
  const { events, ids, until } = world
  if (company.is_added) {
    const body = { ...fieldsOf(company, phone), category: company.category }
    events.push({ at: company.registered_at, act: async () => ids.set(company, (await ownerOf(world).send(createCompany, { body })).id) })
  } else playRegistration(world, company, { phone, begun }, rng)
  const later = (hours: number) => officeMoment(company.approved_at + hours * HOUR_MS, { after: company.approved_at, until }, rng)
  events.push({ at: later(rng.int(4, 60)), act: () => bringPapers(world, company, rng) })
  if (!rng.chance(0.3)) return
  const moved = fieldsOf(company, phoneOf(rng))
  const move = () => ownerOf(world).send(updateCompany, { params: { id: idOf(world, company) }, body: moved })
  events.push({ at: later(rng.int(20, 60) * 24), act: move })
}

/** What a registration says that may change later. */
interface Beginning {
  phone: string
  begun: CompanyCategory
}

/** Registered and approved; some become retainers later. */
function playRegistration(world: World, company: PlannedCompany, given: Beginning, rng: Random): void {
  const { registered_at, approved_at, category } = company
  const become = () =>
    adminOf(world, rng).send(updateCompany, { params: { id: idOf(world, company) }, query: { category }, body: undefined })
  world.events.push(
    { at: registered_at, act: () => register(world, company, given) },
    { at: approved_at, act: () => adminOf(world, rng).send(approveUser, { params: { id: ownerOf(world).id } }) },
    ...(given.begun === category ? [] : [{ at: approved_at + rng.int(10, 25) * DAY_MS, act: become }]),
  )
}

/** A registration that waits for its approval. */
export function playNewcomer(world: World, newcomer: Customer & { registered_at: number }): void {
  const given = { phone: phoneOf(random(newcomer.slug)), begun: newcomer.category }
  world.events.push({ at: newcomer.registered_at, act: () => register(world, newcomer, given) })
}

async function register(world: World, customer: Customer, { phone, begun }: Beginning): Promise<void> {
  const { name, email, ...fields } = fieldsOf(customer, phone)
  const account = { user_full_name: customer.contact, user_email: emailOf(customer), user_password: world.password }
  const { user, company } = await caller(world.stage).send(registerClient, {
    body: { ...fields, ...account, company_name: name, company_email: email, company_phone: phone, company_category: begun },
  })
  world.ids.set(customer, company.id)
  world.owner = caller(world.stage, user)
}

const OFTEN: Partial<Record<(typeof COMPANY_SLOTS)[number], number>> = {
  trade_license: 1,
  establishment_card: 0.9,
  shareholder_passport: 0.75,
  shareholder_eid: 0.7,
}

async function bringPapers(world: World, company: PlannedCompany, rng: Random): Promise<void> {
  const issued_at = world.stage.clock.moment.getTime() - 200 * DAY_MS
  const slots = COMPANY_SLOTS.filter((slot) => rng.chance(OFTEN[slot] ?? 0.3))
  const documents = await upload(ownerOf(world), Object.fromEntries(slots.map((slot) => [slot, companyPaper(slot, company, issued_at)])))
  await ownerOf(world).send(setCompanyDocuments, { params: { id: idOf(world, company) }, body: { documents } })
}
