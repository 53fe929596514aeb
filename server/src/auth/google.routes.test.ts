import { confirmEmail, login, me, passSecondStep, startGoogleSignIn, takeSession } from 'contract'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { type Browser, browser } from '../../../test/browser.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { type Portal, START, startPortal } from '../../../test/portal.ts'
import { type RunningProvider, startProvider } from '../../../test/provider.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { accesses } from '../db/journal.table.ts'
import { mails } from '../db/mails.table.ts'
import { users } from '../db/people.table.ts'
import { knownDevices, oneTimeTokens, sessions, signIns } from '../db/sessions.table.ts'
import { hashOf } from '../http/session.ts'
import { sweepSignIns } from './google.queries.ts'
import { insertLink, sweepTokens } from './oneTimeTokens.ts'

const OWN = 'http://localhost:3000'
const CALLBACK = `${OWN}/api/auth/google/callback`
const DASHBOARD = `${OWN}/dashboard`
const START_AT = `/api/auth/google?redirect=${encodeURIComponent(DASHBOARD)}`

const settingsOf = ({ issuer, client_id, client_secret }: RunningProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client_id,
  OIDC_CLIENT_SECRET: client_secret,
})
const provider = await startProvider(CALLBACK)
afterAll(() => provider.stop())
const portal = startPortal(settingsOf(provider))
const unset = startPortal()
const { user, company, employee } = given(portal)

async function kept() {
  await portal.journal.flush()
  return portal.db.select().from(accesses).orderBy(accesses.seq)
}

const at = (seconds: number) => {
  portal.clock.moment = new Date(START.getTime() + seconds * 1_000)
}

/** Signs in at the provider; answers the screen to which the portal then sends the browser. */
async function signIn(account: string, agent: Browser = browser(portal)): Promise<URL> {
  const page = await agent.follow(START_AT)
  return (await agent.follow(page.address, { account, do: 'continue' })).address
}

/** The address at which the provider sends the browser back, not yet opened. */
const comeBack = (account: string, agent: Browser): Promise<URL> => provider.signIn(agent, START_AT, account)

const linkOf = (user_id: string) => ({ user_id, purpose: 'confirm' as const, public_url: '', moment: START })
const errorOf = (address: URL) => [address.origin + address.pathname, new URLSearchParams(address.hash.slice(1)).get('error')]
const refusedWith = (error: string) => [`${OWN}/customer-login`, error]
const idIn = (address: URL): string => {
  const [, id = ''] = /^#session_id=([\w-]{43})$/.exec(address.hash) ?? []
  expect(address.href).toBe(`${DASHBOARD}#session_id=${id}`)
  return id
}
const exchange = (session_id: string, agent: Browser, of: Portal = portal) =>
  as(of).send(takeSession, { body: { session_id } }, { cookie: agent.cookies() })
/** But for its version, which `given` leaves behind the row that it answers. */
const rowOf = async ({ id, version }: { id: string; version: number }) => {
  const [row] = await portal.db.select().from(users).where(eq(users.id, id))
  return row && { ...row, version }
}
const countOf = async (table: typeof users | typeof sessions | typeof signIns | typeof oneTimeTokens | typeof knownDevices) =>
  await portal.db.$count(table)

describe('GET /auth/google', () => {
  it('sends the browser to the provider with PKCE, state and nonce, and marks the browser', async () => {
    const agent = browser(portal)
    const { status, location } = await agent.visit(START_AT)
    expect([status, location?.origin]).toEqual([302, provider.issuer])
    const asked = Object.fromEntries(location?.searchParams ?? [])
    expect(asked).toEqual({
      client_id: 'portal',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const again = (await agent.visit(START_AT)).location?.searchParams
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(again?.get(secret)).not.toBe(asked[secret])
    expect(agent.cookies()).toMatch(/^sign_in=[\w-]{43}$/)
    const kept = JSON.stringify(await portal.db.select().from(signIns))
    expect(kept).not.toContain(asked.state)
    expect(kept).not.toContain(agent.cookies().slice(8))
  })

  it.each([
    'https://evil.tld',
    'https://evil.tld/dashboard',
    '//evil.tld',
    '/\\evil.tld',
    'https://app@evil.tld',
    'http://localhost:3000@evil.tld/',
    'http://localhost:3000.evil.tld/',
    'http://localhost:30000/dashboard',
    'https://localhost:3000/dashboard',
    'http://user@localhost:3000/dashboard',
    'javascript:alert(1)',
    'javascript:/http://localhost:3000/',
    '/dashboard',
    'http://localhost:3000',
    '',
  ])('refuses to return to %j (T7)', async (redirect) => {
    const before = await countOf(signIns)
    for (const of of [portal, unset]) {
      const { status, problem, headers } = await as(of).send(startGoogleSignIn, { query: { redirect } })
      expect([status, problem.detail]).toEqual([422, 'Redirect must be an address of this portal'])
      expect([headers.location, headers['set-cookie']]).toEqual([undefined, undefined])
    }
    expect(await countOf(signIns)).toBe(before)
  })

  it('refuses to return to what cannot be stored', async () => {
    const { status, problem } = await as(portal).send(startGoogleSignIn, { query: { redirect: `${DASHBOARD}\u0000` } })
    expect([status, problem.detail]).toEqual([422, 'Redirect contains characters that cannot be stored'])
  })

  it('asks for a redirect', async () => {
    const { status, problem } = await as(portal).send(startGoogleSignIn, {})
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'redirect'])
  })

  it('follows no forged host (T29)', async () => {
    const forged = { host: 'evil.tld', 'x-forwarded-host': 'evil.tld', 'x-forwarded-proto': 'https' }
    const { headers } = await as(portal).send(startGoogleSignIn, { query: { redirect: DASHBOARD } }, forged)
    expect(new URL(String(headers.location)).searchParams.get('redirect_uri')).toBe(CALLBACK)
    const other = await as(portal).send(startGoogleSignIn, { query: { redirect: 'http://evil.tld/dashboard' } }, forged)
    expect(other.status).toBe(422)
  })

  it('goes back to the login and says so where no provider is set up', async () => {
    const agent = browser(unset)
    expect(errorOf((await agent.follow(START_AT)).address)).toEqual(refusedWith('not_set_up'))
    expect(errorOf((await agent.follow('/api/auth/google/callback?code=a&state=b')).address)).toEqual(refusedWith('not_set_up'))
  })
})

describe('GET /auth/google while the provider is away', async () => {
  const gone = await startProvider(CALLBACK)
  await gone.stop()
  const waiting = startPortal(settingsOf(gone))

  it('goes back to the login, and to the provider once it is there again', async () => {
    expect(errorOf((await browser(waiting).follow(START_AT)).address)).toEqual(refusedWith('failed'))
    const back = await startProvider(CALLBACK, Number(new URL(gone.issuer).port))
    const agent = browser(waiting)
    const page = await agent.follow(START_AT)
    expect(page.address.origin).toBe(gone.issuer)
    await back.stop()
    expect(errorOf((await browser(waiting).follow(`${CALLBACK}?code=a&state=b`)).address)).toEqual(refusedWith('expired'))
    const state = (await agent.visit(START_AT)).location?.searchParams.get('state')
    const returned = `${CALLBACK}?code=a&state=${state}&iss=${encodeURIComponent(gone.issuer)}`
    expect(errorOf((await agent.follow(returned)).address)).toEqual(refusedWith('failed'))
  })
})

describe('GET /auth/google/callback', () => {
  it('lets an approved account in, whatever the case of its e-mail', async () => {
    const omar = await user('company_admin', { of: [await company()], email: 'Omar.Haddad@falcon.example' })
    const agent = browser(portal)
    const { status, reply, raw } = await exchange(idIn(await signIn('omar.haddad@FALCON.example', agent)), agent)
    expect([status, reply.user.id, reply.user.role]).toEqual([200, omar.id, 'company_admin'])
    const [session, device] = raw.cookies
    for (const cookie of [session, device]) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const known = await as(portal).send(me, {}, { cookie: `session=${session?.value}` })
    expect([known.status, known.reply.id]).toEqual([200, omar.id])
  })

  it('lets an administrator in too (A4)', async () => {
    const layla = await user('admin', { email: 'layla@portal.example', email_verified_at: START.toISOString() })
    const agent = browser(portal)
    const { reply } = await exchange(idIn(await signIn('layla@portal.example', agent)), agent)
    expect([reply.user.id, reply.user.role]).toEqual([layla.id, 'admin'])
  })

  it.each(['\r\nSet-Cookie: a=b', '\t', '\n//evil.tld/'])('returns to the own origin alone, with %j in the redirect too', async (more) => {
    const email = `${Buffer.from(more).toString('hex')}@falcon.example`
    await user('company_admin', { of: [await company()], email })
    const agent = browser(portal)
    const page = await agent.follow(`/api/auth/google?redirect=${encodeURIComponent(`${DASHBOARD}${more}`)}`)
    const { address } = await agent.follow(page.address, { account: email, do: 'continue' })
    expect([address.origin, address.hash]).toEqual([OWN, expect.stringMatching(/^#session_id=[\w-]{43}$/)])
    expect(agent.cookies()).toMatch(/^sign_in=[\w-]{43}$/)
  })

  it('asks for the code of an account with two-step sign-in, in the same browser', async () => {
    const omar = await user('company_admin', { of: [await company()], email_verified_at: START.toISOString() })
    const { secret } = await switchOn(portal, omar)
    const agent = browser(portal)
    const before = await countOf(sessions)
    const answer = await exchange(idIn(await signIn(omar.email, agent)), agent)
    expect([answer.status, answer.problem.second_step, await countOf(sessions)]).toEqual([401, true, before])
    const [waiting, ...others] = answer.raw.cookies
    expect([waiting?.name, others]).toEqual(['second_step', []])
    const cookie = `second_step=${waiting?.value}`
    const passed = await as(portal).send(passSecondStep, { body: { code: codeOf(secret, portal.clock.moment) } }, { cookie })
    expect([passed.status, passed.reply.user.id]).toEqual([200, omar.id])
  })

  it('makes no user for an unknown e-mail', async () => {
    const before = await countOf(users)
    expect(errorOf(await signIn('stranger@people.example'))).toEqual(refusedWith('unknown_account'))
    expect(await countOf(users)).toBe(before)
  })

  it('neither lets a pending account in nor links it', async () => {
    const pending = await user('company_admin', { of: [await company()], approved: false })
    expect(errorOf(await signIn(pending.email))).toEqual(refusedWith('pending'))
    expect(await rowOf(pending)).toEqual(pending)
    expect(await portal.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.user_id, pending.id))).toEqual([])
    await portal.db.update(users).set({ oidc_issuer: provider.issuer, oidc_subject: pending.email }).where(eq(users.id, pending.id))
    expect(errorOf(await signIn(pending.email))).toEqual(refusedWith('pending'))
  })

  it('links nobody by an e-mail that the provider has not verified (T8)', async () => {
    const omar = await user('company_admin')
    provider.people.set('squatter', { email: omar.email, email_verified: false })
    expect(errorOf(await signIn('squatter'))).toEqual(refusedWith('unverified_email'))
    expect(await rowOf(omar)).toEqual(omar)
  })

  it('ends the password, the sessions and the devices of an address that was never confirmed', async () => {
    const omar = await user('company_admin')
    const squatter = await as(portal).send(login, { body: { email: omar.email, password: PASSWORD } })
    const cookie = `session=${squatter.raw.cookies[0]?.value}`
    expect((await as(portal).send(me, {}, { cookie })).status).toBe(200)
    const agent = browser(portal)
    const session_id = idIn(await signIn(omar.email, agent))
    expect((await as(portal).send(me, {}, { cookie })).status).toBe(401)
    const { status, problem } = await as(portal).send(login, { body: { email: omar.email, password: PASSWORD } })
    expect([status, problem.detail]).toEqual([401, 'Invalid email or password'])
    expect(await portal.db.select().from(knownDevices).where(eq(knownDevices.user_id, omar.id))).toEqual([])
    const linked = { oidc_issuer: provider.issuer, oidc_subject: omar.email, password_hash: null }
    expect(await rowOf(omar)).toMatchObject({ ...linked, email_verified_at: expect.any(String) })
    expect((await exchange(session_id, agent)).status).toBe(200)
  })

  it('takes an address for confirmed whose registrant has used the link that was mailed to it', async () => {
    const [omar, squatted] = [await user('company_admin'), await user('company_admin')]
    for (const { id } of [omar, squatted]) await insertLink(portal.db, linkOf(id))
    const link = await insertLink(portal.db, linkOf(omar.id))
    await as(portal).send(confirmEmail, { body: { token: link.split('#token=')[1] ?? '' } })
    for (const { email } of [omar, squatted]) idIn(await signIn(email))
    const passwords = [(await rowOf(omar))?.password_hash, (await rowOf(squatted))?.password_hash]
    expect(passwords).toEqual([omar.password_hash, null])
  })

  it('tells the person by mail that it was linked, once, and whether the password ended', async () => {
    const [confirmed, squatted] = [await user('company_admin', { email_verified_at: START.toISOString() }), await user('company_admin')]
    for (const { email } of [confirmed, squatted]) for (const _ of [1, 2]) idIn(await signIn(email))
    for (const [account, password_ended] of [
      [confirmed, false],
      [squatted, true],
    ] as const) {
      const told = await portal.db.select().from(mails).where(eq(mails.user_id, account.id))
      expect(told).toMatchObject([{ kind: 'google_linked', facts: { at: START.toISOString(), password_ended } }])
    }
  })

  it('keeps the password and the sessions of an address that was confirmed', async () => {
    const sara = await user('company_admin', { email_verified_at: '2026-01-01T00:00:00.000Z' })
    const earlier = await as(portal).send(login, { body: { email: sara.email, password: PASSWORD } })
    idIn(await signIn(sara.email))
    expect((await as(portal).send(me, {}, { cookie: `session=${earlier.raw.cookies[0]?.value}` })).status).toBe(200)
    expect((await as(portal).send(login, { body: { email: sara.email, password: PASSWORD } })).status).toBe(200)
    expect(await rowOf(sara)).toEqual({ ...sara, oidc_issuer: provider.issuer, oidc_subject: sara.email })
  })

  it('knows a linked account by its subject, whatever became of the e-mail, and ends nothing again', async () => {
    const omar = await user('company_admin')
    provider.people.set('subject-1', { email: omar.email, email_verified: true })
    const agent = browser(portal)
    const first = await exchange(idIn(await signIn('subject-1', agent)), agent)
    provider.people.set('subject-1', { email: 'another@people.example', email_verified: false })
    const elsewhere = browser(portal)
    const { reply } = await exchange(idIn(await signIn('subject-1', elsewhere)), elsewhere)
    expect(reply.user.id).toBe(omar.id)
    expect((await as(portal).send(me, {}, { cookie: `session=${first.raw.cookies[0]?.value}` })).status).toBe(200)
  })

  it('does not hand a linked account to another subject with its e-mail', async () => {
    const omar = await user('company_admin')
    provider.people.set('subject-2', { email: omar.email, email_verified: true })
    provider.people.set('subject-3', { email: omar.email, email_verified: true })
    idIn(await signIn('subject-2'))
    expect(errorOf(await signIn('subject-3'))).toEqual(refusedWith('other_account'))
    expect((await rowOf(omar))?.oidc_subject).toBe('subject-2')
  })

  it('links anew where the portal has changed its provider', async () => {
    const omar = await user('company_admin', { oidc_issuer: 'https://earlier.example', oidc_subject: '1' })
    idIn(await signIn(omar.email))
    expect(await rowOf(omar)).toMatchObject({ oidc_issuer: provider.issuer, oidc_subject: omar.email, password_hash: null })
  })

  it('sends a person back whose employer has ended the record, once the time of reading is over (E7)', async () => {
    const of = await company()
    const { id } = await employee(of, { status: 'cancelled', cancelled_at: '2026-10-20T19:59:59.000Z' })
    const sara = await user('employee', { of: [of], employee_id: id, email_verified_at: '2026-01-01T00:00:00.000Z' })
    expect(errorOf(await signIn(sara.email))).toEqual(refusedWith('ended'))
  })

  it('says so when the person cancels', async () => {
    const agent = browser(portal)
    const page = await agent.follow(START_AT)
    expect(errorOf((await agent.follow(page.address, { account: '', do: 'cancel' })).address)).toEqual(refusedWith('cancelled'))
  })

  it('keeps each refusal as a failed sign-in in the access journal, with the account where one is meant (T62)', async () => {
    const pending = await user('company_admin', { of: [await company()], approved: false })
    const linked = await user('company_admin', { oidc_issuer: provider.issuer, oidc_subject: 'linked-1' })
    provider.people.set('linked-2', { email: linked.email, email_verified: true })
    provider.people.set('unverified-1', { email: linked.email, email_verified: false })
    const before = (await kept()).length
    for (const account of [pending.email, 'linked-2', 'unverified-1', 'stranger@people.example']) await signIn(account)
    await browser(portal).follow(`${CALLBACK}?code=a&state=b`)
    const lines = (await kept()).slice(before)
    expect(lines.map(({ outcome, record_id }) => [outcome, record_id])).toEqual([
      ['forbidden', pending.id],
      ['signed_out', linked.id],
      ['signed_out', null],
      ['signed_out', null],
      ['signed_out', null],
    ])
    for (const line of lines) expect(line).toMatchObject({ record_type: 'sign_in', actor_id: null, call: 'GET /auth/google/callback' })
    expect(JSON.stringify(lines)).not.toContain('example')
  })

  it('keeps neither the way there nor who cancels, and a sign-in once', async () => {
    const omar = await user('company_admin', { email_verified_at: START.toISOString() })
    const before = (await kept()).length
    const agent = browser(portal)
    const page = await agent.follow(START_AT)
    await agent.follow(page.address, { account: '', do: 'cancel' })
    await exchange(idIn(await signIn(omar.email, agent)), agent)
    expect((await kept()).slice(before)).toMatchObject([{ outcome: 'seen', actor_id: omar.id, call: 'POST /auth/session' }])
  })

  it('believes a state once', async () => {
    const { email } = await user('company_admin')
    const agent = browser(portal)
    const returned = await comeBack(email, agent)
    idIn((await agent.follow(returned)).address)
    expect(errorOf((await agent.follow(returned)).address)).toEqual(refusedWith('expired'))
  })

  it('believes a state in the browser alone that began with it', async () => {
    const { email } = await user('company_admin')
    const agent = browser(portal)
    const other = browser(portal)
    await other.visit(START_AT)
    const returned = await comeBack(email, agent)
    for (const each of [other, browser(portal)]) expect(errorOf((await each.follow(returned)).address)).toEqual(refusedWith('expired'))
    idIn((await agent.follow(returned)).address)
  })

  it('believes a state for ten minutes', async () => {
    const { email } = await user('company_admin')
    const agent = browser(portal)
    const returned = await comeBack(email, agent)
    at(601)
    expect(errorOf((await agent.follow(returned)).address)).toEqual(refusedWith('expired'))
  })

  it.each(['', '?state=', '?code=a&state=b', '?error=access_denied', '?state=a&state=b'])(
    'goes back to the login from %j',
    async (query) => {
      expect(errorOf((await browser(portal).follow(`${CALLBACK}${query}`)).address)).toEqual(refusedWith('expired'))
    },
  )

  it('is not misled by a code of another sign-in', async () => {
    const omar = await user('company_admin')
    const agent = browser(portal)
    const theirs = await comeBack((await user('company_admin')).email, browser(portal))
    const mine = await comeBack(omar.email, agent)
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(errorOf((await agent.follow(mine)).address)).toEqual(refusedWith('failed'))
  })

  it('looks at where it returns to once more (T7)', async () => {
    const { email } = await user('company_admin')
    const agent = browser(portal)
    const returned = await comeBack(email, agent)
    await portal.db.update(signIns).set({ redirect: 'https://evil.tld/dashboard' })
    expect(errorOf((await agent.follow(returned)).address)).toEqual(refusedWith('expired'))
  })
})

describe('POST /auth/session', () => {
  const fresh = async () => {
    const omar = await user('company_admin')
    const agent = browser(portal)
    return { omar, agent, session_id: idIn(await signIn(omar.email, agent)) }
  }
  const refused = { status: 401, problem: { detail: 'This sign-in is no longer valid' } }

  it('answers once', async () => {
    const { agent, session_id } = await fresh()
    const answers = await Promise.all([exchange(session_id, agent), exchange(session_id, agent), exchange(session_id, agent)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(await exchange(session_id, agent)).toMatchObject(refused)
  })

  it('answers for a minute', async () => {
    const { agent, session_id } = await fresh()
    at(61)
    expect(await exchange(session_id, agent)).toMatchObject(refused)
    const other = await fresh()
    at(61 + 59)
    expect((await exchange(other.session_id, other.agent)).status).toBe(200)
  })

  it('refuses an unknown one, and makes no user', async () => {
    const before = [await countOf(users), await countOf(sessions)]
    for (const session_id of ['', 'unknown', 'a\u0000b', '\ud800', 'x'.repeat(10_000)]) {
      const answer = await exchange(session_id, browser(portal))
      expect(answer).toMatchObject(refused)
      expect(answer.raw.cookies).toEqual([])
    }
    expect([await countOf(users), await countOf(sessions)]).toEqual(before)
  })

  it('refuses another browser, so that nobody is led into the account of somebody else', async () => {
    const { agent, session_id } = await fresh()
    const other = browser(portal)
    await other.visit(START_AT)
    for (const each of [other, browser(portal)]) expect(await exchange(session_id, each)).toMatchObject(refused)
    expect((await exchange(session_id, agent)).status).toBe(200)
  })

  it('refuses a link for another purpose', async () => {
    const { id } = await user('company_admin')
    const times = { created_at: START.toISOString(), expires_at: '2027-01-01T00:00:00.000Z' }
    await portal.db.insert(oneTimeTokens).values({ token_hash: hashOf('reset-1.'), user_id: id, purpose: 'reset', ...times })
    expect(await exchange('reset-1', browser(portal))).toMatchObject(refused)
    expect(await portal.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.user_id, id))).toHaveLength(1)
  })

  it('refuses who is deleted or no longer approved', async () => {
    const [one, two] = [await fresh(), await fresh()]
    await portal.db.update(users).set({ approved: false }).where(eq(users.id, one.omar.id))
    await portal.db.delete(users).where(eq(users.id, two.omar.id))
    for (const { agent, session_id } of [one, two]) expect(await exchange(session_id, agent)).toMatchObject(refused)
  })

  it('ends the earlier session of the browser (T1)', async () => {
    const { agent, session_id } = await fresh()
    const layla = await user('admin')
    const earlier = await as(portal).send(login, { body: { email: layla.email, password: PASSWORD } })
    const old = `session=${earlier.raw.cookies[0]?.value}`
    const { raw } = await as(portal).send(takeSession, { body: { session_id } }, { cookie: `${agent.cookies()}; ${old}` })
    expect(raw.cookies[0]?.value).not.toBe(earlier.raw.cookies[0]?.value)
    expect((await as(portal).send(me, {}, { cookie: old })).status).toBe(401)
  })

  it.each([{}, { session_id: 7 }, { session_id: null }])('refuses %j', async (body) => {
    const { status, problem } = await as(portal).send(takeSession, { body: body as never })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'session_id'])
  })
})

it('removes what nobody came back for', async () => {
  await browser(portal).visit(START_AT)
  idIn(await signIn((await user('company_admin')).email))
  await sweepSignIns(portal.db, portal.clock.moment)
  expect([(await countOf(signIns)) > 0, (await countOf(oneTimeTokens)) > 1]).toEqual([true, true])
  at(601)
  await sweepSignIns(portal.db, portal.clock.moment)
  await sweepTokens(portal.db, portal.clock.moment)
  expect(await countOf(signIns)).toBe(0)
  expect((await portal.db.select().from(oneTimeTokens)).filter(({ purpose }) => purpose === 'session')).toEqual([])
})

describe('with an https PUBLIC_URL', () => {
  const secure = startPortal({ ...settingsOf(provider), PUBLIC_URL: 'https://portal.example' })

  it('the mark of the browser is Secure and __Host-, and only that origin is returned to', async () => {
    const status = async (redirect: string) => await as(secure).send(startGoogleSignIn, { query: { redirect } })
    const { raw } = await status('https://portal.example/dashboard')
    expect(raw.cookies[0]).toMatchObject({ name: '__Host-sign_in', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((await status(DASHBOARD)).status).toBe(422)
    expect((await status('http://portal.example/dashboard')).status).toBe(422)
  })
})
