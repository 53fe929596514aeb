import { type AccessOutcome, finishGoogleSignIn, type SignInError, startGoogleSignIn, takeSession } from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { refuse, refuseField } from '../http/errors.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import { newToken, readCookie, setCookie } from '../http/session.ts'
import { queueMail } from '../mails/queue.ts'
import { hasEnded } from '../visibility/employees.ts'
import { answerOpened, openSession } from './enter.ts'
import * as queries from './google.queries.ts'
import { type Identity, isCancelled, isOnOrigin, openProvider } from './google.ts'
import { eventOf } from './userAgent.ts'

const COOKIE_S = (queries.SIGN_IN_MINUTES + 2) * 60

/** Sign-in through Google or another configured provider: there, back, and the session taken over (A5). */
export function googleRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings, now } = context
  const provider = settings.oidc && openProvider(settings.oidc)
  // From the settings, never from the request (T29).
  const own = settings.public_url
  const callback = `${own}/api/auth/google/callback`

  route(app, context, startGoogleSignIn, async ({ query, request, reply }) => {
    if (!isOnOrigin(query.redirect, own)) refuseField('redirect', 'Redirect must be an address of this portal')
    if (!provider) return sentBack('not_set_up')
    const begun = await provider.begin(callback).catch((error: unknown) => explain(request, error))
    if (typeof begun === 'string') return sentBack(begun)
    const browser = readCookie(request, 'sign_in', settings) || newToken()
    await queries.insertSignIn(db, begun.secrets, browser, query.redirect, now())
    setCookie(reply, 'sign_in', browser, COOKIE_S, settings)
    return begun.address
  })

  route(app, context, finishGoogleSignIn, async ({ request }) => {
    if (!provider) return sentBack('not_set_up')
    const address = new URL(callback)
    address.search = /\?.*/.exec(request.url)?.[0] ?? ''
    const browser = readCookie(request, 'sign_in', settings) ?? ''
    const signIn = await queries.takeSignIn(db, address.searchParams.get('state') ?? '', browser, now())
    if (!signIn || !isOnOrigin(signIn.redirect, own)) return sentBack('expired')
    const identity = await provider.finish(address, signIn).catch((error: unknown) => explain(request, error))
    if (typeof identity === 'string') return sentBack(identity)
    const known = await db.transaction((tx) => exchangeIdentity(tx, request, identity, { browser, moment: now() }))
    if ('error' in known) return sentBack(known.error, known.account_id)
    const to = new URL(signIn.redirect)
    to.hash = `session_id=${known.session_id}`
    return to.href
  })

  route(app, context, takeSession, async ({ body, request, reply }) => {
    const browser = readCookie(request, 'sign_in', settings) ?? ''
    const opened = await db.transaction(async (tx) => {
      const user = await queries.takeExchange(tx, body.session_id, browser, now())
      return user && openSession(tx, context, request, user)
    })
    return answerOpened(reply, opened ?? refuse(401, 'This sign-in is no longer valid'), settings)
  })
}

/** Exchanges an identity for the session of an approved account, found by verified e-mail the first time and by subject later; makes no accounts (A5). */
async function exchangeIdentity(
  tx: Db,
  request: FastifyRequest,
  identity: Identity,
  { browser, moment }: { browser: string; moment: Date },
): Promise<{ session_id: string } | { error: SignInError; account_id?: string }> {
  const account = await queries.lockAccount(tx, identity)
  if (!account) return { error: identity.email === undefined ? 'unverified_email' : 'unknown_account' }
  const account_id = account.id
  if (!account.approved) return { error: 'pending', account_id }
  if (hasEnded(account, moment)) return { error: 'ended', account_id }
  const isSameIssuer = account.oidc_issuer === identity.issuer
  if (isSameIssuer && account.oidc_subject !== identity.subject) return { error: 'other_account', account_id }
  if (!isSameIssuer) {
    const password_ended = await queries.linkAccount(tx, account, identity, moment)
    const at = moment.toISOString()
    await queueMail(tx, { kind: 'google_linked', user_id: account.id, password_ended, ...eventOf(request, at) }, at)
  }
  return { session_id: await queries.insertExchange(tx, account.id, browser, moment) }
}

/** For the access journal. A cancelled sign-in and a portal without a provider refused nobody. */
const OUTCOMES: Partial<Record<SignInError, AccessOutcome>> = {
  pending: 'forbidden',
  ended: 'forbidden',
  unknown_account: 'signed_out',
  unverified_email: 'signed_out',
  other_account: 'signed_out',
  expired: 'signed_out',
  failed: 'signed_out',
}

const sentBack = (error: SignInError, account_id?: string): Noted<string> =>
  new Noted(`/customer-login#error=${error}`, { outcome: OUTCOMES[error], concerns: account_id })

/** The log has the reason; the person gets one of a few sentences. */
async function explain(request: FastifyRequest, error: unknown): Promise<SignInError> {
  if (await isCancelled(error)) return 'cancelled'
  request.log.warn({ reasons: reasonsOf(error) }, 'a sign-in at the provider failed')
  return 'failed'
}

/** Messages of the error and its causes. Causes that are no Error may hold personal data from the provider. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return [`${error.message}${code}`, ...reasonsOf(error.cause)]
}
