import { approveUser, deleteUser, getUser, listApplications, listEmployees, listUsers, me, switchCompany } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { companies } from '../db/companies.table.ts'
import { users } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)
const admin = async () => as(portal, await make.user('admin'))

describe('DELETE /users/{id} (A11)', () => {
  it('ends the session at once and keeps a company that is in use', async () => {
    const company = await make.company()
    const user = await make.user('company_admin', { of: [company] })
    const { send } = as(portal, user)
    expect((await send(me, {})).status).toBe(200)
    expect((await (await admin()).send(deleteUser, { params: { id: user.id } })).status).toBe(204)
    expect((await send(me, {})).status).toBe(401)
    expect(await portal.db.$count(companies, eq(companies.id, company.id))).toBe(1)
  })

  it('takes the empty company of a pending user along', async () => {
    const empty = await make.company()
    const used = await make.company()
    const shared = await make.company()
    const paying = await make.company()
    await make.application(used)
    await make.user('company_admin', { of: [shared] })
    await make.topup(paying)
    const all = [empty, used, shared, paying]
    for (const company of all) {
      const pending = await make.user('company_admin', { of: [company], approved: false })
      await (await admin()).send(deleteUser, { params: { id: pending.id } })
    }
    const left = await Promise.all(all.map((company) => portal.db.$count(companies, eq(companies.id, company.id))))
    expect(left).toEqual([0, 1, 1, 1])
  })

  it('never deletes an administrator, oneself included (T20)', async () => {
    const self = await make.user('admin')
    const other = await make.user('admin')
    for (const { id } of [self, other]) expect((await as(portal, self).send(deleteUser, { params: { id } })).status).toBe(403)
    expect(await portal.db.$count(users, eq(users.role, 'admin'))).toBeGreaterThanOrEqual(2)
  })
})

describe('two administrators of one user (P5)', () => {
  it('are told apart by the ETag: the second change is 412, and nothing is changed', async () => {
    const company = await make.company()
    const pending = await make.user('company_admin', { of: [company], approved: false })
    const params = { id: pending.id }
    const [one, two] = [await admin(), await admin()]
    const read = String((await one.send(getUser, { params })).headers.etag)
    expect(read).toMatch(/^"[\w-]{43}"$/)
    expect((await two.send(getUser, { params })).headers.etag).toBe(read)
    const approved = await one.send(approveUser, { params }, { 'if-match': read })
    expect([approved.status, approved.reply.approved]).toEqual([200, true])
    for (const call of [approveUser, deleteUser] as const) {
      const { status, problem } = await two.send(call, { params }, { 'if-match': read })
      expect([status, problem.detail]).toEqual([412, 'This was changed by someone else in the meantime'])
    }
    expect(await portal.db.$count(users, eq(users.id, pending.id))).toBe(1)
    expect((await two.send(deleteUser, { params }, { 'if-match': String(approved.headers.etag) })).status).toBe(204)
  })

  it('without If-Match the last change counts', async () => {
    const { id } = await make.user('company_admin', { of: [await make.company()], approved: false })
    const [one, two] = [await admin(), await admin()]
    expect((await one.send(approveUser, { params: { id } })).status).toBe(200)
    expect((await two.send(deleteUser, { params: { id } })).status).toBe(204)
  })
})

describe('PUT /users/switch-company/{company_id} (V3)', () => {
  it('makes lists follow the new active company', async () => {
    const one = await make.company()
    const two = await make.company({ name: 'Second LLC' })
    const there = await make.application(two)
    await make.employee(two)
    const { send } = as(portal, await make.user('company_admin', { of: [one, two] }))
    expect((await send(listApplications, {})).reply).toEqual([])
    const { status, reply } = await send(switchCompany, { params: { company_id: two.id } })
    expect([status, reply.active_company_id]).toEqual([200, two.id])
    expect((await send(me, {})).reply.active_company_id).toBe(two.id)
    expect((await send(listApplications, {})).reply.map((row) => row.id)).toEqual([there.id])
    expect((await send(listEmployees, {})).reply).toHaveLength(1)
    expect((await send(listUsers, {})).reply).toHaveLength(1)
  })

  it('is 404 for a foreign company and changes nothing (T16)', async () => {
    const own = await make.company()
    const { send } = as(portal, await make.user('company_admin', { of: [own] }))
    expect((await send(switchCompany, { params: { company_id: (await make.company()).id } })).status).toBe(404)
    expect((await send(me, {})).reply.active_company_id).toBe(own.id)
  })
})
