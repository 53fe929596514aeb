import { addStage, findDuplicate, submitApplication } from 'contract'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'

const portal = startPortal()
const make = given(portal)

async function customer() {
  const company = await make.company()
  return { company, ...as(portal, await make.user('company_admin', { of: [company] })) }
}

it('the active application of a company for a passport number is found, however that is written (S11)', async () => {
  const { company, send } = await customer()
  const body = { company_id: company.id, passport_number: ' n1234567' }
  expect((await send(findDuplicate, { body })).reply).toBeNull()
  const { id } = (await send(submitApplication, { body: newEmployee(company) })).reply
  expect((await send(findDuplicate, { body })).reply).toEqual({ id, employee_name: 'Sara Khan' })
  const admin = as(portal, await make.user('admin'))
  await admin.send(addStage, { params: { id }, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
  expect((await send(findDuplicate, { body })).reply).toBeNull()
})

it('nothing is told of another company’s (V2)', async () => {
  const { company, send } = await customer()
  await send(submitApplication, { body: newEmployee(company) })
  const foreign = await customer()
  const { status, reply } = await foreign.send(findDuplicate, { body: { company_id: company.id, passport_number: 'N1234567' } })
  expect([status, reply]).toEqual([200, null])
})

it('is found by employee record, or by name and nationality, for the same person (S12)', async () => {
  const { company, send } = await customer()
  const company_id = company.id
  const record = await make.employee(company, { passport_number: 'K1' })
  const { id } = (await send(submitApplication, { body: renewal(company) })).reply
  const found = { id, employee_name: 'Sara Khan' }
  for (const told of [{ employee_id: record.id }, { passport_number: 'K1' }, { employee_name: ' SARA  khan', nationality: 'INDIAN' }])
    expect((await send(findDuplicate, { body: { company_id, ...told } })).reply).toEqual(found)
  const other = await make.employee(company, { passport_number: 'K2', nationality: 'Omani' })
  expect((await send(findDuplicate, { body: { company_id, employee_id: other.id } })).reply).toBeNull()
  expect((await send(findDuplicate, { body: { company_id, employee_name: 'Sara Khan', nationality: 'Omani' } })).reply).toBeNull()
})

it.each([
  [{}, 'passport_number'],
  [{ employee_name: 'Sara Khan' }, 'nationality'],
  [{ nationality: 'Indian' }, 'employee_name'],
])('asks for what names the person: %s lacks the %s', async (told, field) => {
  const { company, send } = await customer()
  const { status, problem } = await send(findDuplicate, { body: { company_id: company.id, ...told } })
  expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
})
