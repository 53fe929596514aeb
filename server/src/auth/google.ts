import { EmailAddress, isStorable } from 'contract'
import type * as oidc from 'openid-client'
import { newToken } from '../http/session.ts'
import type { Settings } from '../settings.ts'
import { isLoopback } from '../settingTypes.ts'

const GOOGLE = 'https://accounts.google.com'
/** Limits for one answer of the provider (T28). */
const TIMEOUT_S = 5
const MAX_RESPONSE_BYTES = 64 * 1024

type Provider = NonNullable<Settings['oidc']>

/** Imported on demand: most portals have no provider. */
const client = () => import('openid-client')

export interface Identity {
  issuer: string
  subject: string
  /** Only if the provider has verified it. */
  email: string | undefined
}

export interface SignInSecrets {
  state: string
  nonce: string
  code_verifier: string
}

/** An OpenID Connect client: authorization code, PKCE, state and nonce (A5). */
export function openProvider({ issuer, client_id, client_secret }: Provider) {
  let found: Promise<oidc.Configuration> | undefined

  /** Runs at the first sign-in, so that the portal starts without the provider, and again after a failure. */
  const discover = (): Promise<oidc.Configuration> => {
    found ??= discoverProvider({ issuer, client_id, client_secret }).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }

  return {
    async begin(callback: string): Promise<{ address: string; secrets: SignInSecrets }> {
      const [oidc, provider] = await Promise.all([client(), discover()])
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

    /** Answers who came back to the address, query included; throws if the provider or the address cannot be trusted. */
    async finish(address: URL, { state, nonce, code_verifier }: SignInSecrets): Promise<Identity> {
      const [oidc, provider] = await Promise.all([client(), discover()])
      const tokens = await oidc.authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: code_verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no id_token')
      if (!isStorable(claims.sub)) throw new Error('the provider’s id of the person cannot be stored')
      // Google puts the e-mail into the id_token; other providers answer it at the userinfo endpoint.
      const asks = claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
      const userInfo = asks ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims
      // PostgreSQL's lower() maps look-alike letters to ASCII, so such an e-mail could match another account.
      const given = EmailAddress.safeParse(userInfo.email)
      const email = userInfo.email_verified === true && given.success ? given.data : undefined
      return { issuer: claims.iss, subject: claims.sub, email }
    },
  }
}

async function discoverProvider({ issuer, client_id, client_secret }: Provider): Promise<oidc.Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks, ...ways } = await client()
  // Without it, openid-client does not check the signature of an id_token that comes straight from the provider (6.8.9).
  const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])]
  const options = { timeout: TIMEOUT_S, execute, [customFetch]: fetchLittle }
  return discovery(new URL(issuer), client_id, undefined, authenticateWith(client_secret, ways), options)
}

/** Otherwise the provider sends a person with one account back with it every time, even if it is the wrong one. */
function letsChoose(provider: oidc.Configuration): boolean {
  const { issuer, prompt_values_supported } = provider.serverMetadata()
  return issuer === GOOGLE || (Array.isArray(prompt_values_supported) && prompt_values_supported.includes('select_account'))
}

/** In the body, as Google prefers, or in a header if the provider supports only that. */
function authenticateWith(
  secret: string,
  { ClientSecretBasic, ClientSecretPost }: Pick<typeof oidc, 'ClientSecretBasic' | 'ClientSecretPost'>,
): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (inBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, client, body, headers)
  }
}

/** Follows no redirect, and refuses answers that are too long or not encrypted (T28). */
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

export async function isCancelled(error: unknown): Promise<boolean> {
  const { AuthorizationResponseError } = await client()
  return error instanceof AuthorizationResponseError && error.error === 'access_denied'
}

/** Whether a sign-in may return to the address; checked at the start and at the end (T7). */
export const isOnOrigin = (address: string, origin: string): boolean =>
  address.startsWith(`${origin}/`) && URL.canParse(address) && new URL(address).origin === origin
