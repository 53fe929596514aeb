import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { PNG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { documents } from '../db/documents.table.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { rulesVersion } from '../db/rules.table.ts'
import { sessions, twoSteps } from '../db/sessions.table.ts'
import { hashOf } from '../http/session.ts'
import { LastViewers } from './lastViewers.ts'
import { findViewer, startSession } from './sessions.ts'

const portal = startPortal({ REQUIRE_TWO_STEP: 'admins' })
const make = given(portal)

/** Reads whom a session has by a guess, and without one. */
async function reader(id: string) {
  const token = await startSession(portal.db, id, START)
  const viewers = new LastViewers()
  const read = (known: LastViewers) => {
    const context = { db: portal.db, settings: portal.settings, now: () => START, viewers: known }
    const request = { cookies: { session: token }, headers: {} } as unknown as FastifyRequest
    return findViewer(context, request, { guess: known.guess(hashOf(token)) })
  }
  return { guessed: () => read(viewers), anew: () => read(new LastViewers()), isGuessed: () => viewers.guess(hashOf(token)) !== undefined }
}

it('is whom the session has, whatever changes of what it says', async () => {
  const { db } = portal
  const [own, other] = [await make.company(), await make.company()]
  const { id } = await make.user('company_admin', { of: [own] })
  const ofUser = eq(users.id, id)
  const { guessed, anew, isGuessed } = await reader(id)
  const picture = await make.document({ user_id: id }, PNG)
  const secret = { user_id: id, sealed_secret: Buffer.from('x'), begun_at: START.toISOString() }
  const begin = () => db.insert(twoSteps).values(secret)
  const changes: (() => PromiseLike<unknown>)[] = [
    () => db.update(users).set({ full_name: 'Omar Haddad' }).where(ofUser),
    () => db.update(users).set({ email: 'omar@falcon.example', email_verified_at: START.toISOString() }).where(ofUser),
    () => db.insert(userCompanies).values({ user_id: id, company_id: other.id }),
    () => db.update(users).set({ company_id: other.id, active_company_id: other.id }).where(ofUser),
    () => db.delete(userCompanies).where(eq(userCompanies.company_id, own.id)),
    () => db.update(documents).set({ user_id: null }).where(eq(documents.id, picture.id)),
    () => make.document({ user_id: id }, PNG),
    () => db.delete(documents).where(eq(documents.user_id, id)),
    () => db.update(rulesVersion).set({ version: 41 }),
    () => db.update(users).set({ role: 'admin' }).where(ofUser),
    () => db.insert(twoSteps).values({ ...secret, on_since: START.toISOString() }),
    () => db.delete(twoSteps).where(eq(twoSteps.user_id, id)),
    begin,
    () => db.update(twoSteps).set({ on_since: START.toISOString() }).where(eq(twoSteps.user_id, id)),
    () => db.update(users).set({ role: 'company_admin' }).where(ofUser),
  ]
  let before = await guessed()
  for (const change of changes) {
    await change()
    const now = await guessed()
    expect(now).toEqual(await anew())
    expect(isGuessed()).toBe(true)
    // A secret that no code has confirmed changes nothing.
    if (change === begin) expect(now).toEqual(before)
    else expect(now).not.toEqual(before)
    before = now
  }
  await db.delete(sessions).where(eq(sessions.user_id, id))
  expect([await guessed(), isGuessed()]).toEqual([undefined, false])
})

it('takes one version where one thing of a user changes', async () => {
  const { db } = portal
  const { id } = await make.user('company_admin', { of: [await make.company()] })
  const versionOf = async () => (await db.select({ version: sql<number>`version` }).from(users).where(eq(users.id, id)))[0]?.version ?? 0
  const before = await versionOf()
  await db.insert(userCompanies).values({ user_id: id, company_id: (await make.company()).id })
  const joined = await versionOf()
  await db.update(users).set({ full_name: 'Omar Haddad' }).where(eq(users.id, id))
  expect([joined > before, (await versionOf()) - joined]).toEqual([true, 1])
  await db.delete(userCompanies).where(eq(userCompanies.user_id, id))
  expect((await versionOf()) - joined).toBe(3)
})

it('is never guessed of an employee, whose records say what may be read', async () => {
  const { guessed, isGuessed } = await reader((await make.user('employee', { of: [await make.company()] })).id)
  expect([(await guessed())?.role, isGuessed()]).toEqual(['employee', false])
})
