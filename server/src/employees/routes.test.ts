import { getEmployee, getOwnRecord, listEmployees, listExpiringVisas, requestCancellation } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { users } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)

describe('GET /employees', () => {
  it('shows the records of the active company, all to the admin (V3)', async () => {
    const one = await make.company()
    const two = await make.company({ name: 'Second LLC' })
    const own = await make.employee(one)
    const other = await make.employee(two)
    const { reply } = await as(portal, await make.user('company_admin', { of: [one, two] })).send(listEmployees, {})
    expect(reply.map((row) => row.id)).toEqual([own.id])
    const all = (await as(portal, await make.user('admin')).send(listEmployees, {})).reply
    expect(all.map((row) => row.id)).toEqual(expect.arrayContaining([own.id, other.id]))
  })

  it('derives expired from the date in Dubai and filters by it (E4)', async () => {
    const company = await make.company()
    await make.employee(company, { passport_number: 'A', visa_expiry_date: '2026-11-19' })
    await make.employee(company, { passport_number: 'B', visa_expiry_date: '2026-11-20' })
    await make.employee(company, { passport_number: 'C', visa_expiry_date: '2026-01-01', status: 'cancelled' })
    const { send } = as(portal, await make.user('company_admin', { of: [company] }))
    const statuses = Object.fromEntries((await send(listEmployees, {})).reply.map((row) => [row.passport_number, row.status]))
    expect(statuses).toEqual({ A: 'expired', B: 'active', C: 'cancelled' })
    const expired = await send(listEmployees, { query: { status: 'expired' } })
    expect(expired.reply.map((row) => row.passport_number)).toEqual(['A'])
    expect(expired.headers).toMatchObject({ 'x-total-count': '1', 'x-unfiltered-count': '3' })
  })

  it('narrows to one company, within what the viewer may see', async () => {
    const one = await make.company()
    const two = await make.company({ name: 'Second LLC' })
    const own = await make.employee(one)
    const other = await make.employee(two)
    const idsOf = async (send: ReturnType<typeof as>['send'], company_id: string) =>
      (await send(listEmployees, { query: { company_id } })).reply.map((row) => row.id)
    const administrator = as(portal, await make.user('admin'))
    expect([await idsOf(administrator.send, one.id), await idsOf(administrator.send, two.id)]).toEqual([[own.id], [other.id]])
    const { send } = as(portal, await make.user('company_admin', { of: [one] }))
    expect([await idsOf(send, one.id), await idsOf(send, two.id)]).toEqual([[own.id], []])
  })

  it('searches name and passport number', async () => {
    const company = await make.company()
    await make.employee(company, { employee_name: 'Zoë Brandt', passport_number: 'Z1' })
    const { send } = as(portal, await make.user('company_admin', { of: [company] }))
    expect((await send(listEmployees, { query: { q: 'zoe' } })).reply).toHaveLength(1)
    expect((await send(listEmployees, { query: { q: 'nobody' } })).reply).toEqual([])
  })
})

describe('GET /employees/{id}', () => {
  it('answers the record as the list shows it, with the state that a change is sent with (P5)', async () => {
    const company = await make.company()
    const { id } = await make.employee(company, { visa_expiry_date: '2026-11-19' })
    const { send } = as(portal, await make.user('company_admin', { of: [company] }))
    const { reply, headers } = await send(getEmployee, { params: { id } })
    expect(reply).toMatchObject({ employee_name: 'Sara Khan', status: 'expired' })
    expect([reply]).toEqual((await send(listEmployees, {})).reply)
    expect(headers.etag).toMatch(/^".+"$/)
  })

  it('opens a record of any own company, and none of another (V3)', async () => {
    const [one, two, foreign] = [await make.company(), await make.company(), await make.company()]
    const { send } = as(portal, await make.user('company_admin', { of: [one, two] }))
    const statuses = []
    for (const company of [one, two, foreign]) {
      const { id } = await make.employee(company)
      statuses.push((await send(getEmployee, { params: { id } })).status)
    }
    expect(statuses).toEqual([200, 200, 404])
  })
})

describe('GET /employees/own (E7)', () => {
  it('is the own record and the contact person of its company', async () => {
    const [elsewhere, company] = [await make.company(), await make.company({ name: 'Second LLC', contact_person: 'Huda Salem' })]
    await make.employee(company, { passport_number: 'Other' })
    const dates = { visa_expiry_date: '2026-11-19', eid_expiry_date: '2027-01-01', eid_number: '784-1990-1234567-6', visa_number: 'V1' }
    const { id } = await make.employee(company, dates)
    const { send } = as(portal, await make.user('employee', { of: [elsewhere, company], employee_id: id }))
    expect((await send(getOwnRecord, {})).reply).toEqual({
      record: {
        employee_name: 'Sara Khan',
        passport_number: 'N1234567',
        nationality: 'Indian',
        designation: null,
        status: 'expired',
        ...dates,
        cancelled_at: null,
        leave_by: null,
      },
      company: { name: 'Second LLC', contact_person: 'Huda Salem', email: company.email },
      reads_until: null,
    })
    const admin = as(portal, await make.user('company_admin', { of: [company] }))
    await admin.send(requestCancellation, { body: { employee_id: id, reason: 'Said to nobody but the company' } })
    const { reply, raw } = await send(getOwnRecord, {})
    expect(reply.record?.status).toBe('cancellation_requested')
    expect(raw.payload).not.toContain('Said to nobody')
  })

  it('is found by the confirmed e-mail where the account names none, one that is not cancelled first (V4)', async () => {
    const [company, left] = [await make.company(), await make.company()]
    const email = 'own.record@people.example'
    await make.employee(company, { passport_number: 'Old', email, status: 'cancelled' })
    const { passport_number } = await make.employee(company, { email: email.toUpperCase(), visa_expiry_date: '2026-11-30' })
    await make.employee(left, { passport_number: 'Left', email })
    const account = await make.user('employee', { of: [company], email })
    const { send } = as(portal, account)
    const read = async () => [
      (await send(getOwnRecord, {})).reply.record?.passport_number,
      (await send(listExpiringVisas, { query: {} })).reply.length,
    ]
    expect(await read()).toEqual([undefined, 0])
    await portal.db.update(users).set({ email_verified_at: portal.clock.moment.toISOString() }).where(eq(users.id, account.id))
    expect(await read()).toEqual([passport_number, 1])
  })

  it('is none without a record, nor where the record is of a company that the account has left', async () => {
    const [company, other] = [await make.company(), await make.company()]
    const { id } = await make.employee(other)
    const contact = { name: company.name, contact_person: company.contact_person, email: company.email }
    for (const employee_id of [null, id]) {
      const { send } = as(portal, await make.user('employee', { of: [company], employee_id }))
      expect((await send(getOwnRecord, {})).reply).toEqual({ record: null, company: contact, reads_until: null })
    }
    const { send } = as(portal, await make.user('employee'))
    expect((await send(getOwnRecord, {})).reply).toEqual({ record: null, company: null, reads_until: null })
  })
})
