import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getApplication, listApplications, login, requestTopup } from 'contract'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { freePort } from '../../../test/ports.ts'
import { backUp } from '../backup/backup.ts'
import { openPool } from '../db/open.ts'
import { watchJournal } from '../journal/chainWatch.ts'
import { queueMail } from '../mails/queue.ts'
import { countingStore, watchStore } from '../telemetry/store.ts'
import { watchLedger } from '../transactions/ledgerWatch.ts'
import { Counters } from './counters.ts'
import { observePool } from './poolWaits.ts'
import { familiesOfPool, watchLoop } from './process.ts'
import { serveMetrics } from './server.ts'
import { toText } from './text.ts'

const portal = startPortal()
const make = given(portal)
const source = () => ({ ...portal, now: () => portal.clock.moment })
let metrics: Awaited<ReturnType<typeof serveMetrics>>
let address: string

beforeAll(async () => {
  const port = await freePort()
  metrics = await serveMetrics({ metrics_host: '127.0.0.1', metrics_port: port, metrics_token: undefined }, source())
  address = `http://127.0.0.1:${port}`
})
afterAll(() => metrics.end())

const read = async () => await (await fetch(`${address}/metrics`)).text()
/** The value of the sample whose line starts so. */
const valueIn = (page: string, sample: string) => {
  const line = page.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}
const sampleOf = async (sample: string) => valueIn(await read(), sample)

describe('GET /metrics', () => {
  it('counts answers and how long they took by the template of the route, without a word of what was asked', async () => {
    const labels = 'method="GET",route="/api/visa-applications/:id",status="4xx"'
    const count = `portal_http_request_duration_seconds_count{${labels}}`
    const before = (await sampleOf(count)) ?? 0
    const admin = as(portal, await make.user('admin'))
    const id = v7()
    for (let each = 0; each < 3; each++) expect((await admin.send(getApplication, { params: { id } })).status).toBe(404)
    await portal.app.inject(`/nothing/${id}`)
    await admin.send(listApplications, { query: { q: 'Sara Khan' } })
    const page = await read()
    expect(valueIn(page, count)).toBe(before + 3)
    const buckets = [...page.matchAll(/_bucket\{method="GET",route="\/api\/visa-applications\/:id",status="4xx",le="([^"]+)"\} (\d+)/g)]
    expect(buckets.map(([, bound]) => bound)).toEqual([
      '0.005',
      '0.01',
      '0.025',
      '0.05',
      '0.1',
      '0.25',
      '0.5',
      '1',
      '2.5',
      '5',
      '10',
      '+Inf',
    ])
    const counts = buckets.map(([, , within]) => Number(within))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBe(before + 3)
    expect(page).not.toMatch(new RegExp(`${id}|Sara|example`))
  })

  it('counts sign-ins by how they ended', async () => {
    const sample = (outcome: string) => `portal_sign_ins_total{outcome="${outcome}"}`
    const before = await read()
    const { email } = await make.user('employee')
    for (const password of ['wrong', 'wrong', PASSWORD]) await as(portal).send(login, { body: { email, password } })
    const page = await read()
    const more = (outcome: string) => (valueIn(page, sample(outcome)) ?? 0) - (valueIn(before, sample(outcome)) ?? 0)
    expect([more('signed_out'), more('seen'), more('throttled')]).toEqual([2, 1, 0])
  })

  it('tells what waits, and since when', async () => {
    const company = await make.company()
    const user = await make.user('company_admin', { of: [company] })
    const page = await read()
    expect([valueIn(page, 'portal_topups_pending'), valueIn(page, 'portal_topups_pending_oldest_seconds')]).toEqual([0, 0])
    const mails = valueIn(page, 'portal_mails_waiting') ?? 0
    await as(portal, user).send(requestTopup, { body: { amount: 10, receipt_document: dataString(PDF) } })
    await queueMail(portal.db, { kind: 'two_step_on', user_id: user.id }, portal.clock.moment.toISOString())
    portal.clock.moment = new Date(portal.clock.moment.getTime() + 90_000)
    const later = await read()
    expect([valueIn(later, 'portal_topups_pending'), valueIn(later, 'portal_topups_pending_oldest_seconds')]).toEqual([1, 90])
    expect(valueIn(later, 'portal_mails_waiting')).toBeGreaterThan(mails)
    expect(valueIn(later, 'portal_mails_waiting_oldest_seconds')).toBeGreaterThanOrEqual(90)
  })

  it('tells when the last backup, sweep and proofs were, and what these found', async () => {
    const from = Math.floor(Date.now() / 1_000)
    const moment = new Date('2026-11-20T02:00:00.000Z')
    await backUp(
      join(portal.settings.data_dir, 'a.backup'),
      { ...portal.settings, database_url: portal.database_url },
      { signal: new AbortController().signal, moment },
    )
    portal.counters.noteSweep(moment)
    const log = { error: () => undefined } as never
    await watchLedger({ log }, portal.db, portal.proofs)()
    await watchJournal({ log }, { ...source(), masterKey: portal.master_key })()
    const page = await read()
    for (const name of ['backup', 'sweep']) expect(valueIn(page, `portal_${name}_timestamp_seconds`)).toBe(moment.getTime() / 1_000)
    for (const name of ['ledger', 'journal']) expect(valueIn(page, `portal_${name}_checked_timestamp_seconds`)).toBeGreaterThanOrEqual(from)
    expect([valueIn(page, 'portal_ledger_broken_invariants'), valueIn(page, 'portal_journal_broken_seals')]).toEqual([0, 0])
    expect(valueIn(page, 'portal_disk_free_bytes')).toBeGreaterThan(0)
  })

  it('says so where the database does not answer, and the rest all the same', async () => {
    await portal.db.execute(sql`alter table mails rename to away`)
    const page = await read()
    await portal.db.execute(sql`alter table away rename to mails`)
    expect([valueIn(page, 'portal_database_up'), valueIn(page, 'portal_topups_pending')]).toEqual([0, undefined])
    expect(valueIn(page, 'portal_disk_size_bytes')).toBeGreaterThan(0)
    expect(await sampleOf('portal_database_up')).toBe(1)
  })

  it('is what this machine alone is told, and not by the portal itself', async () => {
    expect((metrics.server.address() as AddressInfo).address).toBe('127.0.0.1')
    const answer = await fetch(`${address}/metrics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    await answer.text()
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics', 'POST'],
      ['/metrics?x', 'GET'],
    ] as const)
      expect((await fetch(`${address}${path}`, { method })).status).toBe(404)
    const page = await portal.app.inject('/metrics')
    expect(page.body).not.toContain('portal_database_up')
    const taken = { metrics_host: '127.0.0.1', metrics_port: Number(new URL(address).port), metrics_token: undefined }
    await expect(serveMetrics(taken, source())).rejects.toThrow('Set METRICS_HOST and METRICS_PORT to others.')
  })

  it('is told elsewhere to who sends the token, and to nobody else', async () => {
    const token = randomBytes(24).toString('hex')
    const where = { metrics_host: '0.0.0.0', metrics_port: await freePort(), metrics_token: token }
    const elsewhere = await serveMetrics(where, source())
    try {
      const page = `http://127.0.0.1:${where.metrics_port}/metrics`
      const asked = (authorization?: string) => fetch(page, authorization === undefined ? {} : { headers: { authorization } })
      for (const wrong of [undefined, '', token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
        const answer = await asked(wrong)
        expect([answer.status, answer.headers.get('www-authenticate'), await answer.text()]).toEqual([401, 'Bearer', ''])
      }
      expect(await (await asked(`Bearer ${token}`)).text()).toContain('portal_database_up 1')
    } finally {
      await elsewhere.end()
    }
  })

  it('tells how late the event loop is', async () => {
    await read()
    const until = performance.now() + 250
    while (performance.now() < until);
    await new Promise((done) => setTimeout(done, 20))
    const page = await read()
    expect(valueIn(page, 'portal_event_loop_delay_seconds{percentile="100"}')).toBeGreaterThan(0.15)
    expect(valueIn(page, 'portal_event_loop_active_seconds_total')).toBeGreaterThan(0.25)
    // Another scraper reads the same.
    expect(await sampleOf('portal_event_loop_delay_seconds{percentile="100"}')).toBeGreaterThan(0.15)
  })

  it('forgets after two windows how late the event loop was', async () => {
    const loop = watchLoop(100)
    const latest = () => loop.families()[0]?.samples.at(-1)?.value
    try {
      // It has begun to measure.
      await expect.poll(latest).toBeGreaterThan(0)
      const until = performance.now() + 250
      while (performance.now() < until);
      await expect.poll(latest, { interval: 5 }).toBeGreaterThan(0.15)
      await expect.poll(latest).toBeLessThan(0.15)
    } finally {
      loop.end()
    }
  })

  it('tells of the pool how many connections are busy, who waits and how long', async () => {
    const pool = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    const counters = new Counters()
    observePool(pool, counters)
    const held = await pool.connect()
    const waiting = pool.query('select 1')
    const page = toText(familiesOfPool(pool))
    for (const line of ['{state="busy"} 1', '{state="idle"} 0', '_max 1']) expect(page).toContain(`portal_database_connections${line}\n`)
    expect(page).toContain('portal_database_waiting 1\n')
    await held.query('select pg_sleep(0.06)')
    held.release()
    await waiting
    await pool.end()
    const waits = toText(counters.families())
    expect(valueIn(waits, 'portal_database_wait_seconds_count')).toBe(2)
    expect(valueIn(waits, 'portal_database_wait_seconds_sum')).toBeGreaterThan(0.06)
  })

  it('counts what the document store did, and tells a refusal from a failure', async () => {
    const counters = new Counters()
    const store = watchStore(portal.files, countingStore(counters))
    const kept = await store.write(PDF)
    expect(await store.read(kept.id, kept.wrapped_key)).toEqual(PDF)
    for await (const _ of await store.stream(kept, { from: 0, to: 10 }));
    await expect(store.write(Buffer.from('<html>'))).rejects.toThrow()
    await store.remove(kept.id)
    await expect(store.read(kept.id, kept.wrapped_key)).rejects.toThrow()
    const page = toText(counters.families())
    const count = (operation: string, result: string) =>
      valueIn(page, `portal_store_operation_duration_seconds_count{operation="${operation}",result="${result}"}`)
    expect([count('write', 'ok'), count('write', 'refused'), count('read', 'ok'), count('read', 'failed'), count('remove', 'ok')]).toEqual([
      1, 1, 2, 1, 1,
    ])
    expect(valueIn(page, 'portal_store_bytes_total{operation="write"}')).toBe(PDF.length)
    expect(valueIn(page, 'portal_store_bytes_total{operation="read"}')).toBe(PDF.length + 10)
  })

  it('tells of each job when it last ended well, how often it failed and how long it took', async () => {
    const { jobs } = new Counters()
    const run = jobs.of('ledger')
    const from = Date.now() / 1_000
    expect(await run(async () => 'done')).toBe('done')
    await expect(run(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    const page = toText(jobs.families())
    const value = (name: string) => valueIn(page, `portal_job_${name}{name="ledger"}`)
    expect([value('runs_total'), value('failures_total')]).toEqual([2, 1])
    expect(value('success_timestamp_seconds')).toBeGreaterThanOrEqual(from)
    expect(value('seconds_total')).toBeGreaterThan(0)
  })

  it('is well formed: each sample belongs to a metric that is named before it', async () => {
    const lines = (await read()).trim().split('\n')
    let [name, type] = ['', '']
    for (const line of lines) {
      const declared = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line)
      if (declared) [, name = '', type = ''] = declared
      else if (!line.startsWith('# HELP ')) {
        const suffix = type === 'histogram' ? '(_bucket|_sum|_count)' : ''
        expect(line).toMatch(new RegExp(`^${name}${suffix}(\\{\\w+="[^"]*"(,\\w+="[^"]*")*\\})? [\\d.e+-]+$`))
      }
    }
  })
})
