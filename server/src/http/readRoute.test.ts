import { getApplication, listApplications, listStages, logout } from 'contract'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { accesses } from '../db/journal.table.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { sessions } from '../db/sessions.table.ts'

// What is read together with the session, for whom it had the last time.
const portal = startPortal()
const make = given(portal)

async function reader() {
  const [own, other] = [await make.company(), await make.company()]
  const user = await make.user('company_admin', { of: [own] })
  const [application, foreign] = [await make.application(own), await make.application(other)]
  const { send } = as(portal, user)
  const list = async () => {
    const { status, reply } = await send(listApplications, {})
    return [status, ...(status === 200 ? reply.map(({ id }) => id) : [])]
  }
  const open = async ({ id }: { id: string }) => (await send(getApplication, { params: { id } })).status
  expect([await list(), await open(application), await open(foreign)]).toEqual([[200, application.id], 200, 404])
  return { own, other, user, application, foreign, send, list, open }
}

it('is not shown once the session has ended', async () => {
  const { send, list, open, application } = await reader()
  await send(logout, {})
  expect([await list(), await open(application)]).toEqual([[401], 401])
  const another = await reader()
  await portal.db.update(sessions).set({ last_seen_at: '2026-01-01T00:00:00Z' }).where(eq(sessions.user_id, another.user.id))
  expect(await another.list()).toEqual([401])
})

it('is read again where the viewer has changed', async () => {
  const { own, other, user, application, foreign, list, open } = await reader()
  await portal.db.insert(userCompanies).values({ user_id: user.id, company_id: other.id })
  await portal.db.update(users).set({ active_company_id: other.id }).where(eq(users.id, user.id))
  expect([await list(), await open(foreign)]).toEqual([[200, foreign.id], 200])
  await portal.db.delete(userCompanies).where(eq(userCompanies.company_id, own.id))
  expect(await open(application)).toBe(404)
  await portal.db.update(users).set({ role: 'employee', email_verified_at: null }).where(eq(users.id, user.id))
  expect([await list(), await open(foreign)]).toEqual([[200], 404])
  await portal.db.update(users).set({ approved: false }).where(eq(users.id, user.id))
  expect(await list()).toEqual([401])
})

it('is refused by the session before the schema is', async () => {
  const url = '/api/visa-applications?limit=0'
  expect((await portal.app.inject(url)).statusCode).toBe(401)
  const { send } = await reader()
  const { status, problem } = await send(listApplications, { query: { limit: 0 } as never })
  expect([status, problem.errors?.[0]?.field]).toEqual([422, 'limit'])
})

it('is kept once in the access journal', async () => {
  const { user, application, send } = await reader()
  await portal.journal.flush()
  const before = await portal.db.$count(accesses, eq(accesses.actor_id, user.id))
  await send(listStages, { params: { id: application.id } })
  await send(listStages, { params: { id: application.id } })
  await portal.journal.flush()
  expect((await portal.db.$count(accesses, eq(accesses.actor_id, user.id))) - before).toBe(2)
})
