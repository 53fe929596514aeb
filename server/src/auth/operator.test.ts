import { login, me, setPassword } from 'contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { users } from '../db/people.table.ts'
import { insertExchange, takeExchange } from './google.queries.ts'
import { insertLink } from './oneTimeTokens.ts'
import { createAdmin, newPassword, planFirstAdmin, resetPassword } from './operator.ts'

const portal = startPortal()
const { user } = given(portal)
const BOSS = { email: 'Boss@portal.example', full_name: 'The Boss', password: 'twelve chars' }
const signIn = (password: string, email = BOSS.email) => as(portal).send(login, { body: { email, password } })

beforeEach(async () => {
  await portal.db.delete(users)
})

describe('createAdmin', () => {
  it('makes an approved admin', async () => {
    await createAdmin(portal.db, BOSS, START)
    expect((await signIn(BOSS.password)).reply.user).toMatchObject({ role: 'admin', approved: true, full_name: 'The Boss' })
  })

  it.each([
    [{ email: 'boss@PORTAL.example' }, 'An account with the e-mail boss@PORTAL.example already exists.'],
    [{ email: 'boss' }, 'boss is not an e-mail address.'],
    [{ email: 'new@portal.example', full_name: ' ' }, 'The full name must have 1 to 200 characters.'],
    [{ email: 'new@portal.example', password: 'eleven char' }, 'The password must have at least 12 characters.'],
  ])('refuses %j in a sentence (A10)', async (change, sentence) => {
    await createAdmin(portal.db, BOSS, START)
    await expect(createAdmin(portal.db, { ...BOSS, ...change }, START)).rejects.toThrow(sentence)
  })
})

describe('resetPassword', () => {
  it('sets a new password and ends all sessions', async () => {
    const layla = await user('company_admin', { email: BOSS.email })
    const session = as(portal, layla)
    expect((await session.send(me, {})).status).toBe(200)
    await resetPassword(portal.db, 'BOSS@portal.example', 'a new password')
    expect((await session.send(me, {})).status).toBe(401)
    expect((await signIn('a new password')).status).toBe(200)
  })

  it('ends the links and the sign-ins that were under way', async () => {
    const { id } = await user('company_admin', { email: BOSS.email })
    const session_id = await insertExchange(portal.db, id, 'a browser', START)
    const link = { user_id: id, purpose: 'reset' as const, public_url: 'https://portal.example', moment: START }
    const token = (await insertLink(portal.db, link)).split('token=')[1] ?? ''
    await resetPassword(portal.db, BOSS.email, 'a new password')
    expect((await as(portal).send(setPassword, { body: { token, password: 'another one' } })).status).toBe(410)
    expect(await takeExchange(portal.db, session_id, 'a browser', START)).toBeUndefined()
  })

  it('refuses an unknown e-mail and a short password', async () => {
    await expect(resetPassword(portal.db, 'nobody@portal.example', 'a new password')).rejects.toThrow(
      'There is no account with the e-mail nobody@portal.example.',
    )
    await expect(resetPassword(portal.db, BOSS.email, 'short')).rejects.toThrow('The password must have at least 12 characters.')
  })
})

describe('planFirstAdmin (A1)', () => {
  it('creates one admin when two servers start at once', async () => {
    const plan = await Promise.all([planFirstAdmin(portal.db, portal.settings), planFirstAdmin(portal.db, portal.settings)])
    const made = await Promise.all(plan.map((create) => (typeof create === 'function' ? create(START) : undefined)))
    expect(made.filter(Boolean)).toHaveLength(1)
    const [admin] = made.filter(Boolean)
    expect((await signIn(admin?.password ?? '', 'admin@visa-portal.local')).reply.user.role).toBe('admin')
  })

  it('needs an empty database, and with a server of its own an admin that is named', async () => {
    const ownServer = { first_admin: undefined, database_url: 'postgresql://db.example/portal' }
    expect(await planFirstAdmin(portal.db, ownServer)).toBe('not named')
    await user('company_admin', { approved: false })
    expect(await planFirstAdmin(portal.db, ownServer)).toBe('not needed')
    expect(await planFirstAdmin(portal.db, portal.settings)).toBe('not needed')
  })
})

it('newPassword is another each time, of letters and digits that nobody mistakes', () => {
  const some = Array.from({ length: 100 }, newPassword)
  expect(new Set(some).size).toBe(100)
  for (const each of some) expect(each).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/)
})
