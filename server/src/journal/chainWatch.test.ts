import { randomBytes } from 'node:crypto'
import { getSettings } from 'contract'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { accesses } from '../db/journal.table.ts'
import { openPool } from '../db/open.ts'
import { extendChain } from './chain.ts'
import { watchJournal } from './chainWatch.ts'

const portal = startPortal()
const make = given(portal)
const minute = (number: number) => new Date(Date.parse('2026-11-20T06:00:00.000Z') + number * 60_000)
let sealed = 0
let logged: object[]
const proving = () => ({ ...portal, masterKey: portal.master_key, now: () => portal.clock.moment })
const log = { error: (line: object) => logged.push(line) } as never

beforeEach(() => {
  logged = []
})

/** A minute with one access. */
async function sealMinute() {
  sealed++
  const at = minute(sealed).toISOString()
  const seen = { id: v7(), happened_at: at, record_type: 'other' as const, call: 'GET /', outcome: 'seen' as const, request_id: v7() }
  await portal.db.insert(accesses).values({ ...seen, address: '::1' })
  await extendChain(portal.db, portal.master_key, minute(sealed))
}

/** As the superuser, who can switch triggers off. */
async function tamper(statement: string) {
  const client = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
  await client.query('set session_replication_role = replica')
  expect((await client.query(statement)).rowCount).toBe(1)
  await client.end()
}
const alter = (number: number) =>
  tamper(`update accesses set address = '::2' where seq = (select accesses_to from seals where number = ${number})`)
const restore = (number: number) =>
  tamper(`update accesses set address = '::1' where seq = (select accesses_to from seals where number = ${number})`)

const shownTo = async (role: 'admin' | 'company_admin') => (await as(portal, await make.user(role)).send(getSettings, {})).reply.broken_seal
const times = (number: number) => ({ after: minute(number - 1).toISOString(), until: minute(number).toISOString() })

beforeAll(async () => {
  for (let count = 0; count < 5; count++) await sealMinute()
})

describe('watchJournal', () => {
  it('logs what was altered and shows it to admins, until it is as it was', async () => {
    const prove = watchJournal({ log }, proving())
    await prove()
    expect([logged, await shownTo('admin')]).toEqual([[], undefined])
    await alter(3)
    await prove()
    expect(logged).toEqual([{ number: 3, ...times(3), missing: false }])
    expect([await shownTo('admin'), await shownTo('company_admin')]).toEqual([times(3), undefined])
    await restore(3)
    await prove()
    expect([logged.length, await shownTo('admin')]).toEqual([1, undefined])
  })

  it('goes on from where it stopped, and through all older ones in turn, however little it does at once', async () => {
    const prove = watchJournal({ log }, proving(), 1)
    for (let count = 0; count < 5; count++) await prove()
    await sealMinute()
    await alter(sealed)
    await prove()
    expect(logged).toEqual([expect.objectContaining({ number: sealed })])
    await restore(sealed)
    logged = []
    await alter(2)
    for (let count = 0; count < 2 * sealed && logged.length === 0; count++) await prove()
    expect(logged).toEqual([expect.objectContaining({ number: 2 })])
    await restore(2)
    await prove()
    expect(await shownTo('admin')).toBeUndefined()
  })

  it('misses seals that were cut off while it ran', async () => {
    const prove = watchJournal({ log }, proving())
    await prove()
    await tamper(`delete from seals where number = ${sealed}`)
    await prove()
    expect(logged).toEqual([{ number: sealed, after: null, until: minute(sealed).toISOString(), missing: true }])
  })

  it('fails where the key is another one', async () => {
    await expect(watchJournal({ log }, { ...proving(), masterKey: randomBytes(32) })()).rejects.toThrow(
      'cannot be decrypted with this master key',
    )
  })
})
