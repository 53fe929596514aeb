import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APPLICATION_SLOTS, type Call, COMPANY_SLOTS, calls, FileBody, listApplications, login, me, pathOf, streamChanges } from 'contract'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startCollector } from '../../test/collector.ts'
import { dataString, JPEG, PDF } from '../../test/files.ts'
import { freePort } from '../../test/ports.ts'
import { killPostgres } from '../../test/postgresProcesses.ts'
import { client, type ServerProcess, startServer } from '../../test/serverProcess.ts'
import { newEmployee } from '../../test/submission.ts'
import { register } from '../../test/twoServers.ts'

/** In every personal text and every file. Names have their own, because a refusal may name a person (W4). */
const CANARY = 'kanarie7731'
const NAME = 'zeisig5519'
const ADMIN = { email: 'admin@portal.example', password: `a-long-${CANARY}-2026` }
const SCAN = Buffer.concat([PDF, Buffer.from(`%${CANARY} `.repeat(20))])

let dataDir: string
let server: ServerProcess
let metrics: number
let collector: Awaited<ReturnType<typeof startCollector>>
let people: Record<'nobody' | 'customer' | 'admin', ReturnType<typeof client>>
let own: { id: string }
/** Every refusal, with what it refused. */
const refusals: { call: string; status: number; text: string }[] = []
let sent = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'canaries-'))
  metrics = await freePort()
  collector = await startCollector()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_MAX_QUEUE_SIZE: '100000' }
  const account = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  server = await startServer({ DATA_DIR: dataDir, ...account, ...traced, LOG_LEVEL: 'trace', METRICS_PORT: String(metrics) })
  const administrator = client(server.origin)
  await administrator.send(login, { body: ADMIN })
  const { company, as } = await register({ servers: [server, server], administrator })
  own = company
  people = { nobody: client(server.origin), customer: as, admin: administrator }
})
afterAll(async () => {
  await server?.end('SIGKILL')
  collector.end()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** The part of JSON Schema that the contract uses. */
interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
}

const FILES = new Set<string>([...APPLICATION_SLOTS, ...COMPANY_SLOTS, 'document', 'documents', 'receipt_document', 'picture'])

/** A value of that schema with a canary in each text; `spoiled` also replaces fixed words. */
function filled(node: Shape, field: string, spoiled: boolean): unknown {
  const choice = (node.anyOf ?? node.oneOf ?? node.allOf)?.find((each) => each.type !== 'null')
  if (choice) return filled(choice, field, spoiled)
  if (FILES.has(field) && !node.properties && node.type !== 'array') return dataString(SCAN)
  if (node.enum || node.const !== undefined) return spoiled ? CANARY : (node.const ?? node.enum?.[0])
  if (node.properties) return Object.fromEntries(Object.entries(node.properties).map(([name, each]) => [name, filled(each, name, spoiled)]))
  if (node.type === 'array') return [filled(node.items ?? {}, field, spoiled)]
  if (node.type === 'number' || node.type === 'integer') return spoiled ? CANARY : 771
  if (node.type === 'boolean') return true
  if (node.type === 'object') return { note: CANARY }
  return textOf(node, field, spoiled)
}

function textOf({ format }: Shape, field: string, spoiled: boolean): string {
  if (format === 'uuid') return field === 'company_id' ? own.id : spoiled ? CANARY : v7()
  if (format === 'email') return spoiled ? `${CANARY} no address` : `${CANARY}.${v7()}@people.example`
  if (format === 'date') return spoiled ? CANARY : '2027-01-31'
  return /(name|person|by)$/.test(field) ? `${NAME} ${field}` : `${CANARY} ${field}`
}

const filledBody = (schema: z.ZodType, spoiled: boolean) =>
  filled(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, '', spoiled)

/** Sends anything a client could send; keeps the refusals. */
async function request(
  as: ReturnType<typeof client>,
  call: Call,
  path: string,
  body?: string | Buffer<ArrayBuffer>,
  type = 'application/json',
) {
  const more = body === undefined ? {} : { 'content-type': type, 'x-file-name': `${CANARY}.pdf` }
  const headers = { ...as.cookies, 'user-agent': CANARY, referer: `http://localhost/${CANARY}`, ...more }
  const answer = await fetch(`${server.origin}/api${path}`, {
    method: call.method,
    redirect: 'manual',
    headers,
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  sent++
  if (answer.status >= 400 || answer.headers.has('location')) {
    refusals.push({ call: `${call.method} ${call.path}`, status: answer.status, text: `${text}${answer.headers.get('location') ?? ''}` })
  }
}

/** One call: valid, with every word spoiled, and not JSON at all. */
async function sendAll(as: ReturnType<typeof client>, call: Call, id: string): Promise<void> {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const paths = [id, CANARY].map((value) => pathOf(call, Object.fromEntries(names.map((name) => [name, value]))))
  const query = call.query
    ? `?${new URLSearchParams({ q: CANARY, sort: CANARY, cursor: CANARY, redirect: CANARY, expiry_date: CANARY })}`
    : ''
  for (const path of new Set(paths)) {
    if (call.body === FileBody) {
      await request(as, call, path, Buffer.from(SCAN), 'application/pdf')
      await request(as, call, path, Buffer.from(`<html>${CANARY}`), 'application/pdf')
    } else if (call.body) {
      const [plain, spoiled] = [false, true].map((each) => JSON.stringify(filledBody(call.body as z.ZodType, each))) as [string, string]
      for (const body of [plain, spoiled, `${spoiled.slice(0, -1)}, "${CANARY}`]) await request(as, call, path, body)
    } else await request(as, call, path)
    if (query) await request(as, call, `${path}${query}`)
  }
}

// Without calls that sign out or delete: the others would only get 401. A stream never ends.
const LAST = /^(DELETE|POST \/auth\/(logout|set-password)|PUT \/auth\/password)/
const CALLS = Object.values<Call>(calls).filter((call) => call !== streamChanges && !LAST.test(`${call.method} ${call.path}`))

async function everyCall(): Promise<void> {
  const made = await people.customer.send(calls.submitApplication, { body: newEmployee(own, { documents: { photo: dataString(JPEG) } }) })
  const id = made.reply?.id ?? own.id
  for (const as of Object.values(people))
    for (const call of CALLS) await sendAll(as, call, call.path.startsWith('/companies') ? own.id : id)
}

/** Bytes that are not HTTP, and a header that is too large. */
async function garbage(): Promise<void> {
  for (const head of [
    `${CANARY}\r\n\r\n`,
    `GET / HTTP/1.1\r\nCookie: ${CANARY}${'x'.repeat(40_000)}\r\n\r\n`,
    `GET /${CANARY}%zz HTTP/1.1\r\nHost: a\r\n\r\n`,
  ]) {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data.toString()
      socket.end()
    })
    socket.write(head)
    await new Promise((done) => socket.once('close', done))
    refusals.push({ call: 'garbage', status: 400, text })
  }
}

/** The word in plain, in base64 at each offset, in hexadecimal and as a list of bytes. */
function formsOf(word: string): string[] {
  const bytes = Buffer.from(word)
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift ? 4 : 0, -4),
  )
  return [word, ...encoded, bytes.toString('hex'), [...bytes].join(',')].map((form) => form.toLowerCase())
}

/** Searches any text for the words, whose forms are made once. */
function finderOf(words: string[]): (text: string) => string[] {
  const forms = words.map((word) => ({ word, of: formsOf(word) }))
  return (text) => {
    const lower = text.toLowerCase()
    return forms.filter(({ of }) => of.some((form) => lower.includes(form))).map(({ word }) => word)
  }
}

async function tokens(): Promise<string[]> {
  const mails = await readdir(join(dataDir, 'outbox')).catch(() => [])
  const texts = await Promise.all(mails.map((name) => readFile(join(dataDir, 'outbox', name), 'utf8')))
  const linked = texts.flatMap((text) => [...text.matchAll(/token=(?:3D)?([\w-]{20,})/g)].map(([, token]) => token ?? ''))
  return [...linked, ...Object.values(people).map(({ cookies }) => cookies.cookie.split('=')[1] ?? '')].filter((token) => token.length > 0)
}

it('nothing personal reaches the log, the metrics, the traces or a refusal, also while the database is gone (T60)', {
  timeout: 180_000,
}, async () => {
  await everyCall()
  await garbage()
  killPostgres(dataDir)
  const during = [people.customer.send(listApplications, {}), people.admin.send(me, {})]
  await Promise.all(during)
  for (const call of CALLS) await sendAll(people.customer, call, own.id)

  const secrets = await tokens()
  expect(secrets.length).toBeGreaterThanOrEqual(2)
  const findInRefusal = finderOf([CANARY, ...secrets])
  const find = finderOf([CANARY, NAME, ...secrets])
  for (const { call, status, text } of refusals) expect(findInRefusal(text), `${call} ${status} ${text}`).toEqual([])
  const counted = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  expect(counted).toContain('portal_http_request_duration_seconds_count')
  expect(find(counted)).toEqual([])
  const answered = () => collector.spans().filter(({ name }) => / \/api\//.test(name)).length
  await vi.waitUntil(() => answered() > sent * 0.9, { timeout: 30_000, interval: 500 })
  const traces = collector.text().split(/(?=\{"traceId")/)
  expect(traces.filter((span) => find(span).length > 0)).toEqual([])
  const log = `${server.output()}${await readFile(join(dataDir, 'postgres.log'), 'utf8')}`
  const lines = log.split('\n').filter((line) => find(line).length > 0)
  expect(lines.map((line) => line.slice(0, 600))).toEqual([])
  const statuses = new Set(refusals.map(({ status }) => status))
  for (const status of [400, 401, 403, 404, 422, 503]) expect(statuses, `a ${status} was among ${sent} answers`).toContain(status)
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(log.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(sent / 2)
  console.log(`${sent} requests with canaries, ${refusals.length} refused, ${log.split('\n').length} lines of log: none found`)
})
