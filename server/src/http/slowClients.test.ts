import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MB } from 'contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { JPEG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { startSession } from '../auth/sessions.ts'
import { HEADER_TIMEOUTS } from './slowClients.ts'

const portal = startPortal()
const make = given(portal)

afterEach(() => vi.restoreAllMocks())
/** What still sends keeps the portal from closing. */
const sending = new Set<Socket>()
afterAll(() => {
  for (const socket of sending) socket.destroy()
})
let port: number
beforeAll(async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
})

/** What was received until the connection ended, be it by a reset, which takes nothing back of what came before. */
async function receivedBy(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (data) => {
    received += data.toString()
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

/** Sends the beginning, then so many bytes a second until the connection ends; answers what was received and after how long. */
async function dribble(beginning: string, bytes = 1): Promise<{ received: string; ms: number }> {
  const socket = connect(port, '127.0.0.1')
  sending.add(socket)
  const from = Date.now()
  socket.write(beginning)
  const timer = setInterval(() => socket.write('a'.repeat(bytes)), 1_000)
  const received = await receivedBy(socket)
  clearInterval(timer)
  return { received, ms: Date.now() - from }
}

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

/** A company_admin of a company that has a document of ten megabytes. */
async function customer() {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  const cookie = `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
  const bytes = Buffer.concat([JPEG, Buffer.alloc(10 * MB - JPEG.length)])
  const document = await make.document({ company_id: company.id, slot: 'trade_license' }, bytes)
  return { cookie, bytes, path: `/api/documents/${document.id}` }
}

describe('a byte a second is cut within thirty seconds (T57)', { timeout: 60_000 }, () => {
  it.concurrent.each([
    ['of a head', `${HEAD}X-Slow: `, 'HTTP/1.1 408'],
    ['of a body', `${HEAD}Content-Length: 200000\r\n\r\n{"email":"`, ''],
    ['of a body without a length', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`, ''],
  ])('%s', async (_, beginning, answer) => {
    const { received, ms } = await dribble(beginning)
    expect(received).toContain(answer)
    expect(ms).toBeLessThan(31_000)
    expect(ms).toBeGreaterThan(10_000)
  })

  const begin = (call: string, cookie: string, type: string) =>
    `POST /api${call} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: ${90 * MB}\r\n\r\n`

  it.concurrent('and a body that holds memory, once it comes far slower than before (D3)', async () => {
    const { cookie } = await customer()
    const body = `{"documents":{"photo":"data:;base64,${'A'.repeat(24 * MB)}`
    const { ms } = await dribble(begin('/visa-applications', cookie, 'application/json') + body, 10_000)
    expect(ms).toBeLessThan(35_000)
  })

  it.concurrent('but not one that comes as slowly from the beginning', async () => {
    const { cookie } = await customer()
    const slow = dribble(`${begin('/visa-applications', cookie, 'application/json')}{"employee_name":"`, 10_000)
    expect(await Promise.race([slow, sleep(32_000, 'goes on')])).toBe('goes on')
  })

  it.concurrent('and the times of the server say so', () => {
    expect(portal.app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 300_000 })
    expect(HEADER_TIMEOUTS.headersTimeout + HEADER_TIMEOUTS.connectionsCheckingInterval).toBeLessThan(30_000)
  })
})

describe('an answer that holds memory (D3)', { timeout: 60_000 }, () => {
  const ask = (path: string, cookie: string): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`)
    return socket
  }
  /** Asks and reads no more than the beginning. */
  const stall = async (path: string, cookie: string): Promise<Socket> => {
    const socket = ask(path, cookie)
    await once(socket, 'readable')
    return socket
  }

  it('leaves others theirs while readers stall', async () => {
    const [one, two, other] = [await customer(), await customer(), await customer()]
    const stalled = await Promise.all([one, two].flatMap(({ path, cookie }) => Array.from({ length: 13 }, () => stall(path, cookie))))
    const all = await Promise.all(Array.from({ length: 3 }, () => receivedBy(ask(other.path, other.cookie))))
    for (const received of all) expect(received).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of stalled) socket.destroy()
  })

  it('comes whole to a reader who pauses, and is cut where they are too far behind', async () => {
    const { path, cookie, bytes } = await customer()
    const stalled = await stall(path, cookie)
    const pausing = ask(path, cookie)
    const chunks: Buffer[] = []
    pausing.on('data', (data) => chunks.push(data)).once('data', () => pausing.pause())
    await sleep(2_000)
    pausing.resume()
    await once(pausing, 'close')
    const read = Buffer.concat(chunks)
    expect(read.subarray(read.indexOf('\r\n\r\n') + 4).equals(bytes)).toBe(true)
    const connections = promisify(portal.app.server.getConnections.bind(portal.app.server))
    const before = await connections()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now + 300_000)
    await expect.poll(() => connections(), { timeout: 20_000, interval: 500 }).toBe(before - 1)
    stalled.destroy()
  })
})

describe('what is no HTTP', () => {
  it.each([
    ['garbage', 'not http at all\r\n\r\n', 400, 'The request could not be understood'],
    ['a head of 40 KB', `${HEAD}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'The head of the request is too large'],
  ])('%s is a problem too', async (_, sent, status, detail) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(sent)
    const received = await receivedBy(socket)
    expect(received).toContain(`HTTP/1.1 ${status}`)
    expect(received).toContain('application/problem+json')
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status, detail })
  })
})
