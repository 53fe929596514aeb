import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { connect } from './connect.ts'

it('listens without the pooler, and opens as many connections as it may', async () => {
  const database = await freshDatabase()
  const data_dir = mkdtempSync(join(tmpdir(), 'portal-'))
  const named = (name: string) => {
    const url = new URL(database.url)
    url.searchParams.set('application_name', name)
    return url.href
  }
  const settings = { data_dir, database_url: named('pooled'), database_direct_url: named('direct'), database_prepare: false }
  const { pool, changes, close } = await connect({ ...settings, database_connections: 3 }, () => undefined)
  try {
    const unlisten = await changes.listen(() => undefined)
    const said = async () => {
      const { rows } = await pool.query<{ name: string; listens: boolean; number: number }>(`select application_name as name,
        bool_or(query like 'listen%' or query like '%changes%') as listens, count(*)::int as number from pg_stat_activity
        where datname = current_database() and application_name <> '' group by 1 order by 1`)
      return rows
    }
    await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.02)')))
    await vi.waitFor(async () =>
      expect(await said()).toEqual([
        { name: 'direct', listens: true, number: 1 },
        { name: 'pooled', listens: expect.any(Boolean), number: 3 },
      ]),
    )
    unlisten()
  } finally {
    await close()
    await database.drop()
    rmSync(data_dir, { recursive: true })
  }
})
