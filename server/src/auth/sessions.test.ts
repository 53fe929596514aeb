import { me } from 'contract'
import { count } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { sessions } from '../db/sessions.table.ts'
import { sweepSessions } from './sessions.ts'

const portal = startPortal({ SESSION_IDLE_MINUTES: '60', SESSION_MAX_HOURS: '3' })
const { user } = given(portal)
const at = (minutes: number) => {
  portal.clock.moment = new Date(START.getTime() + minutes * 60_000)
}

describe('a session (A9)', () => {
  it('ends after its idle time', async () => {
    const session = as(portal, await user('admin'))
    await session.send(me, {})
    at(59)
    expect((await session.send(me, {})).status).toBe(200)
    at(118)
    expect((await session.send(me, {})).status).toBe(200)
    at(178)
    expect((await session.send(me, {})).status).toBe(401)
  })

  it('ends after its longest time, however much it is used', async () => {
    const session = as(portal, await user('admin'))
    for (const minutes of [0, 50, 100, 150, 179]) {
      at(minutes)
      expect((await session.send(me, {})).status).toBe(200)
    }
    at(180)
    expect((await session.send(me, {})).status).toBe(401)
  })

  it('is not kept alive by requests in the background', async () => {
    const session = as(portal, await user('admin'))
    await session.send(me, {})
    at(59)
    expect((await session.send(me, {}, { 'x-background': 'true' })).status).toBe(200)
    at(60)
    expect((await session.send(me, {})).status).toBe(401)
  })

  it('is removed once it cannot be used any more', async () => {
    await portal.db.delete(sessions)
    await as(portal, await user('admin')).send(me, {})
    const left = async () => {
      await sweepSessions(portal.db, portal.settings, portal.clock.moment)
      return (await portal.db.select({ rows: count() }).from(sessions))[0]?.rows
    }
    at(59)
    expect(await left()).toBe(1)
    at(61)
    expect(await left()).toBe(0)
  })
})
