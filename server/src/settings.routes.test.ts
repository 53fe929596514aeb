import { addMonths, dubaiDate, getSettings, me, startOf } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { given } from '../../test/given.ts'
import { START, startPortal } from '../../test/portal.ts'

const portal = startPortal({ SESSION_IDLE_MINUTES: '60', SESSION_MAX_HOURS: '3' })
const hasty = startPortal({ SESSION_IDLE_MINUTES: '1' })
const withTerm = startPortal({ RETENTION_ACCESSES_MONTHS: '12' })
const withGoogle = startPortal({ OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'a secret' })
const { user } = given(portal)
const at = (seconds: number, of = portal) => {
  of.clock.moment = new Date(START.getTime() + seconds * 1_000)
}
const background = { 'x-background': 'true' }

describe('GET /settings', () => {
  it('tells a visitor about the installation, and nothing else', async () => {
    const { status, reply } = await as(portal).send(getSettings, {})
    expect(status).toBe(200)
    expect(reply).toEqual({ product_name: 'Visa Portal', support_contact: null, google_sign_in: false, max_file_mb: 10, mails_kept: true })
  })

  it('tells whether sign-in with Google is set up', async () => {
    expect((await as(withGoogle).send(getSettings, {})).reply.google_sign_in).toBe(true)
  })

  it('tells administrators alone since when accesses are kept, where they leave after a term', async () => {
    const read = async (role: 'admin' | 'employee', of = withTerm) => (await as(of, await given(of).user(role)).send(getSettings, {})).reply
    const month = dubaiDate(START).slice(0, 7)
    expect((await read('admin')).accesses_from).toBe(new Date(startOf(`${addMonths(month, -12)}-01`)).toISOString())
    expect(await read('employee')).not.toHaveProperty('accesses_from')
    expect(await read('admin', portal)).not.toHaveProperty('accesses_from')
  })

  it('tells who is signed in how long the session still lives (U9)', async () => {
    const session = as(portal, await user('employee'))
    const times = async (headers = {}) => (await session.send(getSettings, {}, headers)).reply.session
    expect(await times()).toEqual({ idle_minutes: 60, idle_seconds_left: 3_600, seconds_left: 10_800 })
    at(3_000)
    expect(await times(background)).toEqual({ idle_minutes: 60, idle_seconds_left: 600, seconds_left: 7_800 })
    at(3_480)
    expect(await times()).toEqual({ idle_minutes: 60, idle_seconds_left: 3_600, seconds_left: 7_320 })
  })

  it('never promises more than the longest time', async () => {
    const session = as(portal, await user('admin'))
    for (const seconds of [0, 3_500, 7_000, 10_000]) {
      at(seconds)
      expect((await session.send(me, {})).status).toBe(200)
    }
    expect((await session.send(getSettings, {})).reply.session).toEqual({ idle_minutes: 60, idle_seconds_left: 800, seconds_left: 800 })
    at(10_800)
    expect((await session.send(getSettings, {})).reply.session).toBeUndefined()
  })

  it('counts every use of a session that ends after a minute', async () => {
    const session = as(hasty, await given(hasty).user('admin'))
    for (const seconds of [0, 50, 100]) {
      at(seconds, hasty)
      expect((await session.send(me, {})).status).toBe(200)
    }
    expect((await session.send(getSettings, {})).reply.session?.idle_seconds_left).toBe(60)
  })
})
