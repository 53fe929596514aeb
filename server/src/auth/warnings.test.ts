import { changePassword, forgotPassword, inviteUser, login, passSecondStep, setPassword } from 'contract'
import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { mails } from '../db/mails.table.ts'
import { users } from '../db/people.table.ts'
import { loginFailures } from '../db/sessions.table.ts'
import { insertAdmin } from './queries.ts'

const portal = startPortal()
const { user, company } = given(portal)
const NEW = 'another-falcon-2027'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1'

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(loginFailures)
})

/** The mails to a person, without links to passwords. */
const told = async ({ id }: { id: string }) =>
  (
    await portal.db
      .select({ kind: mails.kind, facts: mails.facts })
      .from(mails)
      .where(and(eq(mails.user_id, id), ne(mails.kind, 'password_reset')))
      .orderBy(mails.id)
  ).map(({ kind, facts }) => ({ kind, ...(facts as object) }))
const signIn = (account: { email: string }, browser: string, cookie = '') =>
  as(portal).send(login, { body: { email: account.email, password: PASSWORD } }, { 'user-agent': browser, cookie })
const deviceOf = ({ raw }: Awaited<ReturnType<typeof signIn>>) => `device=${raw.cookies.find(({ name }) => name === 'device')?.value}`
async function linkTo({ id }: { id: string }): Promise<string> {
  const rows = await portal.db.select().from(mails).where(eq(mails.user_id, id)).orderBy(mails.id)
  const { link } = (rows.at(-1)?.facts ?? { link: '' }) as { link: string }
  return link.split('#token=')[1] ?? ''
}

describe('a sign-in from a device that is new', () => {
  it('is told once, with when and in which browser, and not the very first one', async () => {
    const layla = await user('company_admin')
    const desk = deviceOf(await signIn(layla, FIREFOX))
    expect(await told(layla)).toEqual([])
    const phone = deviceOf(await signIn(layla, SAFARI))
    const mail = { kind: 'new_device', at: START.toISOString(), browser: 'Safari', system: 'iPhone' }
    expect(await told(layla)).toEqual([mail])
    for (const known of [desk, phone]) await signIn(layla, SAFARI, known)
    expect(await told(layla)).toEqual([mail])
  })

  it('is told of a device that another person signed in from before', async () => {
    const [layla, omar] = [await user('company_admin'), await user('company_admin')]
    await signIn(layla, FIREFOX)
    const theirs = deviceOf(await signIn(omar, SAFARI))
    await signIn(layla, 'a browser of no name', theirs)
    expect(await told(layla)).toMatchObject([{ kind: 'new_device', browser: null, system: null }])
    expect(await told(omar)).toEqual([])
  })

  it('is told in two steps only after the second', async () => {
    const layla = await user('admin')
    await signIn(layla, FIREFOX)
    const { secret } = await switchOn(portal, layla)
    const kinds = async () => (await told(layla)).map(({ kind }) => kind)
    const before = await kinds()
    const waiting = await signIn(layla, SAFARI)
    expect([waiting.status, await kinds()]).toEqual([401, before])
    const cookie = `second_step=${waiting.raw.cookies.find(({ name }) => name === 'second_step')?.value}`
    await as(portal).send(passSecondStep, { body: { code: codeOf(secret, START) } }, { cookie })
    expect(await kinds()).toEqual([...before, 'new_device'])
  })

  it('is none for an account that a command has just made', async () => {
    const { password_hash } = await user('admin')
    const boss = await insertAdmin(
      portal.db,
      { full_name: 'The Boss', email: 'boss@portal.example', password_hash: password_hash ?? '' },
      START,
    )
    expect((await signIn(boss, FIREFOX)).status).toBe(200)
    expect(await told(boss)).toEqual([])
  })
})

describe('a changed password', () => {
  it('is told to the person who changed it', async () => {
    const layla = await user('company_admin')
    const body = { current_password: PASSWORD, new_password: NEW }
    expect((await as(portal, layla).send(changePassword, { body: { ...body, current_password: 'wrong' } })).status).toBe(422)
    expect(await told(layla)).toEqual([])
    await as(portal, layla).send(changePassword, { body }, { 'user-agent': FIREFOX })
    expect(await told(layla)).toEqual([{ kind: 'password_changed', at: START.toISOString(), browser: 'Firefox', system: 'Windows' }])
  })

  it('is told when a link has set it, to who waits for approval too', async () => {
    for (const approved of [true, false]) {
      const layla = await user('company_admin', { approved })
      await as(portal).send(forgotPassword, { body: { email: layla.email } })
      await as(portal).send(setPassword, { body: { token: await linkTo(layla), password: NEW } }, { 'user-agent': SAFARI })
      expect(await told(layla)).toMatchObject([{ kind: 'password_changed', browser: 'Safari', system: 'iPhone' }])
    }
  })

  it('is no news where an invitation sets the first one', async () => {
    const falcon = await company()
    const body = { email: 'sara@people.example', full_name: 'Sara Khan', role: 'employee', company_id: falcon.id } as const
    const { reply } = await as(portal, await user('admin')).send(inviteUser, { body })
    expect((await as(portal).send(setPassword, { body: { token: await linkTo(reply), password: NEW } })).status).toBe(204)
    expect((await told(reply)).map(({ kind }) => kind)).toEqual(['invitation'])
  })
})

describe('the warnings of one person', () => {
  it('are five in an hour: those of others must not wait behind more', async () => {
    const layla = await user('company_admin')
    for (let round = 0; round < 8; round++) await signIn(layla, SAFARI)
    expect(await told(layla)).toHaveLength(5)
    portal.clock.moment = new Date(START.getTime() + 61 * 60_000)
    await signIn(layla, SAFARI)
    expect(await told(layla)).toHaveLength(6)
  })
})
