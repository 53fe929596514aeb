import { getAnalytics, getStats, listExpiringVisas } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)

describe('GET /dashboard/stats', () => {
  it('counts what the lists of the viewer show (V3)', async () => {
    const one = await make.company()
    const two = await make.company({ name: 'Second LLC' })
    await make.application(one)
    await make.application(one, { status: 'completed', completed_at: '2026-11-01T00:00:00.000Z' })
    await make.application(two)
    await make.employee(one, { visa_expiry_date: '2026-11-19' })
    await make.employee(one, { passport_number: 'N2', visa_expiry_date: '2026-11-20' })
    const customer = as(portal, await make.user('company_admin', { of: [one, two] }))
    const { reply } = await customer.send(getStats, {})
    expect(reply).toEqual({
      total_applications: 2,
      total_companies: 2,
      pending_applications: 1,
      completed_applications: 1,
      expired_employees: 1,
    })
    const all = (await as(portal, await make.user('admin')).send(getStats, {})).reply
    expect(all).toMatchObject({ total_applications: 3, total_companies: 2 })
    const employee = (await as(portal, await make.user('employee', { of: [one] })).send(getStats, {})).reply
    expect(employee).toEqual({
      total_applications: 0,
      total_companies: 0,
      pending_applications: 0,
      completed_applications: 0,
      expired_employees: 0,
    })
  })
})

describe('GET /dashboard/expiring-visas', () => {
  const viewerOf = async () => {
    const company = await make.company()
    const user = await make.user('company_admin', { of: [company] })
    return { company, expiring: async () => (await as(portal, user).send(listExpiringVisas, {})).reply }
  }

  it('lists today to 30 days ahead in Dubai, soonest first (S9)', async () => {
    const { company, expiring } = await viewerOf()
    for (const [passport_number, expiry_date] of [
      ['A', '2026-11-19'],
      ['B', '2026-11-20'],
      ['C', '2026-12-20'],
      ['D', '2026-12-21'],
      ['E', '2026-11-27'],
    ] as const) {
      await make.application(company, { passport_number, expiry_date })
    }
    expect((await expiring()).map(({ passport_number, days_left }) => [passport_number, days_left])).toEqual([
      ['B', 0],
      ['E', 7],
      ['C', 30],
    ])
    portal.clock.moment = new Date('2026-11-20T20:30:00.000Z')
    expect((await expiring()).map(({ passport_number }) => passport_number)).toEqual(['E', 'C', 'D'])
  })

  it('uses the result, else the visa held at submission (S8)', async () => {
    const { company, expiring } = await viewerOf()
    await make.application(company, { passport_number: 'A', visa_expiry_date: '2026-12-01' })
    await make.application(company, { passport_number: 'B', visa_expiry_date: '2026-12-01', expiry_date: '2028-12-01' })
    expect(await expiring()).toMatchObject([{ passport_number: 'A', expiry_date: '2026-12-01', days_left: 11 }])
  })

  it('shows one row a person and none once a later visa is known', async () => {
    const { company, expiring } = await viewerOf()
    await make.application(company, { expiry_date: '2026-12-01' })
    const newer = await make.application(company, { visa_expiry_date: '2026-12-01', application_type: 'renewal' })
    expect((await expiring()).map((row) => row.id)).toEqual([newer.id])
    await make.employee(company, { visa_expiry_date: '2028-12-01' })
    expect(await expiring()).toEqual([])
  })

  it('tells people without passport apart by name and nationality', async () => {
    const { company, expiring } = await viewerOf()
    const row = { passport_number: null, visa_expiry_date: '2026-12-01' }
    await make.application(company, row)
    await make.application(company, { ...row, employee_name: 'SARA KHAN' })
    await make.application(company, { ...row, nationality: 'Pakistani' })
    expect(await expiring()).toHaveLength(2)
  })
})

describe('GET /dashboard/analytics', () => {
  it('counts by nationality and by stage, most first, in the scope of the lists', async () => {
    const company = await make.company()
    await make.application(company, { nationality: 'Indian', current_stage: 'Medical Test' })
    await make.application(company, { nationality: 'Filipino', current_stage: 'Medical Test' })
    await make.application(company, { nationality: 'Indian', current_stage: 'Offer Letter' })
    await make.application(await make.company(), { nationality: 'Egyptian' })
    const { reply } = await as(portal, await make.user('company_admin', { of: [company] })).send(getAnalytics, {})
    expect(reply).toEqual({
      by_nationality: [
        { nationality: 'Indian', count: 2 },
        { nationality: 'Filipino', count: 1 },
      ],
      by_stage: [
        { stage_name: 'Medical Test', count: 2 },
        { stage_name: 'Offer Letter', count: 1 },
      ],
    })
  })
})
