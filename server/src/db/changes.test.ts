import { randomUUID } from 'node:crypto'
import { HOUR_MS } from 'contract'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, onCluster } from '../../../test/database.ts'
import { given } from '../../../test/given.ts'
import type { Portal } from '../../../test/portal.ts'
import { sweepChanges } from '../live/sweeper.ts'
import { type Changes, type Heard, openChanges } from './changes.ts'
import { type Db, openDb, openPool } from './open.ts'

const SOON = { timeout: 10_000, interval: 5 }
const NEVER_MS = 600_000
let database: FreshDatabase
let pool: pg.Pool
let db: Db
let make: ReturnType<typeof given>
const opened: Changes[] = []

beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool({ connectionString: database.url }, () => undefined)
  db = openDb(pool)
  make = given({ db, clock: { moment: new Date() } } as Portal)
})
afterEach(async () => {
  for (const changes of opened.splice(0)) await changes.close()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

function server(pollInterval?: number): Changes {
  const changes = openChanges({ connectionString: database.url }, pollInterval)
  opened.push(changes)
  return changes
}

/** The ids that a listener hears. */
async function listenTo(changes: Changes) {
  const ids: string[] = []
  const stop = await changes.listen((heard) => ids.push(...idsOf(heard)))
  return { ids: () => ids, stop }
}

const idsOf = (heard: Heard): string[] => (heard === 'missed' ? [heard] : heard.map(({ id }) => id))
const idsSince = async (changes: Changes, ...place: Parameters<Changes['since']>) => idsOf(await changes.since(...place))

const touch = (...ids: string[]) => `update companies set name = name where id in (${ids.map((id) => `'${id}'`).join(', ')})`

/** A transaction that is not committed yet. */
async function begin(statement: string) {
  const client = await pool.connect()
  await client.query(`begin; ${statement}`)
  return async (last: string) => {
    await client.query(last)
    client.release()
  }
}

describe('changes', () => {
  it('are all heard once, also of transactions that commit after later ones', async () => {
    const [early, later, last] = [await make.company(), await make.company(), await make.company()]
    const { ids } = await listenTo(server(20))
    const commitEarly = await begin(touch(early.id))
    const commitLater = await begin(touch(later.id))
    await commitLater('commit')
    await expect.poll(ids, SOON).toEqual([later.id])
    await pool.query(touch(last.id))
    await expect.poll(ids, SOON).toEqual([later.id, last.id])
    await commitEarly('commit')
    await expect.poll(ids, SOON).toEqual([later.id, last.id, early.id])
    await pool.query(touch(later.id))
    await expect.poll(ids, SOON).toEqual([later.id, last.id, early.id, later.id])
  })

  it('are one row for each record of a transaction, and none of what was rolled back', async () => {
    const [kept, undone] = [await make.company(), await make.company()]
    const changes = server()
    const place = await changes.place()
    const commit = await begin(
      `${touch(kept.id, kept.id)}; savepoint one; ${touch(kept.id, undone.id)}; rollback to one; ${touch(kept.id)}`,
    )
    const rollBack = await begin(touch(undone.id))
    await rollBack('rollback')
    expect(await changes.since(place)).toEqual([])
    await commit('commit')
    expect(await changes.since(place)).toEqual([{ noun: 'company', id: kept.id, company_id: kept.id }])
    const { rows } = await pool.query(`select tx from changes where id = '${kept.id}' order by tx desc limit 2`)
    expect(rows[0]?.tx).not.toBe(rows[1]?.tx)
  })

  it('of a record that come together are one, and a company hears of it where only the last was for administrators', async () => {
    const company = await make.company()
    const carrier = await make.user('admin')
    const { id } = await make.application(company)
    const changes = server()
    const place = await changes.place()
    await pool.query(`update visa_applications set designation = 'Cook' where id = '${id}'`)
    await pool.query(`update visa_applications set assignee_id = '${carrier.id}' where id = '${id}'`)
    expect(await changes.since(place)).toEqual([{ noun: 'application', id, company_id: company.id }])
  })

  it('are heard at once when a server wakes the others, and soon without it, as when that server was killed', async () => {
    const [woken, polling] = [server(NEVER_MS), server()]
    const [atOnce, soon] = [await listenTo(woken), await listenTo(polling)]
    const { id } = await make.company()
    await expect.poll(soon.ids, SOON).toEqual([id])
    expect(atOnce.ids()).toEqual([])
    server().wake()
    await expect.poll(atOnce.ids, SOON).toEqual([id])
  })

  it('go on where they ended for a listener that lost its connection, and need none once it is closed (T54)', async () => {
    const name = /\/(test_\w+)/.exec(database.url)?.[1] ?? ''
    // In two parts, so that it is not found in itself: another connection of the pool may have asked it last.
    const own = `datname = '${name}' and query like '%pg_current' || '_snapshot%'`
    const connections = async () => (await pool.query(`select from pg_stat_activity where ${own}`)).rowCount
    const changes = server()
    const { ids } = await listenTo(changes)
    await expect.poll(connections, SOON).toBe(1)
    await onCluster(`select pg_terminate_backend(pid) from pg_stat_activity where ${own}`, name)
    const { id } = await make.company()
    await expect.poll(ids, SOON).toEqual([id])
    await expect.poll(connections, SOON).toBe(1)
    await changes.close()
    expect(await connections()).toBe(0)
  })

  it('are not asked for while nobody listens', async () => {
    const changes = server(20)
    const first = await listenTo(changes)
    first.stop()
    const { id } = await make.company()
    const second = await listenTo(changes)
    const other = await make.company()
    await expect.poll(second.ids, SOON).toContain(other.id)
    expect(first.ids()).toEqual([])
    expect(second.ids()).not.toContain(id)
  })
})

describe('a place', () => {
  it('is understood by every server, also while transactions run that began before it', async () => {
    const [before, after, running] = [await make.company(), await make.company(), await make.company()]
    const commit = await begin(touch(running.id))
    await pool.query(touch(before.id))
    const place = await server().place()
    await pool.query(touch(after.id))
    const other = server()
    expect(await idsSince(other, place)).toEqual([after.id])
    await commit('commit')
    expect((await idsSince(other, place)).toSorted()).toEqual([after.id, running.id].toSorted())
  })

  it('has been missed once it is an hour old, lies ahead of this database, or is too far behind', async () => {
    const changes = server()
    const place = await changes.place()
    const { id } = await make.company()
    const aged = (ms: number) => ({ ...place, at: place.at - ms })
    expect(await idsSince(changes, aged(HOUR_MS - 10_000))).toEqual([id])
    expect(await changes.since(aged(HOUR_MS + 1))).toBe('missed')
    const [, xmax] = place.snapshot.split(':').map(Number)
    const ahead = (xmax ?? 0) + 1_000_000
    expect(await changes.since({ ...place, snapshot: `${ahead}:${ahead}:` })).toBe('missed')
    const touchOthers = (count: number) =>
      pool.query(`insert into changes (noun, id) select 'company', gen_random_uuid() from generate_series(1, ${count})`)
    await touchOthers(499)
    expect(await changes.since(place)).toHaveLength(500)
    await touchOthers(1)
    expect(await changes.since(place)).toBe('missed')
  })

  it('of a listener is missed after a mass change', async () => {
    const { ids } = await listenTo(server(20))
    await pool.query(`insert into changes (noun, id) select 'company', gen_random_uuid() from generate_series(1, 1001)`)
    await expect.poll(ids, SOON).toEqual(['missed'])
    const { id } = await make.company()
    await expect.poll(ids, SOON).toEqual(['missed', id])
  })
})

describe('sweepChanges', () => {
  it('leaves what a place that is still good may need', async () => {
    await pool.query('truncate changes')
    const [old, young] = [randomUUID(), randomUUID()]
    const write = (id: string, age: string) =>
      pool.query(`insert into changes (noun, id, written_at) values ('company', $1, now() - interval '${age}')`, [id])
    await write(old, '121 minutes')
    await pool.query(`insert into changes (noun, id, written_at)
      select 'company', gen_random_uuid(), now() - interval '1 day' from generate_series(1, 2500)`)
    await write(young, '119 minutes')
    await sweepChanges(db)
    expect((await pool.query('select id from changes')).rows).toEqual([{ id: young }])
  })
})
