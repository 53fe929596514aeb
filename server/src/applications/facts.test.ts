import {
  addStage,
  correctFacts,
  getApplication,
  listApplicationHistory,
  listApplications,
  submitApplication,
  withdrawApplication,
} from 'contract'
import { afterEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { countAllMiskept } from '../persons/proof.ts'

const portal = startPortal()
const make = given(portal)

afterEach(async () => {
  expect(await findAllMiscounted(portal.db, portal.clock.moment)).toEqual([])
  expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
})

async function office() {
  const company = await make.company()
  const customer = as(portal, await make.user('company_admin', { of: [company] }))
  const admin = as(portal, await make.user('admin', { full_name: 'Huda Salem' }))
  const submit = async (body = newEmployee(company)) => ({ id: (await customer.send(submitApplication, { body })).reply.id })
  const correct = (params: { id: string }, body: object, headers = {}) =>
    admin.send(correctFacts, { params, body: { reason: 'As in the passport', ...body } }, headers)
  return { company, customer, admin, submit, correct }
}

describe('PUT /visa-applications/{id}/facts (S7)', () => {
  it('corrects what is given, found and counted by it, and says from what and why', async () => {
    const { customer, admin, submit, correct } = await office()
    const params = await submit()
    const { reply: before } = await admin.send(getApplication, { params, query: { documents: 'link' } })
    const facts = { employee_name: 'Sarah Khan', passport_number: 'n7654321', nationality: 'Omani', designation: null }
    const { status, reply } = await correct(params, facts)
    expect([status, reply]).toMatchObject([200, { ...before, ...facts, designation: before.designation, passport_number: 'N7654321' }])
    expect((await admin.list(listApplications, { query: { q: 'n7654321' } })).items).toMatchObject([{ id: params.id }])
    const [line] = (await customer.send(listApplicationHistory, { params })).reply
    expect(line).toMatchObject({
      action: 'facts_corrected',
      actor_name: 'Huda Salem',
      changes: [
        { field: 'employee_name', from: before.employee_name, to: 'Sarah Khan' },
        { field: 'passport_number', from: before.passport_number, to: 'N7654321' },
        { field: 'nationality', from: before.nationality, to: 'Omani' },
        { field: 'reason', from: null, to: 'As in the passport' },
      ],
    })
  })

  it('writes nothing where nothing is another (P9), and empties what the form does not require', async () => {
    const { company, admin, submit, correct } = await office()
    const params = await submit(renewal(company, { application_type: 'renewal', mobile: '+971501234567' }))
    const { reply: before } = await admin.send(getApplication, { params, query: { documents: 'link' } })
    expect((await correct(params, { employee_name: before.employee_name, email: null })).reply).toEqual(before)
    const told = async () => (await admin.send(listApplicationHistory, { params })).reply.length
    const lines = await told()
    expect((await correct(params, { mobile: '' })).reply.mobile).toBeNull()
    expect(await told()).toBe(lines + 1)
  })

  it('refuses by name what the form requires, an address that is none, and a correction without a reason', async () => {
    const { company, admin, submit, correct } = await office()
    const params = await submit()
    const refused = async (body: object, of = params) => (await correct(of, body)).problem.errors?.[0]
    expect(await refused({ passport_number: ' ' })).toEqual({ field: 'passport_number', detail: 'Passport number is required' })
    expect(await refused({ email: 'sara' })).toMatchObject({ field: 'email' })
    expect(await refused({ mobile: '+971501234567', reason: ' ' })).toEqual({ field: 'reason', detail: 'Reason is required' })
    const other = await submit(renewal(company, { application_type: 'renewal', employee_name: 'Ali Raza' }))
    expect(await refused({ designation: '' }, other)).toEqual({ field: 'designation', detail: 'Designation is required' })
    expect((await admin.send(listApplicationHistory, { params })).reply).toHaveLength(1)
  })

  it('changes neither kind, price, company nor place, whatever is sent (T14)', async () => {
    const { company, admin, submit, correct } = await office()
    const params = await submit()
    const { reply: before } = await admin.send(getApplication, { params, query: { documents: 'link' } })
    const sent = { application_type: 'renewal', cost: 1, company_id: company.id, employee_location: 'inside_uae', visa_type: 'investor' }
    expect((await correct(params, sent)).reply).toEqual(before)
  })

  it('is for active applications, of which nobody has changed another state (P5)', async () => {
    const { customer, admin, submit, correct } = await office()
    const params = await submit()
    const stale = { 'if-match': '"another"' }
    expect((await correct(params, { mobile: '1' }, stale)).status).toBe(412)
    await admin.send(addStage, { params, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
    const done = await correct(params, { mobile: '1' })
    expect([done.status, done.problem.detail]).toEqual([409, 'This application is completed: its facts stay as they are'])
    const other = await submit()
    await customer.send(withdrawApplication, { params: other, body: { reason: 'Found other work' } })
    expect((await correct(other, { mobile: '1' })).problem.detail).toBe('This application was withdrawn')
  })
})
