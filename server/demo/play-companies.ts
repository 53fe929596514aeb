import { approveUser, COMPANY_SLOTS, createCompany, registerClient, setCompanyDocuments, updateCompany } from 'contract'
import { DAY, HOUR, officeMoment } from './calendar.ts'
import { caller } from './caller.ts'
import type { Customer } from './customers.ts'
import { companyPaper } from './papers.ts'
import type { PlannedCompany } from './plan-companies.ts'
import { type Random, random } from './random.ts'
import { adminOf, companyId, type Event, ownerOf, upload, type World } from './world.ts'

const phoneOf = (rng: Random): string => rng.filled('+971 4 ### ####')

export const emailOf = ({ slug }: Customer): string => `admin@${slug}.example`

const fieldsOf = ({ name, slug, trade_license, contact }: Customer, phone: string) => ({
  ...{ name, trade_license, phone },
  contact_person: contact,
  email: `office@${slug}.example`,
})

/** How a company comes: registered and approved, or added by who has one already; then its papers. */
export function companyEvents(world: World, company: PlannedCompany): Event[] {
  const rng = random(`arrival of ${company.slug}`)
  const phone = phoneOf(rng)
  const begun = company.category === 'monthly_retainer' && rng.chance(0.4) ? 'on_demand' : company.category
  const events = company.is_added ? [added(world, company, phone)] : registered(world, company, phone, begun, rng)
  const later = (hours: number) => officeMoment(company.approved_at + hours * HOUR, { after: company.approved_at, until: world.until }, rng)
  events.push({ at: later(rng.int(4, 60)), act: () => bringPapers(world, company, rng) })
  if (rng.chance(0.3)) {
    const moved = fieldsOf(company, phoneOf(rng))
    const act = async () => {
      await ownerOf(world, company).send(updateCompany, { params: { id: companyId(world, company) }, body: moved })
    }
    events.push({ at: later(rng.int(20, 60) * 24), act })
  }
  return events
}

/** A registration that waits for its approval. */
export const newcomerEvent = (world: World, newcomer: Customer & { registered_at: number }): Event => ({
  at: newcomer.registered_at,
  act: async () => void (await register(world, newcomer, phoneOf(random(newcomer.slug)), newcomer.category)),
})

function added(world: World, company: PlannedCompany, phone: string): Event {
  const body = { ...fieldsOf(company, phone), category: company.category }
  return {
    at: company.registered_at,
    act: async () => void world.companies.set(company.slug, (await ownerOf(world, company).send(createCompany, { body })).id),
  }
}

function registered(world: World, company: PlannedCompany, phone: string, begun: Customer['category'], rng: Random): Event[] {
  const approve = async () => {
    const owner = ownerOf(world, company)
    await adminOf(world, rng).send(approveUser, { params: { id: owner.id ?? '' } })
  }
  const become = async () => {
    const input = { params: { id: companyId(world, company) }, query: { category: company.category }, body: undefined }
    await adminOf(world, rng).send(updateCompany, input)
  }
  return [
    { at: company.registered_at, act: async () => void (await register(world, company, phone, begun)) },
    { at: company.approved_at, act: approve },
    ...(begun === company.category ? [] : [{ at: company.approved_at + rng.int(10, 25) * DAY, act: become }]),
  ]
}

async function register(world: World, customer: Customer, phone: string, company_category: Customer['category']): Promise<void> {
  const { name, email, ...fields } = fieldsOf(customer, phone)
  const { user, company } = await caller(world.stage).send(registerClient, {
    body: {
      ...{ ...fields, company_name: name, company_email: email, company_phone: phone, company_category },
      ...{ user_full_name: customer.contact, user_email: emailOf(customer), user_password: world.password },
    },
  })
  world.companies.set(customer.slug, company.id)
  world.owners.set(customer.contact, caller(world.stage, user))
}

async function bringPapers(world: World, company: PlannedCompany, rng: Random): Promise<void> {
  const at = world.stage.clock.moment.getTime()
  const often = { trade_license: 1, establishment_card: 0.9, shareholder_passport: 0.75, shareholder_eid: 0.7 }
  const slots = COMPANY_SLOTS.filter((slot) => rng.chance(slot in often ? often[slot as keyof typeof often] : 0.3))
  const owner = ownerOf(world, company)
  const papers = Object.fromEntries(slots.map((slot) => [slot, companyPaper(slot, company, at - 200 * DAY)]))
  await owner.send(setCompanyDocuments, { params: { id: companyId(world, company) }, body: { documents: await upload(owner, papers) } })
}
