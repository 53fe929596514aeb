import { MB } from 'contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { JPEG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { listenTo, type RawConnection } from '../../../test/rawConnection.ts'
import { startSession } from '../auth/sessions.ts'
import { HEADER_TIMEOUTS } from './slowClients.ts'

const portal = startPortal()
const open = listenTo(portal)
const make = given(portal)
const SECOND = 1_000
/** The time for a head; `npm run trust` waits the real 20 s. */
const HEADERS_MS = Number(process.env.HEADERS_MS ?? SECOND)
const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

/** A company_admin whose company has a document of ten megabytes. */
async function customer() {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  const cookie = `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
  const bytes = Buffer.concat([JPEG, Buffer.alloc(10 * MB - JPEG.length)])
  const document = await make.document({ company_id: company.id, slot: 'trade_license' }, bytes)
  return { cookie, bytes, path: `/api/documents/${document.id}` }
}

describe('a byte a second of a head is cut within thirty seconds (T57)', () => {
  it('at the first look after its time', { timeout: HEADERS_MS + 20_000 }, async () => {
    portal.app.server.headersTimeout = HEADERS_MS
    const from = Date.now()
    const { send, closed, received } = await open()
    await send(`${HEAD}X-Slow: `)
    const timer = setInterval(() => void send('a'), SECOND)
    await closed
    clearInterval(timer)
    expect(received()).toContain('HTTP/1.1 408')
    portal.app.server.headersTimeout = HEADER_TIMEOUTS.headersTimeout
    expect(Date.now() - from).toBeGreaterThan(HEADERS_MS)
    expect(Date.now() - from).toBeLessThan(HEADERS_MS + HEADER_TIMEOUTS.connectionsCheckingInterval + SECOND)
  })

  it('and the times of the server say so', () => {
    expect(portal.app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 300_000 })
    expect(HEADER_TIMEOUTS.headersTimeout + HEADER_TIMEOUTS.connectionsCheckingInterval).toBeLessThan(30_000)
  })
})

/** Fake timers, so that the test sets the pace of the portal's checks. */
function setLooks(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

describe('a byte a second of a body is cut within thirty seconds (T57)', () => {
  setLooks()
  /** Begins a request and waits until the portal checks its body. */
  const begin = async (head: string): Promise<RawConnection> => {
    const looks = vi.getTimerCount()
    const connection = await open()
    await connection.send(head)
    await vi.waitUntil(() => vi.getTimerCount() > looks, { timeout: 10_000 })
    return connection
  }
  /** Sends bytes each second until the portal ends the connection or time is over; answers the seconds. */
  const dribble = async ({ peer, send, arrived }: RawConnection, bytes: number, seconds: number) => {
    for (let second = 1; second <= seconds; second++) {
      await send('a'.repeat(bytes))
      await arrived()
      vi.advanceTimersByTime(SECOND)
      if (peer.destroyed) return second
    }
    return 'goes on'
  }

  it.each([
    ['with a length', `${HEAD}Content-Length: 200000\r\n\r\n{"email":"`],
    ['without a length', `${HEAD}Transfer-Encoding: chunked\r\n\r\nffff\r\n{"ema`],
  ])('%s', async (_, beginning) => {
    const seconds = await dribble(await begin(beginning), 1, 40)
    expect(seconds).toBeGreaterThan(10)
    expect(seconds).toBeLessThan(31)
  })

  const DOCUMENTS = (cookie: string) =>
    `POST /api/visa-applications HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${90 * MB}\r\n\r\n`

  it('and one that holds memory, once it comes far slower than before (D3)', async () => {
    const { cookie } = await customer()
    const begun = await begin(DOCUMENTS(cookie))
    await begun.send(`{"documents":{"photo":"data:;base64,${'A'.repeat(24 * MB)}`)
    expect(await dribble(begun, 10_000, 40)).toBeLessThan(35)
  })

  it('but not one that comes as slowly from the beginning', async () => {
    const { cookie } = await customer()
    const begun = await begin(DOCUMENTS(cookie))
    await begun.send('{"employee_name":"')
    expect(await dribble(begun, 10_000, 32)).toBe('goes on')
  })
})

describe('an answer that holds memory (D3)', () => {
  setLooks()
  const ask = (path: string, cookie: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`
  /** Sends a request and reads only the start of the answer. */
  const stall = async (path: string, cookie: string): Promise<RawConnection> => {
    const connection = await open()
    connection.socket.once('data', () => connection.socket.pause())
    await connection.send(ask(path, cookie))
    await vi.waitUntil(() => connection.socket.isPaused(), { timeout: 10_000, interval: 5 })
    return connection
  }

  /** Resolves when the portal cannot send more. */
  const isFull = async ({ peer }: RawConnection) => {
    let left = 0
    const isStill = () => {
      const before = left
      left = peer.bytesWritten - peer.writableLength
      return peer.writableLength > 0 && left === before
    }
    await vi.waitUntil(isStill, { timeout: 10_000 })
  }

  it('leaves others theirs while readers stall', async () => {
    const [one, two, other] = [await customer(), await customer(), await customer()]
    const stalled = await Promise.all([one, two].flatMap(({ path, cookie }) => Array.from({ length: 13 }, () => stall(path, cookie))))
    const others = await Promise.all(Array.from({ length: 3 }, open))
    for (const { send } of others) await send(ask(other.path, other.cookie))
    for (const { closed, received } of others) {
      await closed
      expect(received()).toMatch(/^HTTP\/1\.1 200 /)
    }
    for (const { socket } of stalled) socket.destroy()
  })

  it('comes whole to a reader who pauses, and is cut where they are too far behind', async () => {
    const { path, cookie, bytes } = await customer()
    const stalled = await stall(path, cookie)
    const pausing = await stall(path, cookie)
    await Promise.all([stalled, pausing].map(isFull))
    vi.advanceTimersByTime(16 * SECOND)
    pausing.socket.resume()
    await pausing.closed
    const read = pausing.receivedBytes()
    expect(read.subarray(read.indexOf('\r\n\r\n') + 4).equals(bytes)).toBe(true)
    expect(stalled.peer.destroyed).toBe(false)
    vi.advanceTimersByTime(300 * SECOND)
    expect(stalled.peer.destroyed).toBe(true)
  })
})

describe('what is no HTTP', () => {
  it.each([
    ['garbage', 'not http at all\r\n\r\n', 400, 'The request could not be understood'],
    ['a head of 40 KB', `${HEAD}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'The head of the request is too large'],
  ])('%s is a problem too', async (_, sent, status, detail) => {
    const { send, closed, received } = await open()
    await send(sent)
    await closed
    expect(received()).toContain(`HTTP/1.1 ${status}`)
    expect(received()).toContain('application/problem+json')
    expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toMatchObject({ status, detail })
  })
})
