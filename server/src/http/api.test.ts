import { calls, listCompanies, login, me, registerClient } from 'contract'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { startSession } from '../auth/sessions.ts'

const portal = startPortal()
const { user } = given(portal)
const json = { 'content-type': 'application/json' }
const send = (url: string, options: InjectOptions = {}) => portal.app.inject({ url, ...options })
const post = (payload: string, headers: Record<string, string> = json, url = '/api/auth/login') =>
  send(url, { method: 'POST', payload, headers })

describe('a write from another site (P4)', () => {
  const body = JSON.stringify({ email: 'nobody@falcon.example', password: 'wrong' })
  it.each([
    [{}, 401],
    [{ origin: 'http://localhost:80' }, 403],
    [{ origin: 'http://localhost', host: 'localhost' }, 401],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, 401],
    [{ origin: 'https://evil.example', host: 'localhost:3000' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:3000', host: 'evil.example', 'x-forwarded-host': 'localhost:3000' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 401],
    [{ 'sec-fetch-site': 'none' }, 401],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost', host: 'localhost' }, 403],
  ])('with %j is answered %i', async (headers, status) => {
    const answer = await post(body, { ...json, ...(headers as Record<string, string>) })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  })

  it('is refused before the session is looked at, and reading is not', async () => {
    const layla = await user('admin')
    const cookie = `session=${await startSession(portal.db, layla.id, portal.clock.moment)}`
    const logout = await post('', { cookie, origin: 'https://evil.example' }, '/api/auth/logout')
    expect([logout.statusCode, logout.json().detail]).toEqual([403, 'This request comes from another site'])
    expect((await send('/api/auth/me', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(200)
  })

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; charset=utf-8',
    'application/xml',
  ])('as %s is 415', async (type) => {
    const answer = await post(body, { 'content-type': type })
    expect([answer.statusCode, answer.json().detail]).toEqual([415, 'This kind of content is not accepted here'])
    expect((await post('a=b', { 'content-type': type }, '/api/auth/logout')).statusCode).toBe(415)
  })

  it('never gets an allow-origin, whatever it asks (T23)', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost']) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
        const answer = await send('/api/auth/me', { method, headers })
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    }
  })
})

describe('the order of refusals (P7)', () => {
  it('is session, role, schema, record', async () => {
    const employee = await user('employee')
    const boss = await user('admin')
    const broken = (cookie?: string) =>
      send('/api/visa-applications', { method: 'POST', payload: '{', headers: { ...json, ...(cookie && { cookie }) } })
    const cookieOf = async (account: { id: string }) => `session=${await startSession(portal.db, account.id, portal.clock.moment)}`
    expect((await broken()).statusCode).toBe(401)
    expect((await broken(await cookieOf(employee))).statusCode).toBe(403)
    expect((await broken(await cookieOf(boss))).statusCode).toBe(400)
    const put = (payload: object) => as(portal, boss).send(calls.updateStage, { params: { id: 'x' }, body: payload as never })
    expect((await put({ status: 'Lost' })).status).toBe(422)
    expect((await put({ status: 'Approved' })).status).toBe(404)
  })
})

describe('a body', () => {
  it.each([
    ['{', 400],
    ['{"email": "a", }', 400],
    ['{"__proto__": {"admin": true}, "email": "a", "password": "b"}', 400],
    ['{"constructor": {"prototype": {"admin": true}}}', 400],
    ['[]', 422],
    ['"text"', 422],
    ['null', 422],
    ['', 422],
    [`${'['.repeat(200)}${']'.repeat(200)}`, 422],
    [`{"email": ${'{"a":'.repeat(200)}1${'}'.repeat(200)}, "password": "b"}`, 422],
    ['{"email": "a", "email": "b@c.example", "password": 7}', 422],
  ])('of %s is %i', async (payload, status) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toMatchObject({ type: 'about:blank', status, detail: expect.stringMatching(/^[A-Z]/) })
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('without a content type, and an empty one, count as none', async () => {
    expect((await send('/api/auth/login', { method: 'POST' })).json().errors).toHaveLength(2)
    expect((await post('', json, '/api/auth/logout')).statusCode).toBe(204)
    expect((await post('{}', json, '/api/auth/logout')).statusCode).toBe(204)
  })

  it('of ten megabytes in a name is 413, and the portal goes on', async () => {
    const answer = await as(portal).send(registerClient, { body: { company_name: 'x'.repeat(10_000_000) } as never })
    expect([answer.status, answer.problem.detail]).toEqual([413, 'The request is too large'])
    expect((await send('/healthz')).statusCode).toBe(200)
  })
})

describe('an answer', () => {
  it('of the API is never stored, never sniffed and loads nothing', async () => {
    const { headers } = await send('/api/settings')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('has the same headers of protection each time, refusals too', async () => {
    const names = ['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'origin-agent-cluster']
    names.push('referrer-policy', 'x-content-type-options', 'x-dns-prefetch-control', 'x-download-options', 'x-frame-options')
    names.push('x-permitted-cross-domain-policies', 'x-xss-protection')
    const answers = [await send('/api/settings'), await send('/api/settings'), await send('/api/companies'), await send('/healthz')]
    const protecting = answers.map(({ headers }) => names.map((name) => headers[name]))
    expect(protecting[0]).not.toContain(undefined)
    for (const other of protecting) expect(other).toEqual(protecting[0])
  })

  it('has a request id of its own in the header alone, whatever the sender gave', async () => {
    const [one, two] = [await send('/api/nothing', { headers: { 'x-request-id': 'mine' } }), await send('/api/nothing')]
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
    expect(one.headers['x-request-id']).not.toBe('mine')
    expect(one.body).toBe(two.body)
  })

  it.each(['/api', '/api/', '/api/nothing?q=1', '/api/auth', '/api/%zz', `/api/visa-applications/${'x'.repeat(9_000)}`])(
    'of %#: %.20s is a problem 404',
    async (url) => {
      const answer = await send(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json()).toEqual({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is nothing at this address' })
    },
  )

  it('to a method that an address does not have is a problem 404', async () => {
    expect((await send('/api/auth/login', { method: 'DELETE' })).json().status).toBe(404)
    expect((await send('/dashboard', { method: 'POST' })).json().status).toBe(404)
  })
})

describe('with an https PUBLIC_URL', () => {
  const secure = startPortal({ PUBLIC_URL: 'https://portal.example' })

  it('cookies are Secure and __Host-, and other names are no session (P4)', async () => {
    const boss = await given(secure).user('admin')
    const { raw } = await as(secure).send(login, { body: { email: boss.email, password: PASSWORD } })
    const [session, device] = raw.cookies
    for (const cookie of [session, device]) expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect([session?.name, device?.name]).toEqual(['__Host-session', '__Host-device'])
    expect(raw.headers['set-cookie']).not.toContain('Domain')
    expect((await as(secure).send(me, {}, { cookie: `__Host-session=${session?.value}` })).status).toBe(200)
    expect((await as(secure).send(me, {}, { cookie: `session=${session?.value}` })).status).toBe(401)
  })

  it('only its origin may write, whatever Host and X-Forwarded-Host say (T29)', async () => {
    const status = async (headers: Record<string, string>) =>
      (await as(secure).send(login, { body: { email: 'a', password: 'b' } }, headers)).status
    expect(await status({ origin: 'https://portal.example', host: 'internal:3000' })).toBe(401)
    expect(await status({ origin: 'http://portal.example', host: 'portal.example' })).toBe(403)
    expect(await status({ origin: 'https://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' })).toBe(403)
  })

  it('browsers are told to stay on https', async () => {
    expect((await secure.app.inject('/api/settings')).headers['strict-transport-security']).toContain('max-age=')
  })
})

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const ID = '019aaaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa'

describe('a list', () => {
  it.each([listCompanies, calls.listUsers, calls.listEmployees, calls.listApplications])(
    'of %# refuses a search with NUL',
    async (list) => {
      const { status, problem } = await as(portal, await user('admin')).send(list, { query: { q: 'a\u0000' } })
      expect([status, problem.errors?.[0]?.field]).toEqual([422, 'q'])
    },
  )

  it.each([
    'no cursor',
    `2026-01-01T00:00:00Z ${'-'.repeat(36)}`,
    `2026-01-01T00:00:00Z ${'a'.repeat(36)}`,
    `1 ${ID}`,
    `2026-02-30T00:00:00Z ${ID}`,
    `0000-01-01T00:00:00Z ${ID}`,
    `+275760-09-13T00:00:00Z ${ID}`,
  ])('begins anew for the broken cursor %s (T26)', async (place) => {
    const boss = as(portal, await user('admin'))
    const all = await boss.send(calls.listUsers, {})
    const again = await boss.send(calls.listUsers, { query: { cursor: encoded(place) } })
    expect([again.status, again.reply.length]).toEqual([200, all.reply.length])
  })

  it('refuses a query that its schema does not take', async () => {
    const { status, problem } = await as(portal, await user('admin')).send(listCompanies, { query: { q: 'x'.repeat(201) } })
    expect([status, problem.detail]).toEqual([422, 'Q must be at most 200 characters'])
  })
})
