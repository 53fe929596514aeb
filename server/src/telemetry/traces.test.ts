import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listApplications, login, submitApplication } from 'contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attributesOf, startCollector } from '../../../test/collector.ts'
import { freshDatabase } from '../../../test/database.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { freePort } from '../../../test/ports.ts'
import { client, startServer } from '../../../test/serverProcess.ts'
import { newEmployee } from '../../../test/submission.ts'
import { register } from '../../../test/twoServers.ts'

const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
let collector: Awaited<ReturnType<typeof startCollector>>
let database: Awaited<ReturnType<typeof freshDatabase>>
let folder: string
beforeAll(async () => {
  collector = await startCollector()
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'traces-'))
})
afterAll(async () => {
  collector.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const start = (more: Record<string, string>) =>
  startServer({ DATA_DIR: folder, DATABASE_URL: database.url, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...more })

describe('traces', () => {
  it('say of an answer its route, and below it each statement and document, without a value; the last ones at the end', async () => {
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' })
    const administrator = client(server.origin)
    await administrator.send(login, { body: ADMIN })
    const { company, as } = await register({ servers: [server, server], administrator })
    const documents = { passport_front: dataString(PDF) }
    const made = await as.send(submitApplication, { body: newEmployee(company, { documents }) })
    expect(made.status).toBe(201)
    await as.send(listApplications, { query: { q: 'Zebulon' } })
    await server.end('SIGTERM')

    expect(collector.paths()).toEqual(['/v1/traces'])
    expect(collector.resource()).toMatchObject({ 'service.name': 'visa-portal', 'service.version': expect.stringMatching(/^\d/) })
    const all = collector.spans()
    const below = (name: string, at = 0) => {
      const route = all.filter((span) => span.name === name).at(at)
      return { route, inside: all.filter((span) => span !== route && span.traceId === route?.traceId) }
    }
    const { route, inside } = below('POST /api/visa-applications')
    expect(route && attributesOf(route)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/visa-applications',
      'http.response.status_code': 201,
      'http.response.body.size': expect.any(Number),
      'portal.noun': 'visa-applications',
      'portal.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(route?.parentSpanId).toBeFalsy()
    expect(inside.every(({ parentSpanId }) => parentSpanId === route?.spanId)).toBe(true)
    const names = inside.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['begin', 'commit', 'store write']))
    const stored = inside.find(({ name }) => name === 'store write')
    expect(stored && attributesOf(stored)).toEqual({ 'portal.noun': 'documents', 'portal.operation': 'write', 'portal.bytes': PDF.length })
    const read = below('GET /api/visa-applications').inside.find(({ name }) => name === 'select sessions')
    expect(read && attributesOf(read)).toMatchObject({
      'db.system.name': 'postgresql',
      'db.collection.name': 'sessions',
      'db.response.returned_rows': expect.any(Number),
      'portal.statement': expect.stringMatching(/^[\w-]{16}$/),
    })
    expect(collector.text()).not.toMatch(/Zebulon|select "|example|\?q=/i)
  })

  it('are missed once in the log while the collector is away', async () => {
    const away = `http://127.0.0.1:${await freePort()}`
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: away, OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_EXPORTER_OTLP_TIMEOUT: '200' })
    const misses = () => server.output().split('the collector takes no traces').length - 1
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    await vi.waitUntil(() => misses() === 1, { timeout: 20_000 })
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(misses()).toBe(1)
  })

  it('are not loaded where they are not asked for: one file imports them, which the start imports alone', () => {
    const folder = join(import.meta.dirname, '..')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.'),
    )
    const importing = (what: RegExp) => sources.filter((name) => what.test(readFileSync(join(folder, name), 'utf8'))).sort()
    const traced = ['telemetry/pool.ts', 'telemetry/routes.ts', 'telemetry/spans.ts', 'telemetry/traces.ts']
    expect(importing(/from '@opentelemetry/)).toEqual(traced)
    expect(importing(/from '.*\/(telemetry\/)?(pool|routes|spans|traces)\.ts'/).filter((name) => /telemetry/.test(name))).toEqual([
      'telemetry/pool.ts',
      'telemetry/routes.ts',
      'telemetry/traces.ts',
    ])
    expect(importing(/from '.*telemetry\/(pool|routes|spans|traces)\.ts'/)).toEqual([])
    expect(importing(/import\('.*telemetry\/traces\.ts'\)/)).toEqual(['start.ts'])
  })
})
