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
import { companyPaper } from './papers.ts'
import { type Random, random } from './random.ts'
import { CUSTOMERS, type Customer, NEWCOMERS } from './tables.ts'
import { caller, inOfficeHours, officeHour, type Story, upload, type World } from './world.ts'

/** A customer and when it came. The first company of a contact registers, further ones are added. */
export interface PlannedCompany extends Customer {
  registered_at: number
  approved_at: number
  is_added: boolean
  /** Known from the registration on. */
  id: string
}

export const FIRST_DAYS_AGO = 425
/** As many are there from the beginning; the others come over the year. */
const FOUNDERS = 8

/** One in eight is a newcomer whose registration waits for approval. */
export function planCompanies(count: number, until: number) {
  const waiting = Math.min(NEWCOMERS.length, Math.max(1, Math.round(count / 8)))
  const customers = CUSTOMERS.slice(0, count - waiting)
  const companies = customers.map((customer, at): PlannedCompany => {
    const rng = random(`company ${at}`)
    const daysAgo = at < FOUNDERS ? FIRST_DAYS_AGO - at : FIRST_DAYS_AGO - 40 - (at - FOUNDERS) * 22 - rng.int(0, 8)
    const came = until - daysAgo * DAY_MS
    const [registered_at = came, approved_at = came] = inOfficeHours([came, came + rng.int(2, 30) * HOUR_MS], until, rng)
    const is_added = customers.findIndex(({ contact }) => contact === customer.contact) < at
    return { ...customer, registered_at, approved_at: is_added ? registered_at : approved_at, is_added, id: '' }
  })
  const newcomers = NEWCOMERS.slice(0, waiting).map((customer, at): PlannedCompany => {
    return { ...customer, registered_at: until - (at * 31 + 5) * HOUR_MS, approved_at: Number.POSITIVE_INFINITY, is_added: false, id: '' }
  })
  return { companies, newcomers }
}

export const emailOf = ({ slug }: Customer): string => `admin@${slug}.example`

/** A company comes, brings its papers, and may become a retainer or move. */
export async function* join(world: World, company: PlannedCompany): Story {
  const { slug, name, trade_license, contact, category, registered_at, approved_at } = company
  const rng = random(`arrival of ${slug}`)
  const phone = () => rng.filled('+971 4 ### ####')
  const fields = { name, trade_license, contact_person: contact, email: `office@${slug}.example`, phone: phone() }
  const begun = category === 'monthly_retainer' && rng.chance(0.4) ? 'on_demand' : category
  yield registered_at
  if (company.is_added) company.id = (await world.owner.send(createCompany, { body: { ...fields, category } })).id
  else {
    await register(world, company, { ...fields, category: begun })
    yield approved_at
    await rng.pick(world.admins).send(approveUser, { params: { id: world.owner.id } })
  }
  yield officeHour(approved_at + rng.int(4, 60) * HOUR_MS, rng)
  await bringPapers(world, company, rng)
  if (!company.is_added && begun !== category) {
    yield approved_at + rng.int(10, 25) * DAY_MS
    await rng.pick(world.admins).send(updateCompany, { params: company, query: { category }, body: undefined })
  }
  if (!rng.chance(0.3)) return
  yield officeHour(approved_at + rng.int(30, 60) * DAY_MS, rng)
  await world.owner.send(updateCompany, { params: company, body: { ...fields, phone: phone() } })
}

type Fields = Record<'name' | 'trade_license' | 'contact_person' | 'email' | 'phone', string> & { category: CompanyCategory }

async function register(world: World, company: PlannedCompany, { name, email, phone, category, ...fields }: Fields): Promise<void> {
  const account = { user_full_name: company.contact, user_email: emailOf(company), user_password: world.password }
  const registered = await caller(world.stage).send(registerClient, {
    body: { ...fields, ...account, company_name: name, company_email: email, company_phone: phone, company_category: category },
  })
  company.id = registered.company.id
  world.owner = caller(world.stage, registered.user)
}

const OFTEN: Partial<Record<(typeof COMPANY_SLOTS)[number], number>> = {
  trade_license: 1,
  establishment_card: 0.9,
  shareholder_passport: 0.75,
  shareholder_eid: 0.7,
}

async function bringPapers({ stage, owner }: World, company: PlannedCompany, rng: Random): Promise<void> {
  const issued_at = stage.clock.moment.getTime() - 200 * DAY_MS
  const slots = COMPANY_SLOTS.filter((slot) => rng.chance(OFTEN[slot] ?? 0.3))
  const documents = await upload(owner, Object.fromEntries(slots.map((slot) => [slot, companyPaper(slot, company, issued_at)])))
  await owner.send(setCompanyDocuments, { params: company, body: { documents } })
}
