import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { approveUser, getApplication, updateCompany } from 'contract'
import { desc, inArray } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { accesses, seals } from '../db/journal.table.ts'
import { openDb, openPool } from '../db/open.ts'
import { moveJournalKey } from '../keys/journalKey.ts'
import { accessLine, extendChain, verifyChain } from './chain.ts'

const portal = startPortal()
const make = given(portal)
const MINUTES = ['2026-11-20T06:01:00.000Z', '2026-11-20T06:02:00.000Z', '2026-11-20T06:03:00.000Z'] as const

/** Three minutes, each with an approved account, a renamed company and a seen application. */
async function threeMinutes(portal: Portal) {
  const make = given(portal)
  const admin = as(portal, await make.user('admin'))
  const company = await make.company()
  for (const minute of MINUTES) {
    const user = await make.user('company_admin', { of: [company], approved: false })
    await admin.send(approveUser, { params: { id: user.id } })
    await admin.send(updateCompany, { params: company, body: { name: `Falcon ${minute}` } })
    await admin.send(getApplication, { params: await make.application(company) })
    await portal.journal.flush()
    portal.clock.moment = new Date(minute)
    await extendChain(portal.db, portal.master_key, portal.clock.moment)
  }
}

/** Changes rows as a superuser without a trace, checks the chain and takes the change back. */
async function tampered(...statements: string[]) {
  const client = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of statements) expect((await client.query(statement)).rowCount).not.toBe(0)
    return await verifyChain(openDb(client), portal.master_key)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

const second = (table: 'history' | 'accesses', number = 2) => `(select ${table}_to from seals where number = ${number})`

describe('the seals', () => {
  it('hold, and say what waits for the next one', async () => {
    await threeMinutes(portal)
    const [, , { hash } = { hash: '' }] = await portal.db.select().from(seals).orderBy(seals.number)
    expect(await verifyChain(portal.db, portal.master_key, hash)).toMatchObject({
      held: 3,
      head: hash,
      found: true,
      unsealed: 0,
      broken: undefined,
    })
    await as(portal, await make.user('admin')).send(getApplication, { params: { id: v7() } })
    await portal.journal.flush()
    expect(await verifyChain(portal.db, portal.master_key, 'another')).toMatchObject({
      held: 3,
      found: false,
      unsealed: 1,
      broken: undefined,
    })
  })

  it.each([
    ['an altered line of the history', `update history set actor_name = 'Somebody' where seq = ${second('history')}`],
    ['an altered line of the journal', `update accesses set outcome = 'not_found' where seq = ${second('accesses')}`],
    ['a moved line', `update accesses set happened_at = happened_at + interval '1 second' where seq = ${second('accesses')}`],
    ['a removed line of the history', `delete from history where seq = ${second('history')}`],
    ['a removed line of the journal', `delete from accesses where seq = ${second('accesses')}`],
    [
      'a line slipped in',
      'alter table accesses drop constraint accesses_seq',
      `insert into accesses (id, seq, happened_at, record_type, call, outcome, request_id, address)
         select gen_random_uuid(), seq, happened_at, record_type, call, outcome, request_id, address from accesses where seq = ${second('accesses')}`,
    ],
    ['an altered seal', `update seals set accesses_to = accesses_to - 1 where number = 2`],
  ])('show %s, and its minute', async (_, ...statements) => {
    const { held, broken } = await tampered(...statements)
    expect({ held, broken }).toEqual({ held: 1, broken: { number: 2, after: MINUTES[0], until: MINUTES[1], missing: false } })
  })

  it('show a removed seal, and one removed whose neighbours were numbered anew', async () => {
    const removed = `delete from seals where number = 2`
    const after = { number: 2, after: MINUTES[0], until: MINUTES[2] }
    expect((await tampered(removed)).broken).toEqual({ ...after, missing: true })
    expect((await tampered(removed, 'update seals set number = 2 where number = 3')).broken).toEqual({ ...after, missing: false })
  })

  it('let a person be erased, and nothing else be changed on that occasion', async () => {
    const erasing = `insert into erasures values (gen_random_uuid(), now(), 'request')`
    const erased = `update history set actor_name = erased(actor_name), subject = erased(subject), changes = erased_changes(changes)`
    expect(await tampered(erasing, erased)).toMatchObject({ held: 3, erased: expect.any(Number), broken: undefined })
    expect((await tampered(erased)).broken).toMatchObject({ number: 1 })
    for (const change of [
      `update history set actor_name = 'Somebody' where seq = ${second('history')}`,
      `update history set actor_name = null where seq = ${second('history')}`,
      `update history set happened_at = now() where seq = ${second('history')}`,
    ])
      expect((await tampered(erasing, erased, change)).broken).toMatchObject({ number: 2 })
  })

  it('do not hold under another key, so that nobody without it can seal anew', async () => {
    await expect(verifyChain(portal.db, randomBytes(32))).rejects.toThrow('cannot be decrypted with this master key')
    expect((await tampered(`delete from installation where key = 'journal_key'`)).broken).toMatchObject({ number: 1, after: null })
  })

  it('go on under another master key', async () => {
    const next = randomBytes(32)
    const before = await verifyChain(portal.db, portal.master_key)
    expect(await moveJournalKey(portal.db, portal.master_key, next)).toBe(1)
    expect(await verifyChain(portal.db, next)).toEqual(before)
    await moveJournalKey(portal.db, next, portal.master_key)
  })

  it('seal every line exactly once, however many servers seal while others write', async () => {
    const pools = [1, 2].map(() => openPool({ connectionString: portal.database_url }, () => undefined))
    const admin = as(portal, await make.user('admin'))
    const before = await portal.db.$count(seals)
    for (let round = 0; round < 5; round++) {
      const reading = Array.from({ length: 5 }, () => admin.send(getApplication, { params: { id: v7() } }))
      await Promise.all([...reading, ...pools.map((pool) => extendChain(openDb(pool), portal.master_key, portal.clock.moment))])
      await portal.journal.flush()
    }
    const made = await Promise.all(pools.map((pool) => extendChain(openDb(pool), portal.master_key, portal.clock.moment)))
    expect(made.toSorted()).toEqual([0, 1])
    for (const pool of pools) await pool.end()
    const proof = await verifyChain(portal.db, portal.master_key)
    expect(proof).toMatchObject({ unsealed: 0, broken: undefined })
    expect(proof.held).toBeGreaterThan(before)
  })

  it('wait for a line that is being written, and hold up nobody meanwhile', async () => {
    const write = `insert into accesses (id, happened_at, record_type, call, outcome, request_id, address)
      values (gen_random_uuid(), now(), 'other', 'GET /', 'seen', gen_random_uuid(), '::1') returning seq`
    const pool = openPool({ connectionString: portal.database_url }, () => undefined)
    const writer = await pool.connect()
    await writer.query('begin')
    const early: number = (await writer.query(write)).rows[0]?.seq
    const later: number = (await pool.query(write)).rows[0]?.seq
    let isSealed = false
    const sealing = extendChain(portal.db, portal.master_key, portal.clock.moment).finally(() => {
      isSealed = true
    })
    for (let line = 0; line < 10; line++) await pool.query(`set lock_timeout = '100ms'; ${write}`)
    await sleep(200)
    expect(isSealed).toBe(false)
    await writer.query('commit')
    writer.release()
    await sealing
    await pool.end()
    const [last] = await portal.db.select().from(seals).orderBy(desc(seals.number)).limit(1)
    expect(early).toBeLessThan(later)
    expect(last?.accesses_to).toBeGreaterThanOrEqual(later)
    expect(await verifyChain(portal.db, portal.master_key)).toMatchObject({ broken: undefined })
  })

  it('are several where there is much to seal', async () => {
    await portal.db.execute(`insert into accesses (id, happened_at, record_type, call, outcome, request_id, address)
      select gen_random_uuid(), now(), 'other', 'GET /', 'seen', gen_random_uuid(), '::1' from generate_series(1, 2500)`)
    expect(await extendChain(portal.db, portal.master_key, portal.clock.moment)).toBeGreaterThan(2)
    expect(await verifyChain(portal.db, portal.master_key)).toMatchObject({ unsealed: 0, broken: undefined })
  })
})

describe('the seals of a journal whose newest lines were taken away', () => {
  const portal = startPortal()

  it('do not hold where a line was altered, sealed anew and the old last seal put back', async () => {
    await threeMinutes(portal)
    const [, , last = { hash: '' }] = await portal.db.select().from(seals).orderBy(seals.number)
    const superuser = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    await superuser.query('set session_replication_role = replica')
    for (const table of ['history', 'accesses'] as const) {
      await superuser.query(`create table newest_${table} as select * from ${table} where seq > ${second(table)}`)
      await superuser.query(`delete from ${table} where seq > ${second(table)}`)
    }
    await superuser.query(`create table last_seal as select * from seals where number = 3`)
    await superuser.query(`update history set actor_name = 'Somebody' where seq = ${second('history')}`)
    await superuser.query(`delete from seals where number > 1`)
    expect(await extendChain(portal.db, portal.master_key, new Date(MINUTES[1]))).toBe(1)
    for (const table of ['history', 'accesses']) await superuser.query(`insert into ${table} select * from newest_${table}`)
    await superuser.query(`insert into seals select * from last_seal`)
    await superuser.end()
    const proof = await verifyChain(portal.db, portal.master_key, last.hash)
    expect(proof).toMatchObject({ held: 2, found: false, broken: { number: 3, after: MINUTES[1], until: MINUTES[2], missing: false } })
  })
})

it('writes the line of an access as JSON.stringify does', async () => {
  const texts = ['GET /visa-applications/{id}', '"\\\u0001\b\f\n\r\t/', 'عائشة 😀 \u007f\u2028', '']
  const rows = texts.map((text, at) => ({
    id: v7(),
    happened_at: `2026-11-20T06:0${at}:00.0${at}0Z`,
    actor_id: at % 2 ? v7() : null,
    record_type: 'application' as const,
    record_id: at % 2 ? null : v7(),
    call: text,
    outcome: 'seen' as const,
    request_id: v7(),
    address: text,
  }))
  await portal.db.insert(accesses).values(rows)
  const ids = rows.map(({ id }) => id)
  const found = await portal.db.select({ row: accesses, line: accessLine }).from(accesses).where(inArray(accesses.id, ids))
  expect(found).toHaveLength(texts.length)
  for (const { row, line } of found) {
    const { seq, id, happened_at, actor_id, record_type, record_id, call, outcome, request_id, address } = row
    expect(line).toBe(JSON.stringify([seq, id, happened_at, actor_id, record_type, record_id, call, outcome, request_id, address]))
  }
})
