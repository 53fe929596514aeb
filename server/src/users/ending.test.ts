import {
  approveUser,
  assignApplications,
  exportUsers,
  forgotPassword,
  getWork,
  listApplicationHistory,
  listUsers,
  login,
  me,
  setPassword,
  submitApplication,
} from 'contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { insertLink } from '../auth/oneTimeTokens.ts'
import { findAdmin } from '../auth/queries.ts'
import { users } from '../db/people.table.ts'
import { listHistory } from '../history/queries.ts'
import { endAdministrator } from './ending.ts'

const portal = startPortal()
const make = given(portal)
beforeEach(() => portal.db.delete(users))

async function office() {
  const company = await make.company()
  const manager = as(portal, await make.user('company_admin', { of: [company] }))
  const huda = await make.user('admin', { full_name: 'Huda Salem', email: 'huda@portal.example' })
  const sami = await make.user('admin', { full_name: 'Sami Haddad', email: 'sami@portal.example' })
  const carriedByHuda = async (passport_number: string) => {
    const { id } = (await manager.send(submitApplication, { body: newEmployee(company, { passport_number }) })).reply
    await as(portal, huda).send(assignApplications, { body: { application_ids: [id], assignee_id: huda.id } })
    return id
  }
  return { huda, sami, carriedByHuda }
}
const end = (email: string, cases_to?: string) => endAdministrator(portal.db, { email, cases_to }, START)

describe('endAdministrator (A11)', () => {
  it('ends the session, the links and the sign-in at once, and tells the other administrators by the history', async () => {
    const { huda, sami } = await office()
    const session = as(portal, huda)
    expect((await session.send(me, {})).status).toBe(200)
    const link = await insertLink(portal.db, { user_id: huda.id, purpose: 'reset', public_url: 'https://portal.example', moment: START })
    expect(await end('HUDA@portal.example')).toEqual({ cases: 0, heir: undefined })
    expect((await session.send(me, {})).status).toBe(401)
    const token = link.split('token=')[1] ?? ''
    expect((await as(portal).send(setPassword, { body: { token, password: 'a long password' } })).status).toBe(410)
    const { status, problem } = await as(portal).send(login, { body: { email: huda.email, password: PASSWORD } })
    expect([status, problem.detail]).toEqual([403, 'Your account is pending admin approval'])
    expect(await listHistory(portal.db, { role: 'admin' }, 'user', huda.id)).toMatchObject([{ action: 'account_ended', actor_name: null }])
    const { reply } = await as(portal, sami).send(listUsers, { query: { role: 'admin' } })
    expect(reply.find(({ id }) => id === huda.id)).toMatchObject({ full_name: 'Huda Salem', approved: false })
    const { raw } = await as(portal, sami).send(exportUsers, { query: { q: huda.email } })
    expect(raw.payload).toContain('Ended')
  })

  it('is opened by no call and acts in no command', async () => {
    const { huda, sami } = await office()
    await end(huda.email)
    const { status, problem } = await as(portal, sami).send(approveUser, { params: { id: huda.id } })
    expect([status, problem.detail]).toEqual([403, 'An administrator’s account that was ended cannot be approved'])
    await as(portal).send(forgotPassword, { body: { email: huda.email } })
    expect((await as(portal).send(login, { body: { email: huda.email, password: PASSWORD } })).status).toBe(403)
    expect(await findAdmin(portal.db, huda.email)).toBeUndefined()
  })

  it('hands over the cases, with a line of history each', async () => {
    const { huda, sami, carriedByHuda } = await office()
    const ids = [await carriedByHuda('P1'), await carriedByHuda('P2')]
    expect(await end(huda.email, 'SAMI@portal.example')).toEqual({ cases: 2, heir: 'Sami Haddad' })
    for (const id of ids) {
      expect((await as(portal, sami).send(getWork, { params: { id } })).reply.assignee).toEqual({ id: sami.id, full_name: 'Sami Haddad' })
      const [last] = (await as(portal, sami).send(listApplicationHistory, { params: { id } })).reply
      const changes = [{ field: 'assignee', from: 'Huda Salem', to: 'Sami Haddad' }]
      expect(last).toMatchObject({ action: 'assigned', actor_name: null, changes })
    }
  })

  it('leaves the cases to nobody where nobody is named', async () => {
    const { huda, sami, carriedByHuda } = await office()
    const id = await carriedByHuda('P1')
    expect(await end(huda.email)).toEqual({ cases: 1, heir: undefined })
    expect((await as(portal, sami).send(getWork, { params: { id } })).reply.assignee).toBeNull()
    const [last] = (await as(portal, sami).send(listApplicationHistory, { params: { id } })).reply
    expect(last?.changes).toEqual([{ field: 'assignee', from: 'Huda Salem', to: null }])
  })

  it.each([
    ['nobody@portal.example', undefined, 'There is no account with the e-mail nobody@portal.example.'],
    ['layla@portal.example', undefined, 'layla@portal.example is no administrator: delete the account under Users.'],
    ['huda@portal.example', 'huda@portal.example', 'huda@portal.example is the account that ends: name another administrator.'],
    ['huda@portal.example', 'layla@portal.example', 'layla@portal.example is not an administrator who could carry the cases.'],
    ['huda@portal.example', 'nobody@portal.example', 'nobody@portal.example is not an administrator who could carry the cases.'],
  ])('refuses to end %s with the cases to %s, and changes nothing', async (email, cases_to, sentence) => {
    const { huda } = await office()
    await make.user('company_admin', { email: 'layla@portal.example' })
    await expect(end(email, cases_to)).rejects.toThrow(sentence)
    expect((await as(portal, huda).send(me, {})).status).toBe(200)
  })

  it('never ends the last one, nor one twice', async () => {
    const { huda, sami } = await office()
    await end(huda.email)
    await expect(end(huda.email)).rejects.toThrow('The account huda@portal.example has ended before.')
    await expect(end(sami.email, huda.email)).rejects.toThrow('huda@portal.example is not an administrator who could carry the cases.')
    await expect(end(sami.email)).rejects.toThrow('sami@portal.example is the last administrator: create another one first.')
    expect((await as(portal, sami).send(me, {})).status).toBe(200)
  })

  it('leaves one where two end each other at once', async () => {
    const { huda, sami } = await office()
    const ends = await Promise.allSettled([end(huda.email), end(sami.email)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
