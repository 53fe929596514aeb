import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'
import type { Browser } from './browser.ts'

type Json = Record<string, unknown>

interface Person {
  email: string
  email_verified: boolean
}

export interface RunningProvider {
  issuer: string
  client_id: string
  client_secret: string
  /** Known accounts by subject. Anybody else who types an address counts as its verified owner. */
  people: Map<string, Person>
  /** Change an answer before it leaves, as a provider would that is not honest; by the name of the endpoint. */
  lies: Partial<Record<'discovery' | 'token' | 'userinfo', (body: Json) => void>>
  /** An id_token with the provider's signature. */
  sign(payload: Json): string
  /** Goes with that browser to where a sign-in begins, and signs in; answers where the browser is sent back to, not yet visited. */
  signIn(agent: Browser, start: string | URL, account: string): Promise<URL>
  stop(): Promise<void>
}

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')

/** A token of three parts, signed by that key. */
export function signedBy(key: ReturnType<typeof newKey>, payload: Json, header: Json = { alg: 'RS256', kid: 'tests' }): string {
  const content = `${part(header)}.${part(payload)}`
  return `${content}.${signBytes('sha256', Buffer.from(content), key).toString('base64url')}`
}

const PAGE = `<!doctype html><html lang="en"><title>Sign in at the provider</title><link rel="icon" href="data:,">
<form method="post"><label>Account <input name="account"></label>
<button name="do" value="continue">Continue</button> <button name="do" value="cancel">Cancel</button></form>`

/** A real OpenID Connect provider for tests: it believes any typed account name, and asks every time. */
export async function startProvider(redirect_uri: string, port = 0): Promise<RunningProvider> {
  const client = { client_id: 'portal', client_secret: 'a secret for tests' }
  const people: RunningProvider['people'] = new Map()
  const lies: RunningProvider['lies'] = {}
  const key = newKey()
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ ...client, token_endpoint_auth_method: 'client_secret_post', redirect_uris: [redirect_uri] }],
    cookies: { keys: ['a key for tests'] },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'tests', alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...(people.get(sub) ?? { email: sub, email_verified: true }) }),
    }),
  })
  provider.use(async (context, next) => {
    await next()
    const lie = Object.entries(lies).find(([endpoint]) => endpoint === context.oidc?.route)?.[1]
    lie?.(context.body as Json)
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else answer(request, response)
  })
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const signIn: RunningProvider['signIn'] = async (agent, start, account) => {
    const page = await agent.follow(start)
    let { location } = await agent.visit(page.address, { account, do: 'continue' })
    while (location?.origin === issuer) location = (await agent.visit(location)).location
    if (!location) throw new Error('the provider sent the browser nowhere')
    return location
  }
  return { issuer, ...client, people, lies, sign: (payload) => signedBy(key, payload), signIn, stop }
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
    return
  }
  const given = new URLSearchParams(await text(request))
  const accountId = given.get('account') ?? ''
  const { params } = await provider.interactionDetails(request, response)
  if (given.get('do') === 'cancel') return await provider.interactionFinished(request, response, { error: 'access_denied' })
  const grant = new provider.Grant({ accountId, clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  const result = { login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result)
}
