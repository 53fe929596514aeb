import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { builtByShape } from './built.ts'
import { openDb, openPool } from './open.ts'

let database: FreshDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool({ connectionString: database.url, max: 1 }, () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('builds a statement once for each shape, and reads with the values of each call', async () => {
  const shapes: object[] = []
  const read = builtByShape((db, shape: { isDoubled: boolean }) => {
    shapes.push(shape)
    const number = sql<number>`${sql.placeholder('number')}::int`
    return db.select({ number: shape.isDoubled ? sql<number>`2 * ${number}` : number }).from(sql`(select 1) one`)
  })
  const db = openDb(pool)
  const numbers = []
  for (const number of [1, 2, 3]) for (const isDoubled of [false, true]) numbers.push(...(await read(db, { isDoubled }, { number })))
  expect(numbers.map((row) => row.number)).toEqual([1, 2, 2, 4, 3, 6])
  expect(shapes).toEqual([{ isDoubled: false }, { isDoubled: true }])
})

it('keeps the 500 shapes that were asked for last', async () => {
  const built: number[] = []
  const read = builtByShape((db, shape: { place: number }) => {
    built.push(shape.place)
    return db.select({ place: sql<number>`${sql.raw(String(shape.place))}` }).from(sql`(select 1) one`)
  })
  const db = openDb(pool)
  for (let place = 0; place < 510; place++) {
    expect(await read(db, { place }, {})).toEqual([{ place }])
    await read(db, { place: 0 }, {})
  }
  const first = built.splice(0)
  for (const place of [509, 0, 11, 10]) await read(db, { place }, {})
  expect([first.length, built]).toEqual([510, [10]])
})

it('refuses a call without one of its values', async () => {
  const read = builtByShape((db) => db.select({ word: sql<string>`${sql.placeholder('word')}::text` }).from(sql`(select 1) one`))
  await expect(read(openDb(pool), {}, {})).rejects.toThrow('No value for placeholder "word"')
})
