import { readFileSync } from 'node:fs'
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
import { watchJournal } from '../journal/chainWatch.ts'
import { queueMail } from '../mails/queue.ts'
import { watchLedger } from '../transactions/ledgerWatch.ts'
import { serveMetrics } from './server.ts'

const portal = startPortal()
const make = given(portal)
const source = () => ({ ...portal, now: () => portal.clock.moment })
let metrics: Awaited<ReturnType<typeof serveMetrics>>
let address: string

beforeAll(async () => {
  const port = await freePort()
  metrics = await serveMetrics(port, source())
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
    await watchJournal({ log }, { db: portal.db, masterKey: portal.master_key, proofs: portal.proofs })()
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
    await expect(serveMetrics(Number(new URL(address).port), source())).rejects.toThrow('Set METRICS_PORT to another port.')
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

describe('docs/alerts.yml', () => {
  const alerts = readFileSync(join(import.meta.dirname, '../../../docs/alerts.yml'), 'utf8')
  const expressions = [...alerts.matchAll(/expr: (?:>\n((?: {10}.*\n)+)|(.*)\n)/g)].map(([, long, short]) => long ?? short ?? '').join('\n')

  it('asks for metrics that there are, and for all of them', async () => {
    const told = new Set([...(await read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const asked = new Set(
      [...expressions.matchAll(/\b((?:portal|process)_\w+?)(?:_bucket|_count|_sum)?\b(?!["=])/g)].map(([, name]) => name),
    )
    expect(expressions.match(/\n/g)?.length).toBeGreaterThan(10)
    expect([...asked].sort()).toEqual([...told].sort())
  })
})
