import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

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
  stop(): Promise<void>
}

const PAGE = `<!doctype html><html lang="en"><title>Sign in at the provider</title><link rel="icon" href="data:,">
<form method="post"><label>Account <input name="account"></label>
<button name="do" value="continue">Continue</button> <button name="do" value="cancel">Cancel</button></form>`

/** A real OpenID Connect provider for tests: it believes any typed account name, and asks every time. */
export async function startProvider(redirect_uri: string, port = 0): Promise<RunningProvider> {
  const client = { client_id: 'portal', client_secret: 'a secret for tests' }
  const people: RunningProvider['people'] = new Map()
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ ...client, token_endpoint_auth_method: 'client_secret_post', redirect_uris: [redirect_uri] }],
    cookies: { keys: ['a key for tests'] },
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
  return { issuer, ...client, people, stop }
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
