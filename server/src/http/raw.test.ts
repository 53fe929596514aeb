import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { startSession } from '../auth/sessions.ts'

const portal = startPortal()
const { user } = given(portal)

let port: number
let cookies: { admin: string; employee: string }
beforeAll(async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
  const cookieOf = async (person: { id: string }) => `session=${await startSession(portal.db, person.id, portal.clock.moment)}`
  cookies = { admin: await cookieOf(await user('admin')), employee: await cookieOf(await user('employee')) }
  await user('employee')
})

/** The answers to these bytes until the connection ends; the last request asks for that. */
async function answersTo(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => undefined)
  socket.write(Buffer.from(bytes, 'latin1'))
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

const statusesOf = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
/** A second request, hidden in the body of the first. */
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

it('two messages of clear length are answered one after the other', async () => {
  for (const message of [`${POST}Content-Length: 2\r\n\r\n{}`, `${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`])
    expect(statusesOf(await answersTo(`${message}${HIDDEN}`))).toEqual([422, 200])
})

describe('a message of unclear length is 400, and nothing behind it is heard (T22)', () => {
  it.each([
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['two different lengths', `${POST}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`],
    ['a list of lengths', `${POST}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length with a sign', `${POST}Content-Length: +2\r\n\r\n{}`],
    ['a length in hexadecimal', `${POST}Content-Length: 0x2\r\n\r\n{}`],
    ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and a length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`],
    ['an unknown encoding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['an encoding behind the chunks', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['two encodings', `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a folded header', `${POST}X-Folded: a\r\n Content-Length: 2\r\n\r\n`],
    ['lines without CR', `${POST.replaceAll('\r', '')}Content-Length: 2\n\n{}`],
    ['a CR alone', `${POST}X-Alone: a\rContent-Length: 2\r\n\r\n`],
    ['a NUL in a header', `${POST}X-Nul: a\u0000b\r\n\r\n`],
    ['a chunk of hexadecimal with a prefix', `${POST}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`],
    ['a chunk of less than nothing', `${POST}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that no number holds', `${POST}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that is longer than it says', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that ends without CR', `${POST}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n`],
  ])('%s', async (_, message) => {
    expect(statusesOf(await answersTo(`${message}${HIDDEN}`))).toEqual([400])
  })
})

describe('a method that no call has is refused', () => {
  it.each(['TRACE', 'PATCH', 'PROPFIND', 'OPTIONS'])('%s', async (method) => {
    const received = await answersTo(
      `${method} /api/auth/me HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies.admin}\r\nX-Echo: canary\r\nConnection: close\r\n\r\n`,
    )
    expect(statusesOf(received)).toEqual([404])
    expect(received).not.toContain('canary')
  })

  it('CONNECT, and a method that is none', async () => {
    for (const method of ['CONNECT localhost:5432', 'get /healthz', 'EVAL /healthz']) {
      const received = await answersTo(`${method} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect(statusesOf(received).every((status) => status >= 400)).toBe(true)
    }
  })

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '?_method'])('by %s', async (name) => {
    const headers = { cookie: cookies.employee, ...(!name.startsWith('?') && { [name]: 'DELETE' }) }
    const url = `/api/auth/sessions${name.startsWith('?') ? `${name}=DELETE` : ''}`
    expect((await portal.app.inject({ method: 'POST', url, headers })).statusCode).toBe(404)
    expect((await portal.app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(200)
  })
})

describe('a path in another form reaches nothing that its own form refuses', () => {
  it.each([
    ...['/api/journal/', '/api//journal', '//api/journal', '/api/./journal', '/./api/journal', '/api/x/../journal', '/x/../api/journal'],
    ...[
      '/api/%6aournal',
      '/%61pi/journal',
      '/api%2fjournal',
      '/%2fapi/journal',
      '/api/journal%2f',
      '/api/%2e/journal',
      '/api/x/%2e%2e/journal',
    ],
    ...[
      '/API/journal',
      '/api/Journal',
      '/api/journal;a=b',
      '/api;/journal',
      '/api\\journal',
      '/api/journal%00',
      '/api/journal%20',
      '/api/%256aournal',
    ],
  ])('%s', async (path) => {
    const received = await answersTo(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies.employee}\r\nConnection: close\r\n\r\n`)
    const [status] = statusesOf(received)
    // The web's page answers every address outside the API.
    if (status === 200) expect(received).toMatch(/content-type: text\/html/i)
    else expect([400, 403, 404, 503]).toContain(status)
  })

  it('an address with a host names it in no link', async () => {
    for (const host of ['http://evil.example', 'http://evil.example:80', 'https://user@evil.example']) {
      const received = await answersTo(
        `GET ${host}/api/users?limit=1 HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies.admin}\r\nConnection: close\r\n\r\n`,
      )
      expect(received).toMatch(/link: <\/api\/users\?/)
      expect(received).not.toContain('evil.example')
    }
  })
})

describe('the API page', () => {
  it.each(['', '..%2f', '%2e%2e/', '../', '..\\', '%2e%2e%2f', '/', '%00', 'index.html/../'])(
    'gives nothing beside its own files: %s',
    async (way) => {
      for (const file of ['package.json', '../package.json', '../../../package.json', '../../../../../../etc/passwd']) {
        const received = await answersTo(`GET /api/docs/static/${way}${file} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
        expect(statusesOf(received).at(0)).toBeGreaterThanOrEqual(400)
        expect(received).not.toMatch(/"version"|root:/)
      }
    },
  )

  it('shows no document that its address names', async () => {
    const [page, asked] = [
      await portal.app.inject('/api/docs'),
      await portal.app.inject('/api/docs?url=https://evil.example/a.json&configUrl=b'),
    ]
    expect(asked.body).toBe(page.body)
    const script = await portal.app.inject('/api/docs/static/swagger-initializer.js')
    expect(script.statusCode).toBe(200)
    expect(script.body).not.toMatch(/queryConfigEnabled['"]?:\s*true/)
  })
})
