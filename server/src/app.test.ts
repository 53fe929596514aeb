import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase, onCluster } from '../../test/database.ts'
import { buildApp } from './app.ts'
import { openChanges } from './db/changes.ts'
import { openDb, openPool } from './db/open.ts'
import { users } from './db/people.table.ts'
import { openProofs } from './db/proofs.ts'
import { openFileStore } from './files/fileStore.ts'
import { openJournal } from './journal/journal.ts'
import { openVault } from './keys/vault.ts'
import { Counters } from './metrics/counters.ts'
import { readSettings } from './settings.ts'

const EMAIL = 'canary-7731@people.example'
const PASSWORD = 'canary-password-5519'
const lines: string[] = []
let app: FastifyInstance
let database: FreshDatabase
let name: string
let db: ReturnType<typeof openDb>
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDatabase()
  name = /\/(test_\w+)/.exec(database.url)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  const pool = openPool({ connectionString: database.url }, () => {})
  db = openDb(pool)
  const settings = readSettings({ DATA_DIR: folder })
  const key = randomBytes(32)
  const files = openFileStore(settings.files_dir, key, settings.max_file_mb)
  const changes = openChanges({ connectionString: database.url })
  const journal = openJournal(db, () => {})
  app = await buildApp(
    {
      db,
      files,
      vault: openVault(key),
      settings,
      changes,
      journal,
      counters: new Counters(),
      proofs: openProofs(db),
      now: () => new Date(),
    },
    { write: (line) => lines.push(line) },
  )
  app.get('/api/test/broken', async () => {
    throw new Error('something internal')
  })
  app.get('/api/test/query', async () => {
    const [row] = [
      { id: v7(), full_name: EMAIL, email: EMAIL, role: 'king' as 'admin', approved: true, created_at: new Date().toISOString() },
    ]
    await db.insert(users).values(row)
  })
  stops.push(
    () => app.close(),
    () => changes.close(),
    () => journal.end(),
    () => pool.end(),
    () => database.drop(),
    () => rm(folder, { recursive: true, maxRetries: 5 }),
  )
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const login = (email = EMAIL) => app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: PASSWORD } })
const ready = async () => (await app.inject('/readyz')).statusCode

describe('an error that nobody expected', () => {
  it.each(['/api/test/broken', '/api/test/query'])('at %s is 500 and says nothing internal', async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Something went wrong' })
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.request_id === answer.headers['x-request-id'])
    expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
      ['error', 'unexpected error'],
      ['info', 'request'],
    ])
    expect(logged[0].error.at.length).toBeGreaterThan(0)
  })

  it('of a query is logged by its constraint, without the data', () => {
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.error?.constraint)
    expect(logged.error).toMatchObject({ type: 'DatabaseError', code: '23514', constraint: 'users_role', table: 'users' })
  })
})

describe('the log', () => {
  it('has one line a request: the time in UTC, the route, the status, and nothing that was sent (T60, T68)', async () => {
    const url = `/api/users/${EMAIL}/approve?q=${EMAIL}\r\nforged`
    await login()
    await app.inject({ method: 'PUT', url: encodeURI(url), headers: { 'user-agent': EMAIL, cookie: `session=${PASSWORD}` } })
    await app.inject(`/${EMAIL}?q=${PASSWORD}`)
    await app.inject(`/api/${EMAIL}`)
    const text = lines.join('')
    expect(text).not.toContain('canary')
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests.at(-3)).toMatchObject({ level: 'info', method: 'PUT', route: '/api/users/:id/approve', status: 401 })
    expect(requests.at(-3).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    for (const line of lines) expect(line.trimEnd()).not.toContain('\n')
  })
})

describe('when the database takes its time', () => {
  it('a request is answered 503 after half a minute, and what fails later is logged without its data (T51, T60)', async () => {
    const blocker = new pg.Client(database.url)
    blocker.on('error', () => undefined)
    await blocker.connect()
    await blocker.query('begin; lock table users')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const waiting = login()
    const locked = `select from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await blocker.query(locked)).rowCount).toBe(1))
    await vi.advanceTimersByTimeAsync(30_000)
    const answer = await waiting
    vi.useRealTimers()
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
    expect(answer.json().detail).toBe('This takes longer than usual. Please try again shortly.')
    await onCluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`, name)
    await expect.poll(() => lines.some((line) => line.includes('failed after its answer'))).toBe(true)
    expect(lines.join('')).not.toContain('canary')
  })
})

describe('when the database goes away', () => {
  it('health stays, readiness and calls turn 503, and all come back by themselves (T51, T67)', async () => {
    // The connections of before may have been ended a moment ago.
    await expect.poll(ready).toBe(200)
    expect((await login()).statusCode).toBe(401)
    await onCluster(`alter database ${name} allow_connections false`, name)
    await onCluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`, name)
    // The last answer is kept for a second.
    await expect.poll(ready, { timeout: 20_000 }).toBe(503)
    const unready = await app.inject('/readyz')
    expect([unready.statusCode, unready.headers['retry-after']]).toEqual([503, '1'])
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    const refused = await login()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.json().detail).toBe('The portal cannot reach its data at the moment. Please try again shortly.')
    await onCluster(`alter database ${name} allow_connections true`, name)
    await expect.poll(ready, { timeout: 20_000 }).toBe(200)
    expect((await login()).statusCode).toBe(401)
  })
})
