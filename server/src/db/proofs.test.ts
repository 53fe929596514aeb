import { DAY_MS, getSettings } from 'contract'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startOtherServer } from '../../../test/otherServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { watchLedger } from '../transactions/ledgerWatch.ts'
import { proofs } from './proofs.table.ts'
import { openProofs } from './proofs.ts'

const portal = startPortal()
const make = given(portal)
const broken = ['the ledger sums to zero']
beforeEach(() => portal.db.delete(proofs))

describe('what a check found', () => {
  it('is told alike by a server that did not check, under the alarms of administrators and in /readyz', async () => {
    const admin = await make.user('admin')
    const other = await startOtherServer(portal)
    try {
      const before = (await other.app.inject('/readyz')).json()
      expect(before).toMatchObject({ status: 'ready', proven: { ledger: { checked_at: null, holds: true } } })
      await portal.proofs.keep('ledger', { broken })
      await portal.proofs.keep('people', { wrong: 2 })
      await portal.proofs.keep('journal', { broken: undefined })
      expect((await as({ ...portal, app: other.app }, admin).send(getSettings, {})).reply.broken_invariants).toEqual(broken)
      const { proven } = (await portal.app.inject('/readyz')).json()
      expect(proven).toMatchObject({
        ledger: { holds: false },
        people: { holds: false },
        journal: { holds: true },
        counts: { checked_at: null },
      })
      expect(Date.now() - Date.parse(proven.ledger.checked_at)).toBeLessThan(60_000)
    } finally {
      await other.end()
    }
  })

  it('is told by /readyz to this machine and to who has the token of the metrics, to nobody else', async () => {
    const metrics_token = 'a-token-of-32-characters-or-more-2026'
    const other = await startOtherServer({ ...portal, settings: { ...portal.settings, metrics_token } })
    const asked = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await other.app.inject({ url: '/readyz', remoteAddress, headers })).json()
    try {
      const told = { status: 'ready', proven: expect.objectContaining({ ledger: expect.anything() }) }
      for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await asked(here)).toEqual(told)
      expect(await asked('192.0.2.7', { authorization: `Bearer ${metrics_token}` })).toEqual(told)
      for (const authorization of ['', `Bearer ${metrics_token}x`, metrics_token])
        expect(await asked('192.0.2.7', { authorization })).toEqual({ status: 'ready' })
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
        expect(await asked('127.0.0.1', { [name]: '127.0.0.1' })).toEqual({ status: 'ready' })
      const without = await portal.app.inject({
        url: '/readyz',
        remoteAddress: '192.0.2.7',
        headers: { authorization: 'Bearer undefined' },
      })
      expect(without.json()).toEqual({ status: 'ready' })
    } finally {
      await other.end()
    }
  })

  it('stays until who found it finds it whole, because others check other slices', async () => {
    const [one, two] = [openProofs(portal.db), openProofs(portal.db)]
    const found = async () => (await two.read()).ledger.broken
    await one.keep('ledger', { broken })
    await two.keep('ledger', { broken: [] })
    expect(await found()).toEqual(broken)
    await one.keep('ledger', { broken: [] })
    expect(await found()).toEqual([])
    await two.keep('ledger', { broken })
    await one.keep('ledger', { broken })
    for (const each of [one, two]) await each.keep('ledger', { broken: [] })
    expect(await found()).toEqual(broken)
  })

  it('stays, however long ago it was, when its finder is gone, until somebody has read everything since', async () => {
    const found = async () => (await portal.proofs.read()).ledger.broken
    await openProofs(portal.db).keep('ledger', { broken })
    await portal.db.execute(sql`update proofs set checked_at = now() - interval '30 days' where name = 'ledger'`)
    const later = openProofs(portal.db)
    await later.keep('ledger', { broken: [] })
    await later.keep('ledger', { broken: [] }, 31 * DAY_MS)
    expect(await found()).toEqual(broken)
    await later.keep('ledger', { broken: [] }, DAY_MS)
    expect(await found()).toEqual([])
  })

  it('is taken back by the round of another server that began after it, and not by one that had begun', async () => {
    const log = { error: () => undefined } as never
    const company = await make.company()
    for (let topups = 0; topups < 3; topups++) await make.topup(company, { approved: true })
    const watch = watchLedger({ log }, portal.db, openProofs(portal.db), 1)
    const found = async () => {
      await watch()
      return (await portal.proofs.read()).ledger.broken
    }
    await found()
    await openProofs(portal.db).keep('ledger', { broken })
    const runs: boolean[] = []
    while (runs.length < 50 && runs.at(-1) !== true) runs.push((await found()).length === 0)
    expect(runs.at(-1)).toBe(true)
    // The entries of three top-ups, one a run: what is left of the first round, and a whole one.
    expect(runs.length).toBeGreaterThan(7)
  })
})
