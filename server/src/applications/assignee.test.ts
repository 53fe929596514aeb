import { assignApplications, getWork, listApplicationHistory, setWork, submitApplication, withdrawApplication } from 'contract'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { users } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)

async function office() {
  const company = await make.company()
  const manager = await make.user('company_admin', { of: [company] })
  const huda = await make.user('admin', { full_name: 'Huda Salem' })
  const submit = async (passport_number = 'P1') =>
    (await as(portal, manager).send(submitApplication, { body: newEmployee(company, { passport_number }) })).reply.id
  return { company, manager, huda, admin: as(portal, huda), submit }
}

describe('PUT /visa-applications/{id}/work', () => {
  it('gives a case to an administrator and back, with a line of history each', async () => {
    const { huda, admin, submit } = await office()
    const params = { id: await submit() }
    expect((await admin.send(getWork, { params })).reply.assignee).toBeNull()
    const { status, reply } = await admin.send(setWork, { params, body: { assignee_id: huda.id } })
    expect([status, reply.assignee]).toEqual([200, { id: huda.id, full_name: 'Huda Salem' }])
    expect(reply.administrators).toContainEqual({ id: huda.id, full_name: 'Huda Salem' })
    await admin.send(setWork, { params, body: { assignee_id: huda.id } })
    await admin.send(setWork, { params, body: { assignee_id: null } })
    const lines = (await admin.send(listApplicationHistory, { params })).reply.filter(({ action }) => action === 'assigned')
    expect(lines.map(({ changes }) => changes[0]).toSorted((one) => (one?.to ? -1 : 1))).toEqual([
      { field: 'assignee', from: null, to: 'Huda Salem' },
      { field: 'assignee', from: 'Huda Salem', to: null },
    ])
  })

  it('stands in no history that the company or the person reads', async () => {
    const { company, manager, huda, admin, submit } = await office()
    const email = 'sara.khan@people.example'
    const person = await make.user('employee', { of: [company], email, email_verified_at: portal.clock.moment.toISOString() })
    const params = { id: await submit() }
    await admin.send(setWork, { params, body: { assignee_id: huda.id } })
    const read = async (by: ReturnType<typeof as>) => (await by.send(listApplicationHistory, { params })).reply.map(({ action }) => action)
    expect(await read(admin)).toEqual(['assigned', 'submitted'])
    expect([await read(as(portal, manager)), await read(as(portal, person))]).toEqual([['submitted'], ['submitted']])
  })

  it('takes approved administrators alone', async () => {
    const { manager, admin, submit } = await office()
    const params = { id: await submit() }
    const waiting = await make.user('admin', { approved: false })
    for (const assignee_id of [manager.id, waiting.id, '0196f0a0-0000-7000-8000-000000000009']) {
      const { status, problem } = await admin.send(setWork, { params, body: { assignee_id } })
      expect([status, problem.errors]).toEqual([422, [{ field: 'assignee_id', detail: 'Only administrators carry cases' }]])
    }
  })

  it('is told to administrators alone', async () => {
    const { company, manager, huda, admin, submit } = await office()
    const params = { id: await submit() }
    const told = async () =>
      (await portal.db.execute<{ company_id: string | null }>(sql`select company_id from changes where id = ${params.id} order by tx`)).rows
    const before = (await told()).length
    await admin.send(setWork, { params, body: { assignee_id: huda.id } })
    await as(portal, manager).send(withdrawApplication, { params, body: { reason: 'Found other work' } })
    expect((await told()).slice(before).map(({ company_id }) => company_id)).toEqual([null, company.id])
  })

  it('is nobody’s once the administrator is gone', async () => {
    const { admin, submit } = await office()
    const other = await make.user('admin')
    const params = { id: await submit() }
    await admin.send(setWork, { params, body: { assignee_id: other.id } })
    await portal.db.delete(users).where(eq(users.id, other.id))
    expect((await admin.send(getWork, { params })).reply.assignee).toBeNull()
  })
})

describe('PUT /visa-applications/assignee', () => {
  it('answers row by row', async () => {
    const { huda, admin, submit } = await office()
    const [one, two, unknown] = [await submit(), await submit('P2'), '0196f0a0-0000-7000-8000-000000000009']
    const { reply } = await admin.send(assignApplications, { body: { application_ids: [one, unknown, two], assignee_id: huda.id } })
    expect(reply.map(({ application_id, status }) => [application_id, status])).toEqual([
      [one, 200],
      [unknown, 404],
      [two, 200],
    ])
    for (const id of [one, two]) expect((await admin.send(getWork, { params: { id } })).reply.assignee?.id).toBe(huda.id)
  })

  it('changes nothing where nobody could carry them', async () => {
    const { manager, admin, submit } = await office()
    const id = await submit()
    const { status, problem } = await admin.send(assignApplications, { body: { application_ids: [id], assignee_id: manager.id } })
    expect([status, problem.detail]).toEqual([422, 'Only administrators carry cases'])
  })
})
