import { deleteCompany, deleteEmployee, deleteUser, listJournal } from 'contract'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { erase } from '../privacy/erase.ts'

const portal = startPortal()
const make = given(portal)

async function office() {
  const company = await make.company({ name: 'Falcon Trading LLC', trade_license: 'CN-1001' })
  return { company, huda: as(portal, await make.user('admin', { full_name: 'Huda Salem' })) }
}

/** Who did what of a record, and what stood there before. */
async function linesOf({ id: record_id }: { id: string }) {
  await portal.journal.flush()
  const { reply } = await as(portal, await make.user('admin')).send(listJournal, { query: { record_id } })
  return reply.map(({ actor_name, record_type, action, changes }) => [
    `${actor_name} ${action} ${record_type}`,
    Object.fromEntries(changes.map(({ field, from }) => [field, from])),
  ])
}

it('keeps who deleted an employee record, until the person is erased', async () => {
  const { company, huda } = await office()
  const employee = await make.employee(company, { employee_name: 'Sara Khan', passport_number: 'N7001' })
  expect((await huda.send(deleteEmployee, { params: employee })).status).toBe(204)
  const line = 'Huda Salem deleted employee'
  expect(await linesOf(employee)).toEqual([[line, { employee_name: 'Sara Khan', passport_number: 'N7001' }]])
  await erase(portal, 'n-7001', portal.clock.moment)
  expect(await linesOf(employee)).toEqual([[line, { employee_name: 'erased', passport_number: 'erased' }]])
})

it('keeps who deleted an account, and the name but of an employee', async () => {
  const { company, huda } = await office()
  const omar = await make.user('company_admin', { of: [company], full_name: 'Omar Haddad', email: 'omar@falcon.example' })
  const sara = await make.user('employee', { of: [company] })
  for (const params of [omar, sara]) expect((await huda.send(deleteUser, { params })).status).toBe(204)
  const line = 'Huda Salem deleted user'
  expect(await linesOf(omar)).toEqual([[line, { full_name: 'Omar Haddad', email: 'omar@falcon.example' }]])
  expect(await linesOf(sara)).toEqual([[line, {}]])
  expect(await linesOf(company)).toEqual([])
})

it('keeps what a pending user takes along', async () => {
  const { company, huda } = await office()
  const pending = await make.user('company_admin', { of: [company], approved: false })
  await huda.send(deleteUser, { params: pending })
  expect(await linesOf(company)).toEqual([['Huda Salem deleted company', { name: 'Falcon Trading LLC', trade_license: 'CN-1001' }]])
})

it('keeps who deleted a company, and the accounts that went with it', async () => {
  const { company, huda } = await office()
  const other = await make.company()
  const omar = await make.user('company_admin', { of: [company], full_name: 'Omar Haddad', email: 'omar.two@falcon.example' })
  const shared = await make.user('company_admin', { of: [company, other] })
  expect((await huda.send(deleteCompany, { params: company })).status).toBe(204)
  expect(await linesOf(company)).toEqual([['Huda Salem deleted company', { name: 'Falcon Trading LLC', trade_license: 'CN-1001' }]])
  expect(await linesOf(omar)).toEqual([['Huda Salem deleted user', { full_name: 'Omar Haddad', email: 'omar.two@falcon.example' }]])
  expect(await linesOf(shared)).toEqual([])
})

it('says nothing of what was not deleted', async () => {
  const { company, huda } = await office()
  expect((await huda.send(deleteCompany, { params: company }, { 'if-match': '"old"' })).status).toBe(412)
  expect(await linesOf(company)).toEqual([])
})
