import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { openPool } from './open.ts'
import { type Reader, ReaderLeft, together } from './together.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const pools: pg.Pool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
})

function open(settings: { prepare?: boolean; max?: number } = {}) {
  const pool = openPool({ connectionString: database.url, max: 2, ...settings }, () => undefined)
  pools.push(pool)
  const ask = async (expression: string): Promise<unknown> =>
    (await pool.query({ text: `select ${expression} as answer, $1::int`, rowMode: 'array' } as pg.QueryConfig, [1])).rows[0]?.[0]
  return { pool, ask }
}

it('sends statements over one connection, one behind the other', async () => {
  const { pool, ask } = open()
  const pid = 'pg_backend_pid()'
  const [one, other] = together(() => [ask(pid), ask(pid)])
  expect(await one).toBe(await other)
  expect(pool.totalCount).toBe(1)
  const [first, second] = together(() => [ask('(select clock_timestamp() from pg_sleep(0.05))'), ask('clock_timestamp()')])
  expect(Number(await second)).toBeGreaterThanOrEqual(Number(await first))
  expect(await Promise.all([ask(pid), ask(pid)])).toHaveLength(2)
  expect(pool.totalCount).toBe(2)
})

it('answers each statement by itself', async () => {
  const { pool, ask } = open()
  const [wrong, right] = together(() => [ask('1 / 0'), ask('2')])
  await expect(wrong).rejects.toThrow('division by zero')
  expect(await right).toBe(2)
  expect(await ask('3')).toBe(3)
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})

it('fails all whose connection is lost, and the next have another one', async () => {
  const { ask } = open()
  const sent = together(() => [ask('pg_terminate_backend(pg_backend_pid())'), ask('1')])
  for (const each of await Promise.allSettled(sent)) expect(each.status).toBe('rejected')
  expect(await ask('1')).toBe(1)
})

it('fails all where there is no connection', async () => {
  const pool = openPool({ connectionString: 'postgresql://portal@127.0.0.1:1/portal' }, () => undefined)
  pools.push(pool)
  const sent = together(() => [pool.query({ text: 'select 1' }, []), pool.query({ text: 'select 2' }, [])])
  for (const each of await Promise.allSettled(sent)) expect(each.status).toBe('rejected')
})

it('sends what comes later, or where nothing is kept between statements, by itself', async () => {
  const { pool, ask } = open({ prepare: false })
  expect(await Promise.all(together(() => [ask('1'), ask('2')]))).toEqual([1, 2])
  expect(pool.totalCount).toBe(2)
  const late = await together(async () => {
    await ask('1')
    return Promise.all([ask('3'), ask('4')])
  })
  expect(late).toEqual([3, 4])
})

const newReader = (): Reader => ({ hasLeft: false, stopReading: undefined })
const slow = (seconds: number) => `(select 1 from pg_sleep(${seconds}))`

it('ends what a reader who has left asked for, and keeps the connection', async () => {
  const { ask } = open({ max: 1 })
  const pid = await ask('pg_backend_pid()')
  const reader = newReader()
  const sent = together(() => [ask('1'), ask(slow(60)), ask(slow(60))], reader)
  expect(await sent[0]).toBe(1)
  const from = performance.now()
  reader.stopReading?.()
  for (const each of sent.slice(1)) await expect(each).rejects.toThrow(ReaderLeft)
  expect(performance.now() - from).toBeLessThan(10_000)
  expect(await ask('pg_backend_pid()')).toBe(pid)
})

it('sends nothing for a reader who left while it waited for a connection', async () => {
  const { pool, ask } = open()
  const held = [await pool.connect(), await pool.connect()]
  const reader = newReader()
  const waiting = together(() => ask('1'), reader)
  reader.stopReading?.()
  const gone = together(() => ask('1'), { ...newReader(), hasLeft: true })
  for (const client of held) client.release()
  for (const each of [waiting, gone]) await expect(each).rejects.toThrow(ReaderLeft)
  expect(await ask('2')).toBe(2)
  expect(pool.totalCount).toBe(2)
})

it('never ends the statement of the next one, however close behind', async () => {
  const { pool } = open({ max: 1 })
  const sleep = (seconds: number) => pool.query({ text: 'select pg_sleep($1)' }, [seconds])
  const ends = new Set<string>()
  for (let round = 0; round < 40; round++) {
    const reader = newReader()
    const left = together(() => sleep(0.1 + 0.0005 * round), reader)
    const next = sleep(0.01)
    reader.stopReading?.()
    ends.add((await Promise.allSettled([left]))[0].status)
    await next
  }
  expect(ends).toContain('rejected')
})
