import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { openPool } from './open.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const pools: pg.Pool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
})

function open(settings: { prepare?: boolean }) {
  const pool = openPool({ connectionString: database.url, max: 1, ...settings }, () => undefined)
  pools.push(pool)
  const send = (text: string, values: unknown[]) => pool.query({ text }, values)
  const prepared = async () => (await pool.query('select statement from pg_prepared_statements')).rows.map((row) => row.statement)
  return { send, prepared }
}

it('prepares a limited number of statements', async () => {
  const { send, prepared } = open({})
  for (let each = 0; each < 600; each++) for (const value of [1, 2]) await send(`select $1::int + ${1_000 + each} as next`, [value])
  expect((await prepared()).length).toBeLessThanOrEqual(500)
  expect((await send('select $1::int + 1599 as next', [1])).rows).toEqual([{ next: 1600 }])
})

it('prepares less than 500 of long statements, and still others', async () => {
  const { send, prepared } = open({})
  const padding = ' '.repeat(10_000)
  for (let each = 0; each < 50; each++) for (const value of [1, 2]) await send(`select $1::int + ${each} as next${padding}`, [value])
  expect(await prepared()).toHaveLength(39)
  for (const value of [1, 2]) await send('select $1::int + 3 as next', [value])
  expect(await prepared()).toHaveLength(40)
})

it('prepares a statement that is sent again, whatever other pools sent', async () => {
  const { send, prepared } = open({})
  const text = 'select $1::int + 1 as next'
  expect((await send(text, [1])).rows).toEqual([{ next: 2 }])
  expect(await prepared()).toEqual([])
  expect((await send(text, [2])).rows).toEqual([{ next: 3 }])
  expect((await send(text, [3])).rows).toEqual([{ next: 4 }])
  expect(await prepared()).toEqual([text])
})

it('prepares nothing where it is switched off', async () => {
  const { send, prepared } = open({ prepare: false })
  for (const value of [1, 2, 3]) await send('select $1::int + 2 as next', [value])
  expect(await prepared()).toEqual([])
})

it('prepares no long lists of values, which have a statement for each length', async () => {
  const { send, prepared } = open({})
  const values = Array.from({ length: 41 }, (_, place) => place)
  const text = `select ${values.map((place) => `$${place + 1}::int`).join(' + ')} as sum`
  for (let time = 0; time < 3; time++) expect((await send(text, values)).rows).toEqual([{ sum: 820 }])
  expect(await prepared()).toEqual([])
})
