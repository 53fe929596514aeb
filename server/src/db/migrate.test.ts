import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { onCluster } from '../../test/database.ts'
import { copyMigrationsUntil, FIRST_RELEASE, journalOf } from '../../test/firstRelease.ts'
import { findBroken } from '../transactions/invariants.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { openDb, openPool } from './open.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

let made = 0
async function emptyDatabase(): Promise<pg.Pool> {
  const name = `migrated_${process.pid}_${++made}`
  const connectionString = await onCluster(`create database ${name}`, name)
  const pool = openPool({ connectionString }, () => undefined)
  stops.push(
    () => onCluster(`drop database ${name} with (force)`, name),
    () => pool.end(),
  )
  return pool
}

const migrationsUntil = async (tag: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  stops.push(() => rm(folder, { recursive: true }))
  return copyMigrationsUntil(tag, folder)
}

const applied = async (pool: pg.Pool) => (await pool.query('select hash from drizzle.__drizzle_migrations')).rows.length

describe('migrate (T71)', () => {
  it('has each step later than the one before it, or it would be left out', async () => {
    const moments = (await journalOf(MIGRATIONS)).entries.map((entry) => entry.when)
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  })

  it('runs each step once when servers start together', async () => {
    const pool = await emptyDatabase()
    await Promise.all([migrate(pool), migrate(pool), migrate(pool)])
    expect(await applied(pool)).toBe((await journalOf(MIGRATIONS)).entries.length)
  })

  it('refuses a schema that a newer version has changed, and leaves it alone', async () => {
    const pool = await emptyDatabase()
    await migrate(pool)
    const before = await applied(pool)
    await expect(migrate(pool, await migrationsUntil('0002_wallet'))).rejects.toThrow('a newer version of the portal')
    expect(await applied(pool)).toBe(before)
  })

  it('brings a filled database of the first release forward', async () => {
    const pool = await emptyDatabase()
    await migrate(pool, await migrationsUntil('0002_wallet'))
    await pool.query(FIRST_RELEASE)
    await migrate(pool)
    const { rows } = await pool.query(`select u.language, u.muted_mails, s.id is not null as named, a.employee_name, d.name, w.balance_fils
      from users u join sessions s on s.user_id = u.id join visa_applications a on a.company_id = u.company_id
      join documents d on d.application_id = a.id join wallets w on w.company_id = u.company_id`)
    expect(rows).toEqual([
      { language: 'en', muted_mails: [], named: true, employee_name: 'Sara Khan', name: 'passport.pdf', balance_fils: 350_000 },
    ])
    expect(await findBroken(openDb(pool))).toEqual([])
  })
})
