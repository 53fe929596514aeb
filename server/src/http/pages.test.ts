import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import { readSettings } from '../settings.ts'
import { protect } from './headers.ts'
import { servePages } from './pages.ts'
import type { Reader } from './painted.ts'

const LOADS = { '/ en': '<i>start</i>', '/users en': '<i>users</i>', '/applications/* en': '<i>one</i>', '/dashboard en': '<i>home</i>' }
const AHEAD = {
  '*': { admin: ['/api/counts'], company_admin: ['/api/counts'], employee: ['/api/counts'] },
  '/users': { admin: ['/api/counts', '/api/users?sort=a&limit=1'], company_admin: ['/api/users'] },
  '/waiting-mails': { admin: [] },
  '/applications/*': { admin: ['/api/one/*', '/api/one/*/stages'], company_admin: [], employee: [] },
  '/profile': { company_admin: ['/api/counts', '/api/companies/*', '/api/papers?company_id=*'] },
}
const OWN = ['/users', '/applications/*', '/waiting-mails', '/waiting-mails-kept']
const ID = '01980000-0000-7000-8000-000000000000'
const root = mkdtempSync(join(tmpdir(), 'pages-'))
const COMPANY = '01980000-0000-7000-8000-00000000000c'
const NOBODY = { must_set_up_two_step: false, active_company_id: null, company_id: null, company_ids: [] }
/** By the cookie `session`. */
const READERS: Record<string, Reader> = {
  x: { viewer: { ...NOBODY, role: 'admin' }, place: 'p1' },
  company: { viewer: { ...NOBODY, role: 'company_admin', active_company_id: COMPANY, company_ids: [COMPANY] }, place: 'p1' },
  'no-company': { viewer: { ...NOBODY, role: 'company_admin' }, place: 'p1' },
  employee: { viewer: { ...NOBODY, role: 'employee' }, place: 'p1' },
  'must-set-up': { viewer: { ...NOBODY, role: 'admin', must_set_up_two_step: true } },
  unknown: {},
}
let app: FastifyInstance

async function serve(folder: string): Promise<FastifyInstance> {
  const served = Fastify()
  await served.register(cookie)
  const settings = readSettings({})
  protect(served, settings)
  await served.register(compress, { threshold: 1024 })
  const readerOf = async (request: FastifyRequest) => READERS[request.cookies.session ?? '']
  await servePages(served, { settings, productName: async () => 'A & "B"', readerOf }, folder)
  return served
}

beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__NONCE__"><!--ahead--><!--painted--><div id="root"></div>',
  )
  const painted = (name: string) => `<style nonce="__NONCE__"></style><p>${name} of __PRODUCT__</p>`
  const names = ['landing', 'admin-login', 'customer-login-without-google', 'client-register', 'privacy', 'shell', 'public', ...OWN]
  const pages = names.flatMap((name) => ['en', 'ar'].map((language) => [`${name}.${language}`, painted(`${name} ${language}`)]))
  writeFileSync(join(root, 'painted.json'), JSON.stringify({ pages: Object.fromEntries(pages), loads: LOADS, ahead: AHEAD }))
  writeFileSync(join(root, 'boot.js'), 'document.documentElement.lang')
  writeFileSync(join(root, 'assets/index-a1b2c3.js'), `export const words = '${'visa '.repeat(1_000)}'`)
  writeFileSync(join(root, 'assets/start-d4e5f6.js'), 'export const lang = 1')
  writeFileSync(join(root, 'assets/start-d4e5f6.js.br'), 'made by the build')
  app = await serve(root)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

describe('a page', () => {
  it.each(['/', '/dashboard', '/applications/01980000-0000-7000-8000-000000000000?tab=stages', '/no/such/page', '/index.html', '/apiary'])(
    'at %s is the one page',
    async (url) => {
      const { statusCode, headers, body } = await app.inject(url)
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store'])
      expect(body).toContain('<div id="root">')
      expect(body).not.toContain('__NONCE__')
    },
  )

  it('has a strict policy and the nonce of its styles, a fresh one each time', async () => {
    const nonceOf = async () => {
      const { headers, body } = await app.inject('/')
      const policy = String(headers['content-security-policy'])
      const [, nonce = ''] = /content="([0-9a-f]{32})"/.exec(body) ?? []
      const directives = Object.fromEntries(policy.split(';').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]))
      expect(directives).toMatchObject({
        'default-src': ["'none'"],
        'style-src': ["'self'", `'nonce-${nonce}'`],
        'connect-src': ["'self'"],
        'frame-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      })
      expect(directives['script-src']?.[0]).toBe("'self'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      return nonce
    }
    expect(await nonceOf()).not.toBe(await nonceOf())
  })

  it.each([
    ['/', {}, 'landing en'],
    ['/', { 'accept-language': 'ar-AE,ar;q=0.9' }, 'landing ar'],
    ['/', { 'accept-language': 'ar', cookie: 'portal_language=en' }, 'landing en'],
    ['/admin-login', {}, 'admin-login en'],
    ['/customer-login?registered=1', { cookie: 'portal_language=ar' }, 'customer-login-without-google ar'],
    ['/privacy', { cookie: 'session=x' }, 'privacy en'],
    ['/set-password', {}, 'public en'],
    ['/client-register', {}, 'client-register en'],
    ['/client-register', { cookie: 'session=x' }, 'shell en'],
    ['/users', { cookie: 'session=x' }, '/users en'],
    ['/users', { cookie: 'session=company; portal_language=ar' }, '/users ar'],
    ['/users?q=x', { cookie: 'session=x' }, 'shell en'],
    ['/users', { cookie: 'session=employee' }, 'shell en'],
    ['/users', { cookie: 'session=must-set-up' }, 'shell en'],
    ['/users', { cookie: 'session=unknown' }, 'shell en'],
    ['/users', { cookie: 'session=ended' }, 'landing en'],
    [`/applications/${ID}`, { cookie: 'session=x' }, '/applications/* en'],
    [`/applications/${ID}?tab=stages`, { cookie: 'session=x' }, 'shell en'],
    ['/waiting-mails', { cookie: 'session=x' }, '/waiting-mails-kept en'],
    ['/applications', { cookie: 'session=x' }, 'shell en'],
    ['/applications', {}, 'landing en'],
    ['/', { cookie: 'session=x; portal_language=<b>' }, 'shell en'],
  ])('at %s with %o is painted as %s', async (url, headers, painted) => {
    const { body } = await app.inject({ url, headers })
    expect(body).toContain(`<p>${painted} of A &#38; &#34;B&#34;</p>`)
    expect(body).toMatch(/<style nonce="[0-9a-f]{32}">/)
  })

  it.each([
    ['/', {}, 'start'],
    ['/users?q=x', {}, 'start'],
    ['/users', { cookie: 'session=x' }, 'users'],
    ['/applications/01980000-0000-7000-8000-000000000000', { cookie: 'session=x' }, 'one'],
    ['/', { cookie: 'session=x' }, 'home'],
  ])('at %s with %o asks for what the screen needs: %s', async (url, headers, links) => {
    expect((await app.inject({ url, headers })).body).toContain(`<template id="loads"><i>${links}</i></template>`)
  })

  it.each([
    ['/users', 'x', '/api/counts /api/users?sort=a&#38;limit=1'],
    ['/users', 'company', '/api/users'],
    ['/users', 'employee', '/api/counts'],
    ['/users?role=admin', 'x', '/api/counts'],
    ['/no/such/page', 'x', '/api/counts'],
    [`/applications/${ID}`, 'x', `/api/one/${ID} /api/one/${ID}/stages`],
    [`/applications/"><i>${ID}`, 'x', '/api/counts'],
    ['/profile', 'company', `/api/counts /api/companies/${COMPANY} /api/papers?company_id=${COMPANY}`],
    ['/profile', 'no-company', '/api/counts'],
    ['/privacy', 'x', ''],
    ['/users', 'must-set-up', ''],
    ['/users', 'unknown', ''],
  ])('at %s for the session "%s" names what is asked for ahead: %s', async (url, session, calls) => {
    const { body } = await app.inject({ url, headers: { cookie: `session=${session}` } })
    const [, content, place] = /<meta name="ahead" content="([^"]*)"(?: data-place="([^"]*)")?>/.exec(body) ?? []
    expect(content).toBe(['/api/settings /api/auth/me', calls].join(' ').trim())
    expect(place).toBe(READERS[session]?.place)
    expect(body).toContain('<script src="/ahead.js" async></script>')
  })

  it.each(['', 'session=ended'])('without a session asks for nothing ahead (%s)', async (cookie) => {
    const { body } = await app.inject({ url: '/users', headers: { cookie } })
    expect(body).not.toContain('ahead')
  })

  it('takes no longer at a long address', async () => {
    expect(await cpuTime(() => app.inject({ url: `/${'a'.repeat(100_000)}/`, headers: { cookie: 'session=x' } }))).toBeLessThan(1_000)
  })

  it('has the headers that keep it from frames, sniffing and other windows', async () => {
    expect((await app.inject('/')).headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })
})

describe('a file of the web', () => {
  it('with a hash in its name is kept for ever, and compressed', async () => {
    const { statusCode, headers } = await app.inject({ url: '/assets/index-a1b2c3.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/javascript; charset=utf-8',
    })
  })

  it('is sent as the build compressed it, to who takes that', async () => {
    const { rawPayload, headers } = await app.inject({ url: '/assets/start-d4e5f6.js', headers: { 'accept-encoding': 'zstd, br' } })
    expect([rawPayload.toString(), headers['content-encoding']]).toEqual(['made by the build', 'br'])
    expect((await app.inject('/assets/start-d4e5f6.js')).headers['content-encoding']).toBeUndefined()
    expect((await app.inject('/assets/start-d4e5f6.js.br')).statusCode).toBe(404)
  })

  it('without one is asked for again', async () => {
    expect((await app.inject('/boot.js')).headers['cache-control']).toBe('public, max-age=0')
  })

  it.each([
    '/assets/index-old.js',
    '/assets',
    '/assets/',
    '/favicon.ico',
    '/painted.json',
    '/.env',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
  ])('that is not there is 404, not the page: %s', async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })
})

it('says so when the web is not built', async () => {
  const unbuilt = await serve(join(root, 'nothing'))
  expect((await unbuilt.inject('/')).json().detail).toBe('The web is not built')
  await unbuilt.close()
})
