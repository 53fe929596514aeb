import { EmailAddress, isStorable } from 'contract'
import * as oidc from 'openid-client'
import { newToken } from '../http/session.ts'
import { isLoopback, type Settings } from '../settings.ts'

const GOOGLE = 'https://accounts.google.com'
/** T28: how long one answer of the provider may take, and how much it may say. */
const TIMEOUT_S = 5
const MAX_RESPONSE_BYTES = 64 * 1024

type Provider = NonNullable<Settings['oidc']>

/** Whom the provider says the browser belongs to. */
export interface Identity {
  issuer: string
  subject: string
  /** Only an address that the provider has verified. */
  email: string | undefined
}

/** What a sign-in under way keeps until the browser is back. */
export interface SignInSecrets {
  state: string
  nonce: string
  code_verifier: string
}

/** Speaks OpenID Connect with the configured provider: authorization code, PKCE, state and nonce (A5). */
export function openProvider({ issuer, client_id, client_secret }: Provider) {
  let found: Promise<oidc.Configuration> | undefined

  /** Asked when the first person signs in, so that a provider that is away stops no start, and asked again after a failure. */
  const discover = (): Promise<oidc.Configuration> => {
    // Without the non-repudiation checks the signature of an id_token that comes straight from the provider is not looked at (6.8.9).
    const execute = [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])]
    const options = { timeout: TIMEOUT_S, execute, [oidc.customFetch]: fetchLittle }
    found ??= oidc.discovery(new URL(issuer), client_id, undefined, authenticateWith(client_secret), options).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }

  return {
    /** Where the browser goes to sign in, and what to keep for its return. */
    async begin(callback: string): Promise<{ address: string; secrets: SignInSecrets }> {
      const provider = await discover()
      const secrets = { state: newToken(), nonce: newToken(), code_verifier: oidc.randomPKCECodeVerifier() }
      const address = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: callback,
        scope: 'openid email',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.code_verifier),
        code_challenge_method: 'S256',
        ...(letsChoose(provider) && { prompt: 'select_account' }),
      })
      return { address: address.href, secrets }
    },

    /** Who came back at that address, query included; throws where the provider or the address is not to be believed. */
    async finish(address: URL, { state, nonce, code_verifier }: SignInSecrets): Promise<Identity> {
      const provider = await discover()
      const tokens = await oidc.authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: code_verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no id_token')
      if (!isStorable(claims.sub)) throw new Error('the provider’s id of the person cannot be stored')
      // Google puts the address into the id_token; others keep it for whoever asks.
      const asks = claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
      const userInfo = asks ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims
      // Only what an account's address may be: PostgreSQL finds account@… in lower case for letters that merely look like it, too.
      const given = EmailAddress.safeParse(userInfo.email)
      const email = userInfo.email_verified === true && given.success ? given.data : undefined
      return { issuer: claims.iss, subject: claims.sub, email }
    },
  }
}

/** Otherwise who is signed in to one account only would be sent back with that one again, however wrong it is. */
function letsChoose(provider: oidc.Configuration): boolean {
  const { issuer, prompt_values_supported } = provider.serverMetadata()
  return issuer === GOOGLE || (Array.isArray(prompt_values_supported) && prompt_values_supported.includes('select_account'))
}

/** In the body, as Google wants it, or in a header where the provider knows nothing else. */
function authenticateWith(secret: string): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (inBody ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, client, body, headers)
  }
}

/** T28: follows no redirect, and gives up on an answer that grows too long or that anybody on the way could have written. */
async function fetchLittle(address: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !isLoopback(url)) throw new Error('the provider names an address without https')
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_RESPONSE_BYTES) throw new Error('the answer of the provider is too long')
    parts.push(part)
  }
  const { status, headers } = response
  return new Response(length > 0 ? Buffer.concat(parts) : null, { status, headers })
}

/** Whether the person changed their mind at the provider, which is no failure. */
export const isCancelled = (error: unknown): boolean => error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'

/** Whether an address lies on that origin: where a sign-in may return to, asked when it starts and when it ends (T7). */
export const isOnOrigin = (address: string, origin: string): boolean =>
  address.startsWith(`${origin}/`) && URL.canParse(address) && new URL(address).origin === origin
