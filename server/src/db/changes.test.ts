import { expect, it } from 'vitest'
import { freshDatabase, onCluster } from '../../../test/database.ts'
import { openChanges } from './changes.ts'
import { openPool } from './open.ts'

it('a listener that lost its connection listens again with one, and with none once it is closed (T54)', async () => {
  const database = await freshDatabase()
  const name = /\/(test_\w+)/.exec(database.url)?.[1] ?? ''
  const pool = openPool({ connectionString: database.url }, () => undefined)
  const listeners = async () =>
    (await pool.query(`select from pg_stat_activity where datname = '${name}' and query ilike 'listen%'`)).rowCount
  const cut = () =>
    onCluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query ilike 'listen%'`, name)
  const heard: unknown[] = []
  const changes = openChanges({ connectionString: database.url })
  await changes.listen((change) => heard.push(change))
  expect(await listeners()).toBe(1)
  await cut()
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['missed'])
  expect(await listeners()).toBe(1)
  await cut()
  await changes.close()
  expect(await listeners()).toBe(0)
  await pool.end()
  await database.drop()
})
