import {
  addStage,
  getApplication,
  listApplicationHistory,
  listEmployeeHistory,
  listEmployees,
  listStages,
  STAGE_NAMES,
  setExpiryDate,
  submitApplication,
  updateStage,
} from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, HTML, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { stages } from '../db/applications.table.ts'
import { documents } from '../db/documents.table.ts'
import { employees } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)
const admin = async () => as(portal, await make.user('admin', { full_name: 'Huda Salem' }))
const UNKNOWN = '019a9e3c-0000-7000-8000-00000000dead'

const submitted = async (changes = {}) => {
  const company = await make.company()
  const customer = as(portal, await make.user('company_admin', { of: [company] }))
  const { reply } = await customer.send(submitApplication, { body: newEmployee(company, changes) })
  return { company, customer, params: { id: reply.id } }
}
const recordOf = async (company: { id: string }) => await portal.db.select().from(employees).where(eq(employees.company_id, company.id))

describe('POST /visa-applications/{id}/stages', () => {
  it('records a stage, Submitted by default, with who and when', async () => {
    const { customer, params } = await submitted()
    const { status, reply } = await (await admin()).send(addStage, { params, body: { stage_name: 'Offer Letter' } })
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      stage_name: 'Offer Letter',
      status: 'Submitted',
      notes: null,
      document: null,
      updated_by_name: 'Huda Salem',
    })
    expect((await customer.send(listStages, { params })).reply).toEqual([reply])
  })

  it('moves the current stage on (S1)', async () => {
    const { customer, params } = await submitted()
    const { send } = await admin()
    await send(addStage, { params, body: { stage_name: 'Entry Permit', status: 'Approved' } })
    expect((await customer.send(getApplication, { params })).reply).toMatchObject({ current_stage: 'Change Status', status: 'active' })
  })

  it('keeps a document that the company can read', async () => {
    const { customer, params } = await submitted()
    const { reply } = await (await admin()).send(addStage, { params, body: { stage_name: 'Entry Permit', document: dataString(PDF) } })
    expect(reply.document).toMatch(/^\/api\/documents\//)
    expect((await customer.send(listStages, { params })).reply[0]?.document).toBe(dataString(PDF))
  })

  it('refuses an unknown stage and a wrong file, storing nothing', async () => {
    const { params } = await submitted()
    const { send } = await admin()
    const counts = async () => [await portal.db.$count(stages), await portal.db.$count(documents)]
    const before = await counts()
    expect((await send(addStage, { params, body: { stage_name: 'Lunch' as never } })).status).toBe(422)
    const wrong = await send(addStage, { params, body: { stage_name: 'Offer Letter', document: dataString(HTML) } })
    expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'document'])
    expect(await counts()).toEqual(before)
  })

  it('is 404 for an unknown application and 409 for a stage that exists (S3)', async () => {
    const { params } = await submitted()
    const { send } = await admin()
    expect((await send(addStage, { params: { id: UNKNOWN }, body: { stage_name: 'Offer Letter' } })).status).toBe(404)
    await send(addStage, { params, body: { stage_name: 'Offer Letter' } })
    const second = await send(addStage, { params, body: { stage_name: 'Offer Letter' } })
    expect([second.status, second.problem.detail]).toEqual([409, 'Stage already exists'])
  })

  it('lets one of two admins add a stage at the same moment (T55)', async () => {
    const { send: one } = await admin()
    const { send: two } = await admin()
    for (let round = 0; round < 10; round++) {
      const { params } = await submitted()
      const answers = await Promise.all([one, two].map((send) => send(addStage, { params, body: { stage_name: 'Medical Test' } })))
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
    }
  })

  it('keeps current_stage in step when different stages are recorded at once', async () => {
    const { send } = await admin()
    const { customer, params } = await submitted()
    await Promise.all(STAGE_NAMES.map((stage_name) => send(addStage, { params, body: { stage_name, status: 'In Process' } })))
    expect((await customer.send(getApplication, { params })).reply.current_stage).toBe('Visa Stamping')
  })
})

describe('PUT /stages/{id}', () => {
  const withStage = async () => {
    const made = await submitted()
    const { send } = await admin()
    const { reply } = await send(addStage, { params: made.params, body: { stage_name: 'Offer Letter', notes: 'Sent to the employee' } })
    return { ...made, send, stage: { id: reply.id } }
  }

  it('changes what is given and keeps the rest (S4)', async () => {
    const { send, stage } = await withStage()
    portal.clock.moment = new Date('2026-11-20T07:00:00.000Z')
    const { status, reply } = await send(updateStage, { params: stage, body: { status: 'Rejected' } })
    expect(status).toBe(200)
    expect(reply).toMatchObject({ status: 'Rejected', notes: 'Sent to the employee', updated_at: '2026-11-20T07:00:00.000Z' })
    for (const [notes, said] of [
      [null, 'Sent to the employee'],
      ['', null],
    ] as const)
      expect((await send(updateStage, { params: stage, body: { notes } })).reply).toMatchObject({ status: 'Rejected', notes: said })
  })

  it('replaces the document', async () => {
    const { send, stage, customer, params } = await withStage()
    const first = (await send(updateStage, { params: stage, body: { document: dataString(PDF) } })).reply.document
    const second = (await send(updateStage, { params: stage, body: { document: dataString(PDF) } })).reply.document
    expect(second).not.toBe(first)
    expect((await customer.send(listStages, { params, query: { documents: 'link' } })).reply[0]?.document).toBe(second)
  })

  it('refuses an unknown status, and is 404 for an unknown stage', async () => {
    const { send, stage } = await withStage()
    expect((await send(updateStage, { params: stage, body: { status: 'Done' as never } })).status).toBe(422)
    expect((await send(updateStage, { params: { id: UNKNOWN }, body: { status: 'Approved' } })).status).toBe(404)
  })

  it('completes the application with Visa Stamping, and takes that back (S2)', async () => {
    const { send, params, customer } = await withStage()
    const last = (await send(addStage, { params, body: { stage_name: 'Visa Stamping', status: 'Approved' } })).reply
    expect((await customer.send(getApplication, { params })).reply.status).toBe('completed')
    await send(updateStage, { params: { id: last.id }, body: { status: 'In Process' } })
    expect((await customer.send(getApplication, { params })).reply).toMatchObject({ status: 'active', current_stage: 'Visa Stamping' })
  })
})

describe('completion (E1)', () => {
  const stamp = async (params: { id: string }, more = {}) =>
    await (await admin()).send(addStage, { params, body: { stage_name: 'Visa Stamping', status: 'Approved', ...more } })

  it('creates the employee record', async () => {
    const { customer, params } = await submitted({ designation: 'Accountant' })
    await (await admin()).send(setExpiryDate, { params, query: { expiry_date: '2028-11-19' } })
    await stamp(params)
    expect((await customer.send(listEmployees, {})).reply).toMatchObject([
      {
        employee_name: 'Sara Khan',
        passport_number: 'N1234567',
        designation: 'Accountant',
        visa_expiry_date: '2028-11-19',
        status: 'active',
      },
    ])
  })

  it('updates the record of the same passport, keeping what was edited by hand where the application says nothing', async () => {
    const { company, params } = await submitted({ employee_name: 'Sara A. Khan', email: 'new@people.example', mobile: '+971509999999' })
    const earlier = { email: 'old@people.example', mobile: '+971501111111', visa_expiry_date: '2027-01-01' }
    const edited = { designation: 'Head of Finance', visa_number: '201/2024/1' }
    await make.employee(company, { ...edited, ...earlier, status: 'cancelled' })
    await stamp(params)
    const taken = { email: 'new@people.example', mobile: '+971509999999', visa_expiry_date: '2027-01-01' }
    expect(await recordOf(company)).toMatchObject([{ employee_name: 'Sara A. Khan', ...edited, ...taken, status: 'active' }])
  })

  it('lets the date follow the newest completed application only', async () => {
    const { company, customer, params } = await submitted()
    await stamp(params)
    portal.clock.moment = new Date('2026-11-20T07:00:00.000Z')
    const renewed = (await customer.send(submitApplication, { body: newEmployee(company) })).reply
    await stamp({ id: renewed.id })
    const { send } = await admin()
    await send(setExpiryDate, { params: { id: renewed.id }, query: { expiry_date: '2030-11-01' } })
    await send(setExpiryDate, { params, query: { expiry_date: '2029-01-01' } })
    expect(await recordOf(company)).toMatchObject([{ visa_expiry_date: '2030-11-01' }])
  })

  it('finds the person of a renewal without passport by name and nationality (S5)', async () => {
    const company = await make.company()
    const customer = as(portal, await make.user('company_admin', { of: [company] }))
    await make.employee(company, { employee_name: 'SARA KHAN', nationality: 'indian', passport_number: 'K1' })
    const { reply } = await customer.send(submitApplication, { body: renewal(company) })
    expect((await stamp({ id: reply.id })).status).toBe(201)
    expect(await recordOf(company)).toMatchObject([{ passport_number: 'K1', designation: 'Accountant' }])
  })

  it('asks the admin for the number when none or several match, and stores nothing until then', async () => {
    const company = await make.company()
    const customer = as(portal, await make.user('company_admin', { of: [company] }))
    await make.employee(company, { passport_number: 'K1' })
    await make.employee(company, { passport_number: 'K2' })
    const { reply } = await customer.send(submitApplication, { body: renewal(company) })
    const params = { id: reply.id }
    const asked = await stamp(params)
    expect([asked.status, asked.problem.errors?.[0]?.field]).toEqual([422, 'passport_number'])
    expect((await customer.send(listStages, { params })).reply).toEqual([])
    expect((await stamp(params, { passport_number: 'k2' })).status).toBe(201)
    expect((await customer.send(getApplication, { params })).reply).toMatchObject({ passport_number: 'K2', status: 'completed' })
    expect(await recordOf(company)).toHaveLength(2)
  })
})

describe('what the approval of the last stage says of the new residence (S14)', () => {
  const residence = {
    expiry_date: '2028-11-19',
    visa_number: '201/2026/1',
    eid_number: '784-1990-1234567-1',
    eid_expiry_date: '2028-11-18',
  }
  const kept = {
    visa_expiry_date: '2028-11-19',
    visa_number: '201/2026/1',
    eid_number: '784-1990-1234567-1',
    eid_expiry_date: '2028-11-18',
  }
  const last = { stage_name: 'Visa Stamping', status: 'Approved' } as const

  it('is written with it, into the application, the record and both histories', async () => {
    const { company, customer, params } = await submitted()
    const { send } = await admin()
    expect((await send(addStage, { params, body: { ...last, ...residence } })).status).toBe(201)
    expect((await customer.send(getApplication, { params })).reply).toMatchObject({ status: 'completed', expiry_date: '2028-11-19' })
    const [record] = await recordOf(company)
    expect(record).toMatchObject(kept)
    const actions = (await customer.send(listApplicationHistory, { params })).reply.map(({ action }) => action)
    expect(actions.slice(0, 3)).toEqual(expect.arrayContaining(['completed', 'expiry_date_set', 'stage_added']))
    const { reply } = await customer.send(listEmployeeHistory, { params: { id: record?.id ?? '' } })
    expect(reply[0]).toMatchObject({
      action: 'changed',
      actor_name: 'Huda Salem',
      changes: [
        { field: 'visa_number', from: null, to: '201/2026/1' },
        { field: 'eid_number', from: null, to: '784-1990-1234567-1' },
        { field: 'eid_expiry_date', from: null, to: '2028-11-18' },
      ],
    })
  })

  it('is taken by a change to Approved too, where what is empty clears and what is null or absent stays (P9)', async () => {
    const { company, params } = await submitted()
    const { send } = await admin()
    const { reply } = await send(addStage, { params, body: { ...last, ...residence } })
    await send(updateStage, { params: { id: reply.id }, body: { status: 'In Process' } })
    const again = { status: 'Approved', expiry_date: '2028-12-01', visa_number: '', eid_number: null } as const
    expect((await send(updateStage, { params: { id: reply.id }, body: again })).status).toBe(200)
    expect(await recordOf(company)).toMatchObject([{ ...kept, visa_expiry_date: '2028-12-01', visa_number: null }])
    await send(updateStage, { params: { id: reply.id }, body: { status: 'Approved', expiry_date: '2028-12-02', eid_number: '784-2' } })
    expect(await recordOf(company)).toMatchObject([{ visa_expiry_date: '2028-12-02', eid_number: '784-2' }])
  })

  it('is refused by its name without that approval, and nothing is stored', async () => {
    const { params } = await submitted()
    const { send } = await admin()
    for (const body of [
      { stage_name: 'Visa Stamping', status: 'In Process', visa_number: '201/2026/1' },
      { stage_name: 'Emirates ID', status: 'Approved', visa_number: '201/2026/1' },
    ] as const) {
      const refused = await send(addStage, { params, body })
      expect([refused.status, refused.problem.errors]).toEqual([
        422,
        [{ field: 'visa_number', detail: 'Visa number is taken only with the approval of Visa Stamping' }],
      ])
    }
    const { reply } = await send(addStage, { params, body: { ...last, status: 'Submitted' } })
    expect((await send(updateStage, { params: { id: reply.id }, body: { eid_expiry_date: '2028-11-18' } })).status).toBe(422)
    expect((await send(listStages, { params })).reply).toMatchObject([{ status: 'Submitted' }])
  })

  it('of an application before the newest leaves the record as it is (E1)', async () => {
    const { company, customer, params } = await submitted()
    const { send } = await admin()
    const first = (await send(addStage, { params, body: { ...last, ...residence } })).reply
    portal.clock.moment = new Date('2026-11-20T07:00:00.000Z')
    const renewed = (await customer.send(submitApplication, { body: newEmployee(company) })).reply
    await send(addStage, { params: { id: renewed.id }, body: { ...last, visa_number: '201/2028/2', expiry_date: '2030-11-01' } })
    await send(updateStage, {
      params: { id: first.id },
      body: { status: 'Approved', visa_number: '201/2026/9', expiry_date: '2029-01-01' },
    })
    expect(await recordOf(company)).toMatchObject([{ visa_number: '201/2028/2', visa_expiry_date: '2030-11-01' }])
  })
})
