import { addStage, createEmployee, getEmployee, listPapers, setExpiryDate, submitApplication, updateStage } from 'contract'
import { beforeEach, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { countAllMiskept } from '../persons/proof.ts'

const portal = startPortal()
const make = given(portal)
let company: { id: string }
let omar: ReturnType<typeof as>
let huda: ReturnType<typeof as>

beforeEach(async () => {
  company = await make.company()
  omar = as(portal, await make.user('company_admin', { of: [company] }))
  huda = as(portal, await make.user('admin'))
})

const RECORD = {
  employee_name: 'Sara Khan',
  nationality: 'Indian',
  designation: 'Clerk',
  passport_number: 'N111',
  visa_expiry_date: '2027-01-15',
}
const complete = async (id: string, dates: { expiry_date?: string; visa_number?: string } = {}) =>
  (await huda.send(addStage, { params: { id }, body: { stage_name: 'Visa Stamping', status: 'Approved', ...dates } })).reply
const residences = async () => {
  const { reply } = await omar.send(listPapers, { query: { kind: 'residence', state: 'all' } })
  expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
  return reply.map(({ number, expires_on, state, application_id }) => [number, expires_on, state, application_id])
}

async function renewed() {
  const { id: employee_id } = (await omar.send(createEmployee, { body: { ...RECORD, company_id: company.id } })).reply
  const body = { ...renewal(company, { visa_expiry_date: '2027-01-15' }), employee_id }
  return { employee_id, id: (await omar.send(submitApplication, { body })).reply.id }
}

it('a completed renewal brings a new residence that names its case, and keeps the one before as renewed (E1)', async () => {
  const { id, employee_id } = await renewed()
  const stage = await complete(id, { expiry_date: '2029-01-14', visa_number: '201/9' })
  expect(await residences()).toEqual([
    [null, '2027-01-15', 'renewed', null],
    ['201/9', '2029-01-14', 'held', id],
  ])
  // A correction of its date, and completing it again, change that one.
  await huda.send(setExpiryDate, { params: { id }, query: { expiry_date: '2029-01-15' } })
  await huda.send(updateStage, { params: { id: stage.id }, body: { status: 'In Process' } })
  await huda.send(updateStage, { params: { id: stage.id }, body: { status: 'Approved', expiry_date: '2029-01-16' } })
  expect(await residences()).toEqual([
    [null, '2027-01-15', 'renewed', null],
    ['201/9', '2029-01-16', 'held', id],
  ])
  expect((await huda.send(getEmployee, { params: { id: employee_id } })).reply.visa_expiry_date).toBe('2029-01-16')
})

it('a case completed without a date brings nothing until the date is set', async () => {
  const { id } = await renewed()
  await complete(id)
  expect(await residences()).toEqual([[null, '2027-01-15', 'held', null]])
  await huda.send(setExpiryDate, { params: { id }, query: { expiry_date: '2029-01-14' } })
  expect(await residences()).toEqual([
    [null, '2027-01-15', 'renewed', null],
    [null, '2029-01-14', 'held', id],
  ])
})

it('a person new to the register begins with the residence of the case', async () => {
  const { id } = (await omar.send(submitApplication, { body: newEmployee(company, { passport_number: 'N999' }) })).reply
  await complete(id, { expiry_date: '2028-11-20' })
  expect(await residences()).toEqual([[null, '2028-11-20', 'held', id]])
})
