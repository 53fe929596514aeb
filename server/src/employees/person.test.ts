import { addStage, renewEmployee, submitApplication } from 'contract'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { renewal } from '../../../test/submission.ts'
import { applications } from '../db/applications.table.ts'
import { persons } from '../db/persons.table.ts'

const portal = startPortal()
const make = given(portal)

async function customer() {
  const company = await make.company()
  return { company, ...as(portal, await make.user('company_admin', { of: [company] })) }
}

const personOf = async ({ id }: { id: string }) => {
  const [row] = await portal.db.select({ person_id: applications.person_id }).from(applications).where(eq(applications.id, id))
  return row?.person_id
}

describe('a renewal without a passport number, when it completes (S5)', () => {
  it('takes the number of the person’s only record, though others have the name now', async () => {
    const { company, send } = await customer()
    await make.employee(company, { passport_number: 'K1' })
    const { reply } = await send(submitApplication, { body: renewal(company) })
    await make.employee(company, { passport_number: 'K2' })
    const admin = as(portal, await make.user('admin'))
    const stamped = await admin.send(addStage, { params: { id: reply.id }, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
    expect(stamped.status).toBe(201)
    const [row] = await portal.db.select().from(applications).where(eq(applications.id, reply.id))
    expect(row).toMatchObject({ passport_number: 'K1', status: 'completed' })
  })

  it('goes with the record that an administrator names by its number', async () => {
    const { company, send } = await customer()
    const [one] = [await make.employee(company, { passport_number: 'K1' }), await make.employee(company, { passport_number: 'K2' })]
    const { reply } = await send(submitApplication, { body: renewal(company) })
    const admin = as(portal, await make.user('admin'))
    const body = { stage_name: 'Visa Stamping', status: 'Approved', passport_number: 'K1' } as const
    expect((await admin.send(addStage, { params: { id: reply.id }, body })).status).toBe(201)
    expect(await personOf(reply)).toBe(one?.person_id)
    expect(await portal.db.$count(persons, eq(persons.company_id, company.id))).toBe(2)
  })
})

describe('POST /employees/renewal', () => {
  it('is 409 where the person has an active renewal, by whatever record or form, and charges nothing', async () => {
    const { company, send } = await customer()
    await make.topup(company, { approved: true, aed: 30_000 })
    const record = await make.employee(company, { employee_name: 'Sara Khan' })
    const { reply: handedIn } = await send(submitApplication, { body: renewal(company, { employee_name: 'SARA KHAN' }) })
    const balance = async () =>
      (await portal.db.execute<{ balance_fils: number }>(sql`select balance_fils from wallets where company_id = ${company.id}`)).rows[0]
        ?.balance_fils
    const before = await balance()
    const { status, problem } = await send(renewEmployee, { body: { employee_id: record.id } })
    expect([status, problem.application_id]).toEqual([409, handedIn.id])
    expect(await balance()).toBe(before)
    expect(await portal.db.$count(applications, eq(applications.company_id, company.id))).toBe(1)
  })

  it('is 409 once for two records of one person, pressed at once', async () => {
    const { company, send } = await customer()
    const one = await make.employee(company, { passport_number: 'K1' })
    const two = await make.employee(company, { passport_number: 'K2', person_id: one.person_id })
    const answers = await Promise.all([one, two, one, two].map(({ id }) => send(renewEmployee, { body: { employee_id: id } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })
})
