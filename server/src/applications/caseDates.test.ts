import { addStage, getCaseDates, listApplicationHistory, setCaseDates, submitApplication, withdrawApplication } from 'contract'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'

const portal = startPortal()
const make = given(portal)
const NONE = { entry_permit_issued_on: null, entered_on: null, status_changed_on: null, medical_on: null }

async function office() {
  const company = await make.company()
  const customer = as(portal, await make.user('company_admin', { of: [company] }))
  const admin = as(portal, await make.user('admin', { full_name: 'Huda Salem' }))
  const submit = async () => ({ id: (await customer.send(submitApplication, { body: newEmployee(company) })).reply.id })
  const set = (params: { id: string }, body: object) => admin.send(setCaseDates, { params, body })
  return { customer, admin, submit, set }
}

it('sets the days that are given, keeps and empties the others, and says so once', async () => {
  const { customer, admin, submit, set } = await office()
  const params = await submit()
  const application_id = params.id
  expect((await admin.send(getCaseDates, { params })).reply).toEqual({ application_id, ...NONE })
  await set(params, { entry_permit_issued_on: '2026-11-02', entered_on: '2026-11-09' })
  const kept = { application_id, ...NONE, entry_permit_issued_on: '2026-11-02', entered_on: '2026-11-10' }
  expect((await set(params, { entered_on: '2026-11-10', medical_on: null })).reply).toEqual(kept)
  expect((await set(params, { entered_on: '2026-11-10' })).reply).toEqual(kept)
  expect((await set(params, { entry_permit_issued_on: '' })).reply).toEqual({ ...kept, entry_permit_issued_on: null })
  expect((await admin.send(getCaseDates, { params })).reply).toEqual({ ...kept, entry_permit_issued_on: null })
  const lines = (await customer.send(listApplicationHistory, { params })).reply.filter(({ action }) => action === 'changed')
  expect(lines.map(({ actor_name, changes }) => [actor_name, changes])).toEqual([
    ['Huda Salem', [{ field: 'entry_permit_issued_on', from: '2026-11-02', to: null }]],
    ['Huda Salem', [{ field: 'entered_on', from: '2026-11-09', to: '2026-11-10' }]],
    [
      'Huda Salem',
      [
        { field: 'entry_permit_issued_on', from: null, to: '2026-11-02' },
        { field: 'entered_on', from: null, to: '2026-11-09' },
      ],
    ],
  ])
})

it('refuses a day ahead in Dubai by name, and what is no date', async () => {
  const { submit, set } = await office()
  const params = await submit()
  portal.clock.moment = new Date('2026-11-22T20:30:00Z')
  expect((await set(params, { medical_on: '2026-11-23' })).status).toBe(200)
  const refused = await set(params, { entered_on: '2026-11-24' })
  expect([refused.status, refused.problem.errors]).toEqual([422, [{ field: 'entered_on', detail: 'This day lies ahead' }]])
  expect((await set(params, { entered_on: '2026-02-30' })).status).toBe(422)
})

it('leaves the days of a case that has ended as they are', async () => {
  const { customer, admin, submit, set } = await office()
  const done = await submit()
  await admin.send(addStage, { params: done, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
  const refused = await set(done, { entered_on: '2026-11-01' })
  expect([refused.status, refused.problem.detail]).toEqual([409, 'This application is completed: its facts stay as they are'])
  const gone = await submit()
  await customer.send(withdrawApplication, { params: gone, body: { reason: 'Found other work' } })
  expect((await set(gone, { entered_on: '2026-11-01' })).problem.detail).toBe('This application was withdrawn')
})
