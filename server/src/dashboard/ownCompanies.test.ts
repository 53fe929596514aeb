import { countWaiting, getBalance, getStats, listExpiringVisas, submitApplication, switchCompany } from 'contract'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'

const portal = startPortal()
const make = given(portal)

let passports = 0
const day = (days: number) => new Date(portal.clock.moment.getTime() + days * 86_400_000).toISOString().slice(0, 10)

it('compares all own companies by what each of their homes says, and no other', async () => {
  const own = [await make.company(), await make.company({ name: 'Oryx Stone LLC' }), await make.company({ name: 'Marina Yachts' })]
  const [first, second, third] = own.map(({ id }) => ({ id })) as [{ id: string }, { id: string }, { id: string }]
  const foreign = await make.company({ name: 'Foreign LLC' })
  await make.employee(first, { passport_number: 'A1', visa_expiry_date: day(-1) })
  await make.employee(first, { passport_number: 'A2', visa_expiry_date: day(0) })
  await make.employee(first, { passport_number: 'A3', visa_expiry_date: day(31) })
  await make.employee(second, { passport_number: 'B1', visa_expiry_date: day(30) })
  await make.employee(second, { passport_number: 'B2', visa_expiry_date: day(12), status: 'cancelled' })
  await make.employee(foreign, { visa_expiry_date: day(3) })
  await make.topup(second, { approved: true, aed: 7_000 })
  const { send, list } = as(portal, await make.user('company_admin', { of: own }))
  for (const company of [first, second, second])
    await send(submitApplication, { body: newEmployee(company, { passport_number: `C${++passports}` }) })
  const { companies } = (await send(countWaiting, {})).reply
  expect(companies.toSorted((one, other) => one.company_id.localeCompare(other.company_id))).toEqual([
    { company_id: first.id, due: 6_500, expired: 1, expiring: 1 },
    { company_id: second.id, due: 6_500, expired: 0, expiring: 1 },
    { company_id: third.id, due: 0, expired: 0, expiring: 0 },
  ])
  for (const { company_id, due, expired, expiring } of companies) {
    await send(switchCompany, { params: { company_id } })
    expect((await send(getBalance, {})).reply.due).toBe(due)
    expect((await send(getStats, {})).reply.expired_employees).toBe(expired)
    expect((await list(listExpiringVisas, {})).total).toBe(expiring)
  }
  const other = as(portal, await make.user('company_admin', { of: [foreign] }))
  expect((await other.send(countWaiting, {})).reply.companies).toEqual([{ company_id: foreign.id, due: 0, expired: 0, expiring: 1 }])
})
