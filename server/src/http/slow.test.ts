import { type AddressInfo, connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startPortal } from '../../test/portal.ts'
import { HEADER_TIMES } from './slow.ts'

const portal = startPortal()

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

/** Sends the beginning, then a byte a second until the connection ends; answers what was received and after how long. */
async function dribble(beginning: string): Promise<{ received: string; ms: number }> {
  const socket = connect(port, '127.0.0.1')
  const from = Date.now()
  socket.write(beginning)
  const timer = setInterval(() => socket.write('a'), 1_000)
  const received = await receivedBy(socket)
  clearInterval(timer)
  return { received, ms: Date.now() - from }
}

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

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

  it.concurrent('and the times of the server say so', () => {
    expect(portal.app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 300_000 })
    expect(HEADER_TIMES.headersTimeout + HEADER_TIMES.connectionsCheckingInterval).toBeLessThan(30_000)
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
