import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '../server/src/db/open.ts'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** How many 8 KB pages the statements of that read touch, repeats included. */
export async function pagesRead(pool: pg.Pool, read: (db: Db) => Promise<unknown>): Promise<number> {
  const said: { query: string; params: unknown[] }[] = []
  await read(drizzle(pool, { logger: { logQuery: (query, params) => said.push({ query, params }) } }))
  let pages = 0
  for (const { query, params } of said) {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, buffers, format json) ${query}`, params)
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    pages += plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN
  }
  return pages
}
