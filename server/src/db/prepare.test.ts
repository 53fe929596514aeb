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
  return { pool, send, prepared }
}

it('prepares a limited number of statements', async () => {
  const { send, prepared } = open({})
  for (let each = 0; each < 600; each++) for (const value of [1, 2]) await send(`select $1::int + ${1_000 + each} as next`, [value])
  expect((await prepared()).length).toBeLessThanOrEqual(500)
  expect((await send('select $1::int + 1599 as next', [1])).rows).toEqual([{ next: 1600 }])
})

it('prepares the newest in the place of those that were not sent for longest', async () => {
  const { send, prepared } = open({})
  const texts = Array.from({ length: 520 }, (_, each) => `select $1::int + ${2_000 + each} as next`)
  const often = 'select $1::int + 1 as often'
  for (const text of texts) for (const each of [text, text, often]) await send(each, [1])
  const kept = await prepared()
  expect(kept).toHaveLength(500)
  expect(kept).toEqual(expect.arrayContaining([often, texts[519]]))
  expect(kept).not.toContain(texts[0])
  for (const value of [1, 2, 3]) expect((await send(texts[0] ?? '', [value])).rows).toEqual([{ next: 2_000 + value }])
  expect(await prepared()).toContain(texts[0])
})

it('gives the place of a statement back also beside a transaction that failed', async () => {
  const { pool, send, prepared } = open({})
  for (let each = 0; each < 500; each++) for (const value of [1, 2]) await send(`select $1::int + ${3_000 + each} as next`, [value])
  const client = await pool.connect()
  await client.query('begin')
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
  await expect(client.query({ text: 'select $1::int as next' }, [1])).rejects.toThrow('aborted')
  await expect(client.query({ text: 'select $1::int as next' }, [1])).rejects.toThrow('aborted')
  await client.query('rollback')
  client.release()
  for (const value of [1, 2]) expect((await send('select $1::int as next', [value])).rows).toEqual([{ next: value }])
  expect(await prepared()).toContain('select $1::int as next')
})

it('prepares a statement without values, and no beginning of a transaction', async () => {
  const { send, prepared } = open({})
  for (let time = 0; time < 3; time++) for (const text of ['begin', 'select 1 as one', 'commit']) await send(text, [])
  expect(await prepared()).toEqual(['select 1 as one'])
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
