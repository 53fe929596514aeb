import { approveTopup, DUE_AGES, type Dues, deleteCompany, getDues, submitApplication, withdrawApplication } from 'contract'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { isCountedRight } from '../dashboard/largeProof.ts'

const portal = startPortal()
const make = given(portal)
type Person = Awaited<ReturnType<typeof make.user>>

const DAY = 86_400_000
const pass = (days: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + days * DAY)
}
const duesOf = async (admin: Person): Promise<Dues> => (await as(portal, admin).send(getDues, {})).reply
const broken = () => findAllMiscounted(portal.db, portal.clock.moment)

/** By reading every payment. */
async function counted(): Promise<Dues> {
  const now = portal.clock.moment.toISOString()
  const { rows } = await portal.db.execute<{ age: number; fils: number; company_id: string; company_name: string }>(sql`
    select (${now}::timestamptz at time zone 'Asia/Dubai')::date - (t.created_at at time zone 'Asia/Dubai')::date as age,
      t.amount_fils as fils, c.id as company_id, c.name as company_name
    from transactions t join companies c on c.id = t.company_id where t.type = 'visa_payment' and t.status = 'pending'`)
  const sum = (all: typeof rows) => all.reduce((total, { fils }) => total + fils, 0) / 100
  const ofCompany = Map.groupBy(rows, ({ company_id }) => company_id)
  return {
    ages: DUE_AGES.map(({ from_days, to_days }) => {
      const within = rows.filter(({ age }) => age >= from_days && (to_days === null || age <= to_days))
      return { from_days, to_days, due: sum(within), cases: within.length }
    }),
    companies: [...ofCompany]
      .map(([company_id, all]) => ({ company_id, company_name: all[0]?.company_name ?? '', due: sum(all) }))
      .toSorted((one, other) => other.due - one.due || (one.company_id < other.company_id ? 1 : -1))
      .slice(0, 10),
  }
}

async function office() {
  const company = await make.company()
  return { company, customer: await make.user('company_admin', { of: [company] }) }
}
type Office = Awaited<ReturnType<typeof office>>

interface Step {
  act: 'submit' | 'approve' | 'withdraw' | 'delete'
  office: number
  aed: number
  days: number
}

async function take({ company, customer }: Office, admin: Person, { act, aed }: Step, number: number): Promise<void> {
  if (act === 'submit')
    await as(portal, customer).send(submitApplication, { body: newEmployee(company, { passport_number: `P${number}` }) })
  else if (act === 'approve') {
    const topup = await make.topup(company, { aed })
    await as(portal, admin).send(approveTopup, { params: topup, body: {} })
  } else if (act === 'withdraw') {
    const { rows } = await portal.db.execute<{ id: string }>(sql`
      select id from visa_applications where company_id = ${company.id} and status = 'active' order by md5(id::text) limit 1`)
    for (const { id } of rows) await as(portal, admin).send(withdrawApplication, { params: { id }, body: { reason: 'Left the country' } })
  } else await as(portal, admin).send(deleteCompany, { params: company })
}

describe('GET /transactions/dues', () => {
  it('is what counting every payment says, after random work', async () => {
    const admin = await make.user('admin')
    const step = fc.record({
      act: fc.constantFrom<Step['act']>('submit', 'submit', 'submit', 'submit', 'approve', 'withdraw', 'delete'),
      office: fc.nat(3),
      aed: fc.integer({ min: 100, max: 2_000_000 }).map((fils) => fils / 100),
      days: fc.nat(12),
    })
    let number = 0
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
        const offices = [await office(), await office(), await office(), await office()]
        for (const one of steps) {
          pass(one.days)
          const at = offices[one.office] as Office
          number += 1
          await take(at, admin, one, number)
          if (one.act === 'delete') offices[one.office] = await office()
          const said = await duesOf(admin)
          expect(said).toEqual(await counted())
          for (const { from_days, cases } of said.ages) if (cases > 0) seen.add(from_days)
        }
        expect(await broken()).toEqual([])
        for (const { company } of offices)
          for (const slice of [1, 100]) expect(await isCountedRight(portal.db, company.id, portal.clock.moment, slice)).toBe(true)
      }),
      { numRuns: 5, seed: 2026 },
    )
    expect([...seen].toSorted((one, other) => one - other)).toEqual([0, 8, 31, 61])
  })

  it('turns to the next age at midnight in Dubai, to the fils', async () => {
    const [admin, { company }] = [await make.user('admin'), await office()]
    portal.clock.moment = new Date('2031-01-10T19:59:59.999Z')
    const before = await duesOf(admin)
    await portal.db.execute(
      sql`select charge_visa(gen_random_uuid(), ${company.id}, gen_random_uuid(), 'Sara Khan', null, 650029, ${portal.clock.moment.toISOString()})`,
    )
    const young = await duesOf(admin)
    expect([young.ages[0]?.due, young.ages[0]?.cases]).toEqual([(before.ages[0]?.due ?? 0) + 6_500.29, (before.ages[0]?.cases ?? 0) + 1])
    const casesOn = async (moment: string) => {
      portal.clock.moment = new Date(moment)
      return (await duesOf(admin)).ages.map(({ cases }) => cases)
    }
    const others = before.ages.reduce((sum, { cases }) => sum + cases, 0)
    expect((await casesOn('2031-01-17T19:59:59.999Z'))[0]).toBe(young.ages[0]?.cases)
    expect((await casesOn('2031-01-17T20:00:00.000Z'))[0]).toBe((young.ages[0]?.cases ?? 0) - 1)
    expect(await casesOn('2031-03-11T19:59:59.999Z')).toEqual([0, 0, 1, others])
    expect(await casesOn('2031-03-11T20:00:00.000Z')).toEqual([0, 0, 0, others + 1])
  })

  it('names at most ten companies, and is for administrators alone', async () => {
    portal.clock.moment = new Date('2032-01-10T08:00:00.000Z')
    const [admin, { customer }] = [await make.user('admin'), await office()]
    for (let place = 0; place < 11; place += 1) {
      const { company, customer: owner } = await office()
      await as(portal, owner).send(submitApplication, { body: newEmployee(company, { passport_number: `Q${place}` }) })
    }
    expect((await duesOf(admin)).companies).toHaveLength(10)
    expect(await duesOf(admin)).toEqual(await counted())
    expect((await as(portal, customer).send(getDues, {})).status).toBe(403)
  })

  it('is found where it is wrong', async () => {
    const { company, customer } = await office()
    await as(portal, customer).send(submitApplication, { body: newEmployee(company, { passport_number: 'R1' }) })
    const change = (by: number) =>
      portal.db.execute(
        sql`update company_counts set number = number + ${by} where company_id = ${company.id} and kind = 'due' and value <> ''`,
      )
    await change(1)
    expect(await broken()).toEqual([`of company ${company.id}`, 'total by due'])
    expect(await isCountedRight(portal.db, company.id, portal.clock.moment, 1)).toBe(false)
    await change(-1)
    expect(await broken()).toEqual([])
  })
})
