import { text } from 'node:stream/consumers'
import { type Call, calls, endTwoStep, getSettings, getStats, getTwoStep, login, me, streamChanges } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'

const portal = startPortal({ REQUIRE_TWO_STEP: 'admins' })
const { user, company } = given(portal)
const ID = '0196f0a0-0000-7000-8000-000000000001'

describe('REQUIRE_TWO_STEP=admins', () => {
  it('lets an admin without it sign in to set it up, and do nothing else', async () => {
    const nadia = await user('admin')
    expect((await as(portal).send(login, { body: { email: nadia.email, password: PASSWORD } })).status).toBe(200)
    const open: string[] = []
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (call.access === 'public' || !call.access.includes('admin')) continue
      const params = { id: ID, company_id: ID, kind: 'new' }
      const { status, problem } = await as(portal, nadia).send<Call>(call, { params } as never)
      const refused = status === 403 && problem?.detail === 'Please set up two-step sign-in first'
      if (!refused) open.push(name)
    }
    expect(open).toEqual(['me', 'getPreferences', 'setPreferences', 'getTwoStep', 'beginTwoStep', 'confirmTwoStep'])
    const { reply } = await as(portal, nadia).send(getSettings, {})
    expect([reply.must_set_up_two_step, reply.broken_invariants]).toEqual([true, undefined])
  })

  it('ends the stream of changes of an admin who switches it off', async () => {
    const nadia = await user('admin')
    const { session, secret } = await switchOn(portal, nadia)
    await as(portal, nadia).send(me, {})
    const { status, raw } = await session.send(streamChanges, {})
    expect(status).toBe(200)
    const heard = text(raw.stream())
    const code = codeOf(secret, portal.clock.moment)
    expect((await session.send(endTwoStep, { body: { password: PASSWORD, code } })).status).toBe(204)
    expect(await heard).toContain('event: ended')
    expect((await session.send(streamChanges, {})).status).toBe(403)
  })

  it('opens everything as soon as it is on', async () => {
    const { session } = await switchOn(portal, await user('admin'))
    expect((await session.send(getStats, {})).status).toBe(200)
    expect((await session.send(getSettings, {})).reply.must_set_up_two_step).toBeUndefined()
    expect((await session.send(getTwoStep, {})).reply.required).toBe(true)
  })

  it('demands nothing of others', async () => {
    const session = as(portal, await user('company_admin', { of: [await company()] }))
    expect([(await session.send(me, {})).status, (await session.send(getStats, {})).status]).toEqual([200, 200])
    expect((await session.send(getTwoStep, {})).reply).toEqual({ on_since: null, recovery_codes_left: 0, required: false })
  })
})
