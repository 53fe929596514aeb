import { getSettings } from 'contract'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startOtherServer } from '../../../test/otherServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { openProofs } from './proofs.ts'

const portal = startPortal()
const broken = ['the ledger sums to zero']

describe('what a check found', () => {
  it('is told alike by a server that did not check, under the alarms of administrators and in /readyz', async () => {
    const admin = await given(portal).user('admin')
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

  it('stays until who found it finds it whole, or has not checked for two rounds, because others check other slices', async () => {
    const [one, two] = [openProofs(portal.db), openProofs(portal.db)]
    const found = async () => (await two.read()).ledger.broken
    await one.keep('ledger', { broken })
    await two.keep('ledger', { broken: [] })
    expect(await found()).toEqual(broken)
    await one.keep('ledger', { broken: [] })
    expect(await found()).toEqual([])
    await one.keep('ledger', { broken })
    await portal.db.execute(sql`update proofs set checked_at = now() - interval '3 minutes'`)
    await two.keep('ledger', { broken: [] })
    expect(await found()).toEqual([])
  })
})
