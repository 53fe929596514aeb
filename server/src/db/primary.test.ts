import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDatabaseDown } from '../http/databaseDown.ts'
import { type EmbeddedDatabase, startEmbedded } from '../postgres/embedded.ts'
import { openPool } from './open.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'replica-'))
let replica: EmbeddedDatabase

/** What a replica is once its primary is gone. */
beforeAll(async () => {
  await (await startEmbedded(dataDir, { fsync: false })).stop()
  writeFileSync(join(dataDir, 'postgres/standby.signal'), '')
  replica = await startEmbedded(dataDir, { fsync: false })
})
afterAll(async () => {
  await replica?.stop()
  rmSync(dataDir, { recursive: true, maxRetries: 5 })
})

it('a pool takes no connection to a replica, which counts as a database that is away, and takes it once promoted', async () => {
  const pool = openPool({ connectionString: replica.url, max: 1 }, () => undefined)
  const refusal: unknown = await pool.query('select 1').catch((error: unknown) => error)
  expect(refusal).toEqual(new Error('it is a replica, which takes no writes'))
  expect(isDatabaseDown(refusal)).toBe(true)
  const operator = new pg.Client(replica.url)
  await operator.connect()
  await operator.query('select pg_promote()')
  await operator.end()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const readOnly: unknown = await pool.query('begin read only; create table no_place ()').catch((error: unknown) => error)
  expect(readOnly).toMatchObject({ code: '25006' })
  expect(isDatabaseDown(readOnly)).toBe(true)
  await pool.end()
})

it('is down for who asks over a connection that was closed meanwhile', async () => {
  const client = new pg.Client(replica.url)
  await client.connect()
  await client.end()
  const refusal: unknown = await client.query('select 1').catch((error: unknown) => error)
  expect(refusal).toEqual(new Error('Client was closed and is not queryable'))
  expect(isDatabaseDown(refusal)).toBe(true)
})
