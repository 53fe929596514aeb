import {
  type Call,
  createCompany,
  createEmployee,
  getBalance,
  listApplications,
  listEmployees,
  listTransactions,
  me,
  registerClient,
  requestTopup,
  submitApplication,
  updateCompany,
  updateEmployee,
} from 'contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { dataString, PDF } from '../../test/files.ts'
import { given } from '../../test/given.ts'
import { startPortal } from '../../test/portal.ts'
import { newEmployee } from '../../test/submission.ts'
import { companies } from '../src/db/companies.table.ts'
import { users } from '../src/db/people.table.ts'

const portal = startPortal()
const make = given(portal)
/** A value that no record has and none may get. */
const CHOSEN = '01900000-0000-7000-8000-000000000001'
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const COMPANY = { name: 'New LLC', trade_license: 'CN-2', contact_person: 'Omar', email: 'o@new.example', phone: '04' }
const EMPLOYEE = { employee_name: 'Ali Raza', passport_number: 'P7654321', nationality: 'Pakistani', designation: 'Driver' }
const REGISTRATION = {
  company_name: 'Third LLC',
  trade_license: 'CN-3',
  contact_person: 'Omar',
  company_email: 'o@third.example',
  company_phone: '04',
  user_full_name: 'Omar Haddad',
  user_email: 'omar@third.example',
  user_password: 'falcon-2026',
}

async function makeWorld() {
  const [own, foreign] = [await make.company(), await make.company({ name: 'Other LLC' })]
  const layla = await make.user('company_admin', { of: [own] })
  const employee = await make.employee(own)
  /** Everything that no customer sets, in one body. */
  const hostile = {
    id: CHOSEN,
    user_id: CHOSEN,
    owner_id: CHOSEN,
    company_ids: [foreign.id],
    active_company_id: foreign.id,
    role: 'admin',
    approved: true,
    email_verified_at: LONG_AGO,
    password_hash: 'x',
    balance: 5_000_000,
    balance_fils: 5_000_000,
    status: 'completed',
    current_stage: 'Visa Stamping',
    cost: 1,
    cost_fils: 1,
    amount_fils: 1,
    type: 'refund',
    submitted_at: LONG_AGO,
    created_at: LONG_AGO,
    approved_at: LONG_AGO,
    approved_by: CHOSEN,
    visa_payment_id: CHOSEN,
  }
  return { own, foreign, layla, employee, hostile, send: as(portal, layla).send }
}
type World = Awaited<ReturnType<typeof makeWorld>>
let world: World
beforeEach(async () => {
  await portal.db.delete(users)
  world = await makeWorld()
})

/** What the sender can read about themselves, and who is an administrator. */
async function standing({ layla, own, send }: World) {
  const { reply: user } = await send(me, {})
  const { reply: wallet } = await send(getBalance, {})
  const admins = await portal.db.select().from(users).where(eq(users.role, 'admin'))
  const [company] = await portal.db.select({ category: companies.category }).from(companies).where(eq(companies.id, own.id))
  return { role: user.role, id: user.id === layla.id, active: user.active_company_id === own.id, balance: wallet.balance, admins, company }
}

const BODIES: [string, Call, (world: World) => { params?: { id: string }; body: object }, status: number][] = [
  ['registerClient', registerClient, () => ({ body: REGISTRATION }), 201],
  ['createCompany', createCompany, () => ({ body: { ...COMPANY, category: 'on_demand' } }), 201],
  ['updateCompany', updateCompany, ({ own }) => ({ params: { id: own.id }, body: COMPANY }), 200],
  ['createEmployee', createEmployee, ({ own }) => ({ body: { ...EMPLOYEE, company_id: own.id } }), 201],
  // An employee's status has other values and is set by administrators (E3).
  ['updateEmployee', updateEmployee, ({ employee }) => ({ params: { id: employee.id }, body: EMPLOYEE }), 422],
  ['submitApplication', submitApplication, ({ own }) => ({ body: newEmployee(own) }), 201],
  ['requestTopup', requestTopup, () => ({ body: { amount: 100, receipt_document: dataString(PDF) } }), 201],
]

describe('what no customer sets (T14)', () => {
  it.each(BODIES)('is not set by %s', async (_, call, input, status) => {
    const before = await standing(world)
    const { params, body } = input(world)
    const answer = await world.send<Call>(call, { ...(params && { params }), body: { ...body, ...world.hostile } } as never)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.reply)).not.toContain(CHOSEN)
    expect(await standing(world)).toEqual(before)
    const lists = [await world.send(listApplications, {}), await world.send(listEmployees, {}), await world.send(listTransactions, {})]
    const shown = JSON.stringify(lists.map(({ reply }) => reply))
    for (const each of [CHOSEN, LONG_AGO, '"approved"', 'Visa Stamping']) expect(shown).not.toContain(each)
    const made = await portal.db.select().from(users).where(eq(users.email, REGISTRATION.user_email))
    expect(made.filter(({ approved }) => approved)).toEqual([])
  })
})
