import { MINUTE_MS } from 'contract'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { run } from '../commands/portal.ts'
import { history } from '../db/history.table.ts'
import { accesses, leftAccesses, seals } from '../db/journal.table.ts'
import { openDb, openPool } from '../db/open.ts'
import { PROVIDER_ID } from '../db/provider.table.ts'
import { extendChain, verifyChain } from './chain.ts'
import { watchJournal } from './chainWatch.ts'
import { letAccessesLeave } from './leaving.ts'

/** With a term of twelve months, what was written before March 2022 leaves in March 2023. */
const TERM = { months: 12, moment: new Date('2023-03-31T19:59:00.000Z') }
const MARCH = Date.parse('2022-02-28T20:00:00.000Z')

const access = (happened_at: string) => ({
  ...{ id: v7(), happened_at, record_type: 'other' as const, call: 'GET /', outcome: 'seen' as const },
  ...{ request_id: v7(), address: '::1' },
})
const change = (happened_at: string) => ({
  ...{ id: v7(), happened_at, actor_name: 'Huda Salem', record_type: 'company' as const, record_id: v7(), action: 'changed' as const },
  changes: [{ field: 'name', from: 'Old LLC', to: 'New LLC' }],
})

/** A seal of that moment with so many accesses and a change. */
async function seal({ db, master_key }: Portal, at: number, lines = 2, happened = at - 1) {
  if (lines > 0) await db.insert(accesses).values(Array.from({ length: lines }, () => access(new Date(happened).toISOString())))
  await db.insert(history).values(change(new Date(happened).toISOString()))
  await extendChain(db, master_key, new Date(at))
}

const leave = ({ db, master_key }: Portal, term = TERM) => letAccessesLeave(db, master_key, term)
const verify = ({ db, master_key }: Portal) => verifyChain(db, master_key)
const remaining = ({ db }: Portal) => db.$count(accesses)

/** What the history tells of what left. */
const told = async ({ db }: Portal) =>
  (await db.select().from(history).where(eq(history.record_id, PROVIDER_ID)).orderBy(history.seq)).map(
    ({ action, actor_name, changes }) => [action, actor_name, ...changes.map(({ field, to }) => `${field} ${to}`)],
  )

/** As a superuser without a trace. */
async function tamper({ database_url }: Portal, ...statements: string[]) {
  const client = openPool({ connectionString: database_url, max: 1 }, () => undefined)
  await client.query('set session_replication_role = replica')
  for (const statement of statements) expect((await client.query(statement)).rowCount).not.toBe(0)
  await client.end()
}

describe('accesses whose term has ended', () => {
  const portal = startPortal()
  /** Of each seal. */
  const LINES = [2, 2, 0, 2, 3]

  it('leave with their months of Dubai, and history, seals and later accesses stay', async () => {
    for (const [index, before] of [30 * MINUTE_MS, 20 * MINUTE_MS, 10 * MINUTE_MS, 1, 0].entries())
      await seal(portal, MARCH - before, LINES[index])
    const { db } = portal
    const before = [await db.select().from(history), await db.select().from(seals)]
    expect(await leave(portal, { ...TERM, moment: new Date('2023-02-28T19:59:59.999Z') })).toEqual({ lines: 0, broken: undefined })
    expect(await leave(portal)).toEqual({ lines: 6, broken: undefined })
    expect(await remaining(portal)).toBe(3)
    expect([await db.select().from(history).limit(5).orderBy(history.seq), await db.select().from(seals)]).toEqual(before)
    expect(await verify(portal)).toMatchObject({ held: 5, left: 6, broken: undefined, unsealed: 1 })
    expect(await told(portal)).toEqual([['changed', null, 'accesses_left 6', 'accesses_left_to_date 2022-02-28']])
    expect(await leave(portal)).toEqual({ lines: 0, broken: undefined })
    expect(await told(portal)).toHaveLength(1)
  })

  it('are the only ones that the database lets go', async () => {
    const last = `(select accesses_to from seals where number = 4)`
    for (const statement of [
      'delete from accesses',
      `delete from accesses where seq > ${last}`,
      `update accesses set outcome = 'not_found'`,
      'truncate accesses',
    ])
      await expect(portal.pool.query(statement)).rejects.toThrow('accesses is append-only')
    for (const statement of ['delete from left_accesses', 'update left_accesses set lines = 0', 'truncate left_accesses'])
      await expect(portal.pool.query(statement)).rejects.toThrow('left_accesses is append-only')
    expect((await portal.pool.query(`delete from accesses where seq <= ${last}`)).rowCount).toBe(0)
  })

  const second = (table: 'history' | 'accesses', number = 2) => `(select ${table}_to from seals where number = ${number})`

  it.each<[number, string, ...string[]]>([
    [2, 'what tells that they left is gone', 'delete from left_accesses where number = 2'],
    [4, 'what tells it is gone of a seal before that had none', 'delete from left_accesses where number = 3'],
    [2, 'what tells it says fewer', 'update left_accesses set lines = lines - 1 where number = 2'],
    [2, 'what tells it says another time', `update left_accesses set left_at = left_at + interval '1 second' where number = 2`],
    [2, 'their seal is altered', `update seals set sealed_at = sealed_at + interval '1 second' where number = 2`],
    [2, 'the hash of their seal is another', `update seals set hash = 'left' where number = 2`],
    [2, 'an access is slipped in where they were', `update accesses set seq = ${second('accesses')} where seq = ${second('accesses', 5)}`],
    [2, 'a line of the history beside them is altered', `update history set record_id = id where seq = ${second('history')}`],
    [2, 'a name in that line is another', `update history set actor_name = 'Somebody' where seq = ${second('history')}`],
    [2, 'a line of the history beside them is gone', `delete from history where seq = ${second('history')}`],
    [5, 'a later access is gone', `delete from accesses where seq = ${second('accesses', 5)}`],
    [
      5,
      'somebody without the key let more of them go',
      'insert into left_accesses select 5, left_at, 3, hash from left_accesses where number = 4',
      `delete from accesses where seq > ${second('accesses', 4)}`,
    ],
  ])('show in seal %i that %s', async (number, _, ...statements) => {
    const client = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of statements) expect((await client.query(statement)).rowCount).not.toBe(0)
    const { broken } = await verifyChain(openDb(client), portal.master_key)
    await client.query('rollback')
    await client.end()
    expect(broken).toMatchObject({ number, missing: false })
  })

  it('leave people erasable', async () => {
    const client = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    await client.query('begin')
    await client.query(`insert into erasures values (gen_random_uuid(), now(), 'request')`)
    await client.query('update history set actor_name = erased(actor_name), changes = erased_changes(changes)')
    const erased = await verifyChain(openDb(client), portal.master_key)
    await client.query('rollback')
    await client.end()
    expect(erased).toMatchObject({ held: 5, erased: 5, left: 6, broken: undefined })
  })
})

describe('nothing leaves', () => {
  const portal = startPortal({ RETENTION_ACCESSES_MONTHS: '12' })
  let logged: object[] = []
  const watch = () => {
    const log = { error: (line: object) => logged.push(line) } as never
    return watchJournal({ log }, { ...portal, masterKey: portal.master_key, now: () => TERM.moment })()
  }
  beforeEach(() => {
    logged = []
  })

  it('that is altered, nor anything behind it, and the watch says so until it is whole', async () => {
    for (const before of [30, 20, 10]) await seal(portal, MARCH - before * MINUTE_MS)
    const middle = `where seq = (select accesses_to from seals where number = 2)`
    await tamper(portal, `update accesses set address = '::2' ${middle}`)
    const broken = { number: 2, until: new Date(MARCH - 20 * MINUTE_MS).toISOString(), missing: false }
    await watch()
    expect([logged, await remaining(portal)]).toEqual([[expect.objectContaining(broken)], 6])
    expect(await leave(portal)).toMatchObject({ lines: 2, broken })
    expect(await leave(portal)).toMatchObject({ lines: 0, broken })
    expect(await remaining(portal)).toBe(4)
    await tamper(portal, `update accesses set address = '::1' ${middle}`)
    await watch()
    expect([logged.length, await remaining(portal), (await verify(portal)).broken]).toEqual([1, 0, undefined])
  })

  it('that was slipped in since it was proven', async () => {
    await seal(portal, MARCH - 5 * MINUTE_MS)
    await portal.db.execute(sql`create function slip_in() returns trigger language plpgsql as $$ begin
      insert into accesses (id, seq, happened_at, record_type, call, outcome, request_id, address)
        select gen_random_uuid(), seq, happened_at, record_type, call, outcome, request_id, address from accesses order by seq limit 1;
      return new; end $$`)
    await portal.db.execute(sql`alter table accesses drop constraint accesses_seq`)
    await portal.db.execute(sql`create trigger slipping before insert on left_accesses for each row execute function slip_in()`)
    await expect(leave(portal)).rejects.toThrow('slipped in')
    await portal.db.execute(sql`drop trigger slipping on left_accesses`)
    expect([await remaining(portal), (await verify(portal)).broken]).toEqual([2, undefined])
    expect(await leave(portal)).toMatchObject({ lines: 2 })
  })

  it('that a clock alone calls old: of the server that sealed, or of the one that looks', async () => {
    await seal(portal, MARCH - 4 * MINUTE_MS, 2, MARCH)
    expect(await leave(portal)).toEqual({ lines: 0, broken: undefined })
    expect(await leave(portal, { months: 12, moment: new Date('2023-04-01T00:00:00.000Z') })).toMatchObject({ lines: 2 })
    const now = Date.now()
    await seal(portal, now)
    expect(await leave(portal, { months: 12, moment: new Date(now + 40 * 365 * 24 * 60 * MINUTE_MS) })).toMatchObject({ lines: 0 })
  })
})

describe('what leaves', () => {
  const portal = startPortal()
  const servers = () => [1, 2].map(() => openPool({ connectionString: portal.database_url }, () => undefined))

  it('is whole where a server is killed in the middle, and the next one goes on and tells all of it', async () => {
    for (let number = 0; number < 3; number++) await seal(portal, MARCH - (30 - number) * MINUTE_MS, 900)
    const [holder, dying] = servers()
    if (!holder || !dying) throw new Error('two')
    const held = await holder.connect()
    await held.query('begin')
    await held.query('select from accesses where seq = (select accesses_to from seals where number = 3) for update')
    const dies = expect(letAccessesLeave(openDb(dying), portal.master_key, TERM)).rejects.toThrow()
    const waits = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    // Not over the connection that holds the row: a transaction sees the same activity until its end.
    await expect.poll(async () => (await portal.pool.query(waits)).rowCount).toBe(1)
    await portal.pool.query(`select pg_terminate_backend(pid) from (${waits}) waiting`)
    await dies
    await held.query('rollback')
    held.release()
    expect(await remaining(portal)).toBe(900)
    expect([await verify(portal), await told(portal)]).toMatchObject([{ held: 3, left: 1_800, broken: undefined }, []])
    expect(await leave(portal)).toMatchObject({ lines: 900 })
    expect(await told(portal)).toEqual([['changed', null, 'accesses_left 2700', 'accesses_left_to_date 2022-02-28']])
    for (const pool of [holder, dying]) await pool.end()
  })

  it('leaves once, however many servers let it, and none that checks meanwhile takes it for an attack', async () => {
    for (let number = 0; number < 40; number++) await seal(portal, MARCH - (25 * 60 - number) * 1_000, 60)
    const pools = servers()
    let leaving = true
    const checked = (async () => {
      const found: unknown[] = []
      while (leaving) found.push((await verify(portal)).broken)
      return found
    })()
    const lines = await Promise.all(pools.map((pool) => letAccessesLeave(openDb(pool), portal.master_key, TERM)))
    leaving = false
    expect(lines.reduce((sum, each) => sum + each.lines, 0)).toBe(2_400)
    expect(new Set(await checked)).toEqual(new Set([undefined]))
    expect(await portal.db.$count(leftAccesses)).toBe(43)
    expect((await told(portal)).slice(1)).toEqual([['changed', null, 'accesses_left 2400', 'accesses_left_to_date 2022-02-28']])
    for (const pool of pools) await pool.end()
  })

  it('costs what leaves, however much stays', async () => {
    await seal(portal, MARCH - MINUTE_MS, 20)
    await portal.db.execute(sql`insert into accesses (id, happened_at, record_type, call, outcome, request_id, address)
      select gen_random_uuid(), now(), 'other', 'GET /', 'seen', gen_random_uuid(), '::1' from generate_series(1, 20000)`)
    await extendChain(portal.db, portal.master_key, new Date())
    await portal.db.execute(sql`analyze`)
    const said: { query: string; params: unknown[] }[] = []
    const db = drizzle(portal.pool, { logger: { logQuery: (query, params) => said.push({ query, params }) } })
    expect(await letAccessesLeave(db, portal.master_key, TERM)).toMatchObject({ lines: 20 })
    const client = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    // A table of one page is read whole all the same.
    await client.query('set enable_seqscan = off')
    const plans: string[] = []
    for (const { query, params } of said.filter((each) => /^(select|delete)/.test(each.query))) {
      const { rows } = await client.query<Record<'QUERY PLAN', string>>(`explain ${query}`, params)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    await client.end()
    expect(plans.filter((plan) => plan.includes(' on accesses'))).not.toEqual([])
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (accesses|history|seals|left_accesses)/)
  })
})

describe('the command', () => {
  const portal = startPortal()
  afterEach(() => vi.unstubAllEnvs())

  it('lists what has reached the end of its term, lets it leave at its word, and proves the rest', async () => {
    await seal(portal, MARCH, 3)
    const { database_url: DATABASE_URL, settings, master_key } = portal
    const environment = { DATABASE_URL, DATA_DIR: settings.data_dir, MASTER_KEY: master_key.toString('hex') }
    for (const [name, value] of Object.entries({ ...environment, RETENTION_ACCESSES_MONTHS: '12' })) vi.stubEnv(name, value)
    const line = '3 accesses in the journal, older than 12 months'
    expect(await run(['retention'])).toContain(line)
    expect(await remaining(portal)).toBe(3)
    expect(await run(['retention', '--yes'])).toContain(line)
    expect(await remaining(portal)).toBe(0)
    expect(await run(['journal', 'verify'])).toContain(
      'All 1 seals are valid; 1 lines are not sealed yet. 3 accesses have left after their term',
    )
    await tamper(portal, 'update left_accesses set lines = 2')
    await expect(run(['journal', 'verify'])).rejects.toThrow('Seal 1 is not valid')
  })
})
