import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../../../test/browser.ts'
import { newKey, signedBy, startProvider } from '../../../test/provider.ts'
import { openProvider } from './google.ts'

const CALLBACK = 'http://localhost:3000/api/auth/google/callback'
const SARA = { sub: '42', email: 'sara@people.example', email_verified: true }

const server = await startProvider(CALLBACK)
const { lies } = server
let claims: Record<string, unknown>
afterAll(() => server.stop())
beforeEach(() => {
  claims = SARA
  server.people.set(SARA.sub, SARA)
  for (const endpoint of ['discovery', 'token', 'userinfo'] as const) delete lies[endpoint]
  lies.token = (body) => {
    body.id_token = server.sign({ ...payloadOf(body.id_token), ...claims })
  }
})

const openOne = (issuer = server.issuer) => openProvider({ issuer, client_id: server.client_id, client_secret: server.client_secret })
const payloadOf = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString())

/** A complete sign-in at the provider. */
async function signIn(provider = openOne()) {
  const { address, secrets } = await provider.begin(CALLBACK)
  return await provider.finish(await server.signIn(browser(), address, SARA.sub), secrets)
}

describe('who comes back', () => {
  it('is whom a signed id_token names', async () => {
    expect(await signIn()).toEqual({ issuer: server.issuer, subject: '42', email: 'sara@people.example' })
  })

  it.each([false, 'true', 1, null, undefined])(
    'has no e-mail where the provider says that email_verified is %j (T8)',
    async (email_verified) => {
      claims = { ...SARA, email_verified }
      expect(await signIn()).toMatchObject({ subject: '42', email: undefined })
    },
  )

  it.each([7, null, ['sara@people.example'], 'no address', 's\u0130ra@people.example', 'sara@people.example\u212a.example'])(
    'has no e-mail where the provider sends %j',
    async (email) => {
      claims = { ...SARA, email }
      expect(await signIn()).toMatchObject({ email: undefined })
    },
  )

  it.each(['4\u00002', '4\ud800'])('is nobody where the provider names %j, which cannot be stored', async (sub) => {
    claims = { ...SARA, sub }
    await expect(signIn()).rejects.toThrow('the provider’s id of the person cannot be stored')
  })

  it('is asked for once more where the id_token has no e-mail', async () => {
    claims = {}
    expect(await signIn()).toMatchObject({ subject: '42', email: 'sara@people.example' })
    lies.userinfo = (body) => Object.assign(body, { sub: '43' })
    await expect(signIn()).rejects.toMatchObject({ cause: { message: 'unexpected "response" body "sub" property value' } })
  })
})

describe('an id_token', () => {
  const SIGNATURE = { cause: expect.objectContaining({ message: 'JWT signature verification failed' }) }

  it('that somebody else has signed is not believed', async () => {
    const key = newKey()
    lies.token = (body) => {
      body.id_token = signedBy(key, { ...payloadOf(body.id_token), ...SARA, sub: '1' })
    }
    await expect(signIn()).rejects.toMatchObject(SIGNATURE)
  })

  it.each([
    ['without a signature', 'none', ''],
    ['signed with the secret', 'HS256', 'c2lnbmVk'],
  ])('%s is not believed', async (_, alg, signature) => {
    lies.token = (body) => {
      const payload = String(body.id_token).split('.')[1]
      body.id_token = `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.${payload}.${signature}`
    }
    await expect(signIn()).rejects.toMatchObject({ cause: { message: 'unexpected JWT "alg" header parameter' } })
  })

  it('whose content was changed is not believed', async () => {
    lies.token = (body) => {
      const [header, , signature] = String(body.id_token).split('.')
      const payload = Buffer.from(JSON.stringify({ ...payloadOf(body.id_token), sub: '1' })).toString('base64url')
      body.id_token = `${header}.${payload}.${signature}`
    }
    await expect(signIn()).rejects.toMatchObject(SIGNATURE)
  })

  it.each([
    ['nonce', { nonce: 'of another sign-in' }, 'unexpected ID Token "nonce" claim value'],
    ['audience', { aud: 'another portal' }, 'unexpected JWT "aud" (audience) claim value'],
    ['issuer', { iss: 'https://evil.tld' }, 'unexpected JWT "iss" (issuer) claim value'],
    ['time', { exp: 1_700_000_000 }, 'unexpected JWT "exp" (expiration time) claim value, expiration is past current timestamp'],
  ])('of another %s is not believed', async (_, changes, reason) => {
    claims = { ...SARA, ...changes }
    await expect(signIn()).rejects.toMatchObject({ cause: expect.objectContaining({ message: reason }) })
  })

  it('must come', async () => {
    lies.token = (body) => {
      delete body.id_token
    }
    await expect(signIn()).rejects.toMatchObject({ cause: { message: '"response" body "id_token" property must be a string' } })
  })
})

describe('the way there', () => {
  it('lets the person choose an account where the provider can ask', async () => {
    const promptAt = async () => new URL((await openOne().begin(CALLBACK)).address).searchParams.get('prompt')
    expect(await promptAt()).toBeNull()
    lies.discovery = (body) => Object.assign(body, { prompt_values_supported: ['login', 'select_account'] })
    expect(await promptAt()).toBe('select_account')
  })
})

describe('a provider that misbehaves (T28)', () => {
  /** Changes the provider's metadata. */
  const described = (changes: object) => {
    lies.discovery = (body) => Object.assign(body, changes)
  }

  it('is given up when it says more than 64 KB', async () => {
    described({ padding: 'x'.repeat(64 * 1024) })
    await expect(openOne().begin(CALLBACK)).rejects.toMatchObject({ cause: { message: 'the answer of the provider is too long' } })
  })

  it('is not followed to where it redirects', async () => {
    let reached = 0
    const other = createServer((request, response) => {
      if (request.url === '/moved') {
        reached += 1
        response.end('{}')
      } else response.writeHead(302, { location: '/moved' }).end()
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    await expect(openOne(address).begin(CALLBACK)).rejects.toThrow()
    described({ token_endpoint: `${address}/token` })
    await expect(signIn()).rejects.toThrow()
    expect(reached).toBe(0)
    other.close()
  })

  it.each(['token_endpoint', 'jwks_uri'])('is not asked without https elsewhere: %s', async (endpoint) => {
    described({ [endpoint]: 'http://portal.example/endpoint' })
    await expect(signIn()).rejects.toMatchObject({ cause: { message: 'the provider names an address without https' } })
  })

  it('is waited for no longer than 5 s, and asked again the next time', async () => {
    let answers = false
    const slow = createServer((_, response) => {
      if (answers) response.writeHead(404).end()
    })
    slow.listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const provider = openOne(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`)
    const from = performance.now()
    await expect(provider.begin(CALLBACK)).rejects.toThrow()
    const waited = performance.now() - from
    expect(waited).toBeGreaterThan(4_900)
    expect(waited).toBeLessThan(10_000)
    answers = true
    await expect(provider.begin(CALLBACK)).rejects.toThrow('unexpected HTTP response status code')
    slow.closeAllConnections()
    slow.close()
  })
})
