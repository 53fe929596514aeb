import { getAnalytics, getStats, listExpiringVisas } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { employees } from '../db/people.table.ts'

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
    const { id: record } = await make.employee(one, { passport_number: 'N3', visa_expiry_date: '2026-11-01' })
    const ofRecord = as(portal, await make.user('employee', { of: [one], employee_id: record }))
    expect((await ofRecord.send(getStats, {})).reply.expired_employees).toBe(1)
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
    return { company, user, expiring: async () => (await as(portal, user).send(listExpiringVisas, {})).reply }
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

  it('is right in the first second of a day', async () => {
    const { company, expiring } = await viewerOf()
    await make.application(company, { passport_number: 'A', expiry_date: '2026-11-20' })
    await make.application(company, { passport_number: 'B', expiry_date: '2026-12-21' })
    portal.clock.moment = new Date('2026-11-20T19:59:59.999Z')
    expect((await expiring()).map(({ passport_number, days_left }) => [passport_number, days_left])).toEqual([['A', 0]])
    portal.clock.moment = new Date('2026-11-20T20:00:00.000Z')
    expect((await expiring()).map(({ passport_number, days_left }) => [passport_number, days_left])).toEqual([['B', 30]])
  })

  it('knows a visa of an employee record alone, and leaves out who is or will be cancelled', async () => {
    const { company, expiring } = await viewerOf()
    const date = { visa_expiry_date: '2026-12-01' }
    const record = await make.employee(company, { ...date, passport_number: 'R1' })
    const both = await make.employee(company, { ...date, passport_number: 'R2' })
    const application = await make.application(company, { passport_number: 'R2', expiry_date: '2025-01-01' })
    for (const [passport_number, status] of [
      ['R3', 'cancelled'],
      ['R4', 'cancellation_requested'],
    ] as const) {
      const asked = { cancellation_reason: 'Left', cancellation_requested_at: portal.clock.moment.toISOString() }
      await make.employee(company, { ...date, passport_number, status, ...asked })
      await make.application(company, { passport_number, expiry_date: '2026-12-02' })
    }
    expect(await expiring()).toEqual([
      expect.objectContaining({ id: record.id, record: 'employee', employee_id: record.id, passport_number: 'R1', renewal: null }),
      expect.objectContaining({ id: application.id, record: 'application', employee_id: both.id, expiry_date: '2026-12-01' }),
    ])
    await portal.db.update(employees).set({ status: 'cancelled' }).where(eq(employees.id, record.id))
    expect((await expiring()).map(({ passport_number }) => passport_number)).toEqual(['R2'])
  })

  it('names the renewal under way, and for an administrator the company', async () => {
    const { company, expiring } = await viewerOf()
    const admin = as(portal, await make.user('admin'))
    await make.employee(company, { visa_expiry_date: '2026-11-21' })
    const { id } = await make.application(company, {
      application_type: 'renewal',
      current_stage: 'Entry Permit',
      visa_expiry_date: '2026-11-21',
    })
    const standing = { stage_status: null, visa_type: 'employee', employee_location: 'outside_uae' }
    const renewal = { application_id: id, stage_name: 'Entry Permit', ...standing }
    expect(await expiring()).toMatchObject([{ id, company_name: null, renewal }])
    const { reply } = await admin.send(listExpiringVisas, {})
    expect(reply.find((row) => row.id === id)).toMatchObject({ company_name: company.name })
  })

  it('comes in pages, with the number of all (P3)', async () => {
    const { company, user } = await viewerOf()
    const dates = ['2026-12-01', '2026-11-25', '2026-12-01', '2026-12-20', '2026-12-01']
    for (const [n, expiry_date] of dates.entries()) await make.application(company, { passport_number: `P${n}`, expiry_date })
    await make.application(company, { passport_number: 'P9', expiry_date: '2026-12-21' })
    const { send } = as(portal, user)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { reply, headers } = await send(listExpiringVisas, { query: { limit: 2, cursor } })
      expect(headers).toMatchObject({ 'x-total-count': '5', 'x-unfiltered-count': '5' })
      seen.push(...reply.map((row) => `${row.expiry_date} ${row.id}`))
      cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1]
    } while (cursor)
    expect([seen.length, new Set(seen).size, seen.map((row) => row.slice(0, 10))]).toEqual([5, 5, dates.toSorted()])
    const { headers } = await as(portal, await make.user('admin')).send(listExpiringVisas, { query: { limit: 1 } })
    const all = await as(portal, await make.user('admin')).send(listExpiringVisas, {})
    expect(headers['x-total-count']).toBe(String(all.reply.length))
  })

  it('shows an employee the own people alone, and what they may not open without its id (E7, V4)', async () => {
    const company = await make.company()
    const record = await make.employee(company, { visa_expiry_date: '2026-12-01' })
    await make.employee(company, { passport_number: 'OTHER', visa_expiry_date: '2026-12-01' })
    const sara = as(portal, await make.user('employee', { of: [company], employee_id: record.id }))
    expect((await sara.send(listExpiringVisas, {})).reply).toMatchObject([{ id: record.id, record: 'employee', employee_id: record.id }])
    const mailed = as(
      portal,
      await make.user('employee', { of: [company], email: 'sara@mailed.example', email_verified_at: portal.clock.moment.toISOString() }),
    )
    const own = await make.application(company, { email: 'sara@mailed.example', passport_number: 'M1', expiry_date: '2026-12-02' })
    const unseen = { email: 'office@mailed.example', passport_number: 'M1', application_type: 'renewal' } as const
    await make.application(company, unseen)
    const { reply, headers } = await mailed.send(listExpiringVisas, {})
    expect(reply).toMatchObject([{ id: own.id, record: 'application', employee_id: null, renewal: null, company_name: null }])
    expect(headers['x-total-count']).toBe('1')
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
  it('counts a nationality once, however it was written', async () => {
    const company = await make.company()
    for (const [place, nationality] of ['India', 'هندي', 'INDIAN ', 'Egypt', 'Martian', 'martian', 'Egyptian', 'Martian'].entries())
      await make.application(company, { nationality, passport_number: `N${place}` })
    const { reply } = await as(portal, await make.user('company_admin', { of: [company] })).send(getAnalytics, {})
    expect(reply.by_nationality).toEqual([
      { nationality: 'Indian', count: 3 },
      { nationality: 'Martian', count: 3 },
      { nationality: 'Egyptian', count: 2 },
    ])
  })

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
