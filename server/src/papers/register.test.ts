import {
  addPaper,
  addStage,
  createEmployee,
  getEmployee,
  getPaper,
  type Input,
  listEmployeeHistory,
  listPapers,
  setExpiryDate,
  submitApplication,
  updateEmployee,
  updatePaper,
} from 'contract'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { renewal } from '../../../test/submission.ts'
import { papers } from '../db/papers.table.ts'
import { erase } from '../privacy/erase.ts'

const portal = startPortal()
const make = given(portal)
const UNKNOWN = { id: '0196f0a0-0000-7000-8000-000000000001' }

it('follows Sara Khan from her first passport date to her erasure', async () => {
  const company = await make.company({ name: 'Falcon Trading LLC' })
  const omar = as(portal, await make.user('company_admin', { of: [company] }))
  const huda = as(portal, await make.user('admin'))
  const record = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Clerk', passport_number: 'N111' }
  const { reply: sara } = await omar.send(createEmployee, { body: { ...record, company_id: company.id, visa_expiry_date: '2027-01-15' } })
  const listed = async (query: NonNullable<Input<typeof listPapers>['query']>, by = omar) =>
    (await by.send(listPapers, { query })).reply.map(({ kind, number, expires_on, state }) => [kind, number, expires_on, state])
  await omar.send(addPaper, { body: { kind: 'tenancy', company_id: company.id } })

  const [passport] = (await omar.send(listPapers, { query: { kind: 'passport' } })).reply
  if (!passport) return expect.fail()
  await omar.send(updatePaper, { params: passport, body: { expires_on: '2027-05-03' } })
  expect(await listed({ owner: 'people' })).toEqual([
    ['residence', null, '2027-01-15', 'held'],
    ['passport', 'N111', '2027-05-03', 'held'],
  ])

  const second = { kind: 'passport', employee_id: sara.id, number: 'N222', expires_on: '2036-05-02' } as const
  const refused = await omar.send(addPaper, { body: second })
  expect([refused.status, refused.problem.detail, refused.problem.paper_id]).toEqual([
    409,
    'A passport is already on record, valid until 3 May 2027. Renew it instead.',
    passport.id,
  ])
  const { reply: renewed } = await omar.send(addPaper, { body: { ...second, renews_id: passport.id } })
  expect((await omar.send(getEmployee, { params: sara })).reply.passport_number).toBe('N222')
  const { reply: before } = await omar.send(getPaper, { params: passport })
  expect([before.number, before.state, before.renewed_by_id]).toEqual(['N111', 'renewed', renewed.id])
  const { reply: history } = await omar.send(listEmployeeHistory, { params: sara })
  expect(history[0]).toMatchObject({ action: 'paper_renewed', subject: 'passport' })

  const given = { passport_number: 'N222', visa_expiry_date: '2027-01-15', application_type: 'renewal' } as const
  const body = { ...renewal(company, given), employee_id: sara.id }
  const { reply: application } = await omar.send(submitApplication, { body })
  const stamped = { stage_name: 'Visa Stamping', status: 'Approved', expiry_date: '2029-01-14' } as const
  await huda.send(addStage, { params: application, body: stamped })
  const residences = async () => await listed({ kind: 'residence', state: 'all' })
  expect(await residences()).toEqual([
    ['residence', null, '2027-01-15', 'renewed'],
    ['residence', null, '2029-01-14', 'held'],
  ])
  const [, held] = (await omar.send(listPapers, { query: { kind: 'residence', state: 'all' } })).reply
  expect(held?.application_id).toBe(application.id)
  await huda.send(setExpiryDate, { params: application, query: { expiry_date: '2029-01-15' } })
  expect(await residences()).toEqual([
    ['residence', null, '2027-01-15', 'renewed'],
    ['residence', null, '2029-01-15', 'held'],
  ])

  await omar.send(updateEmployee, { params: sara, body: { eid_expiry_date: '2028-12-31' } })
  expect(await listed({ kind: 'emirates_id' })).toEqual([['emirates_id', null, '2028-12-31', 'held']])

  const other = as(portal, await make.user('company_admin', { of: [await make.company()] }))
  const foreign = await other.send(getPaper, { params: renewed })
  expect([foreign.status, JSON.stringify(foreign.problem)]).toEqual([
    404,
    JSON.stringify((await other.send(getPaper, { params: UNKNOWN })).problem),
  ])
  const own = as(portal, await make.user('employee', { of: [company], employee_id: sara.id }))
  expect((await listed({}, own)).map(([kind]) => kind)).toEqual(['emirates_id', 'residence', 'passport'])

  expect(await erase(portal, 'N222', portal.clock.moment)).toBeDefined()
  const left = await portal.db.select().from(papers).where(eq(papers.company_id, company.id))
  expect(left.map(({ kind }) => kind)).toEqual(['tenancy'])
})
