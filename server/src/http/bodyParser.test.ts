import { type AddressInfo, connect } from 'node:net'
import { MB, MutableMailKind, saveDraft, setPreferences, submitApplication } from 'contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { hostileBodies, hostileBody } from '../../../test/hostileBodies.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { startSession } from '../auth/sessions.ts'
import { DocumentsReader, putBack } from './jsonText.ts'

/** `npm run trust` has more. */
const RUNS = Number(process.env.BODY_RUNS ?? 10)
const portal = startPortal()
const make = given(portal)

let port: number
beforeAll(async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
})

const customer = async () => {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  return { company, user, cookie: `session=${await startSession(portal.db, user.id, portal.clock.moment)}` }
}

/** What this thread has worked, in milliseconds: other processes of a busy machine add nothing to it. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The longest work during `work` that left the event loop no turn. */
async function standstillDuring(work: () => Promise<void>): Promise<number> {
  let last = workedMs()
  let longest = 0
  const tick = () => {
    const now = workedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(tick, 1)
  await work()
  tick()
  clearInterval(timer)
  return longest
}

/** Sends JSON on its own connection; answers what was received. */
async function send(line: string, cookie: string, body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString()
  })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const head = `host: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\nconnection: close\r\n`
  socket.write(`${line} HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n`)
  socket.write(body)
  await closed
  return received
}

describe('a body that is made to cost much', () => {
  it.each(hostileBodies)('$name is refused and lets others have their turn', async ({ body }) => {
    const { cookie } = await customer()
    const bytes = body()
    for (const line of ['POST /api/transactions/topup', 'PUT /api/auth/preferences']) {
      let received = ''
      const standstill = await standstillDuring(async () => {
        received = await send(line, cookie, bytes)
      })
      // The rest of a body that is too large may reset the connection before the refusal is read.
      if (received || line.startsWith('POST')) expect(received).toMatch(/^HTTP\/1\.1 (2|4)\d\d /)
      expect(received.length).toBeLessThan(32 * 1024)
      expect(standstill).toBeLessThan(400)
    }
  })

  it('of any such kind is answered as a refusal or as if it were none', async () => {
    const { user } = await customer()
    const { send: sendAs } = as(portal, user)
    await fc.assert(
      fc.asyncProperty(hostileBody, async ({ body }) => {
        const headers = { 'content-type': 'application/json' }
        for (const call of [submitApplication, setPreferences]) {
          const { status, raw } = await sendAs(call as typeof setPreferences, { body: body() as never }, headers)
          expect([200, 400, 413, 422]).toContain(status)
          expect(raw.body.length).toBeLessThan(32 * 1024)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('of bytes that each come alone is refused before they add up', async () => {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let received = ''
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        received += data.toString()
      })
    socket.write('POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
    // The end of the body is not sent.
    socket.write('1\r\n \r\n'.repeat(30_000))
    await closed
    expect(received).toContain('HTTP/1.1 400')
  })
})

/** As encoders write that escape more than necessary. */
const escapedAs = (json: string): string => json.replaceAll('/', '\\/').replaceAll('Ab', '\\u0041b')

describe('a body with documents', () => {
  it('is refused for what it holds besides them', async () => {
    const { user, company } = await customer()
    const body = { ...newEmployee(company), junk: Array(300_000).fill({}) }
    const { status, problem } = await as(portal, user).send(submitApplication, { body })
    expect([status, problem.detail]).toEqual([422, 'Even without its documents this request is too large'])
  })

  it('is told of a text that is too long as of any other', async () => {
    const { user, company } = await customer()
    const body = newEmployee(company, { employee_name: 'a\u2028'.repeat(6 * MB) })
    const { status, problem } = await as(portal, user).send(submitApplication, { body })
    expect([status, problem.errors]).toEqual([422, [{ field: 'employee_name', detail: 'Employee name must be at most 200 characters' }]])
  })

  it('may escape the slashes of its data strings', async () => {
    const { user, company } = await customer()
    const bytes = Buffer.concat([PDF, Buffer.alloc(MB, Buffer.from('ff', 'hex'))])
    const body = JSON.stringify(newEmployee(company, { documents: { photo: dataString(bytes) } })).replaceAll('/', '\\/')
    const headers = { 'content-type': 'application/json' }
    const { status, reply } = await as(portal, user).send(submitApplication, { body: body as never }, headers)
    expect([status, reply.document_details.photo?.size]).toEqual([201, bytes.length])
  })

  it('reads as the same JSON, in whatever chunks it comes', () => {
    const document = fc
      .tuple(fc.nat(90_000), fc.constantFrom('data:application/pdf;base64,', 'DATA:,'))
      .map(([length, prefix]) => prefix + 'Ab/9'.repeat(length / 4))
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '"', '\\"', '\u0628'.repeat(5_000)))
    const value = fc.dictionary(fc.string(), fc.oneof(document, text, fc.jsonValue(), fc.array(document, { maxLength: 2 })), { maxKeys: 8 })
    fc.assert(
      fc.property(value, fc.boolean(), fc.integer({ min: 1, max: 70_000 }), (sent, escaped, step) => {
        const json = escaped ? escapedAs(JSON.stringify(sent)) : JSON.stringify(sent)
        const bytes = Buffer.from(json)
        const reader = new DocumentsReader(MB)
        for (let at = 0; at < bytes.length; at += step) reader.take(bytes.subarray(at, at + step))
        const { text: outline, documents } = reader.end()
        expect(putBack(JSON.parse(outline), documents)).toEqual(JSON.parse(json))
        expect(outline.length).toBeLessThan(512 * 1024)
      }),
      { numRuns: 2 * RUNS },
    )
  })

  it.each(['a\\', 'a\\u20', 'ab', '\\\\', 'ب', '\\ud83d'])('cuts a text of %s that is too long to one that can be parsed', (unit) => {
    for (const shift of ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx']) {
      const reader = new DocumentsReader(MB)
      const whole = unit.endsWith('\\') && unit !== '\\\\' ? `${unit}n` : unit.replace('\\u20', '\\u2028')
      reader.take(Buffer.from(`{"a":"${shift}${whole.repeat(40_000)}","b":1}`))
      const { a, b } = JSON.parse(reader.end().text)
      expect([b, a.length > 5_000]).toEqual([1, true])
    }
  })
})

describe('a list that no form sends', () => {
  it('is refused as one, and of many faults the first are told', async () => {
    const { user, company } = await customer()
    const { send: sendAs } = as(portal, user)
    const fields = Object.fromEntries(Array.from({ length: 2_000 }, (_, place) => [`${'k'.repeat(110)}${place}`, 1]))
    const draft = { params: { kind: 'new' as const }, query: { company_id: company.id }, body: { fields } }
    const wide = await sendAs(saveDraft, draft)
    expect([wide.status, wide.problem.errors?.length, wide.raw.body.length < 20_000]).toEqual([422, 50, true])
    const long = await sendAs(setPreferences, { body: { muted_mails: Array(100_000).fill(1) as never } })
    expect([long.status, long.problem.errors]).toEqual([
      422,
      [{ field: 'muted_mails', detail: `Muted mails must have at most ${MutableMailKind.options.length} entries` }],
    ])
  })
})
