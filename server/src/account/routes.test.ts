import {
  approveUser,
  endOtherSessions,
  endSession,
  getDocument,
  getPreferences,
  listSessions,
  listUsers,
  login,
  me,
  setPicture,
  setPreferences,
  uploadDocument,
} from 'contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { parseUserAgent } from '../auth/userAgent.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { users } from '../db/people.table.ts'

const portal = startPortal()
const { company, user } = given(portal)
const UNKNOWN = '01980000-0000-7000-8000-000000000000'

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(companies)
})

const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

/** Signs in with a User-Agent; answers the session cookie. */
async function signIn(account: { email: string }, browser: string): Promise<{ cookie: string }> {
  const answer = await as(portal).send(login, { body: { email: account.email, password: PASSWORD } }, { 'user-agent': browser })
  return { cookie: `session=${answer.raw.cookies.find(({ name }) => name === 'session')?.value}` }
}
const later = (minutes: number) => {
  portal.clock.moment = new Date(START.getTime() + minutes * 60_000)
}

describe('listSessions', () => {
  it('answers the own sessions, the one used last first, with words for the device', async () => {
    const layla = await user('company_admin')
    await signIn(layla, PHONE)
    later(5)
    const desk = await signIn(layla, EDGE)
    await signIn(await user('admin'), ANDROID)
    const { reply, raw } = await as(portal).send(listSessions, {}, desk)
    const id = expect.any(String)
    const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000).toISOString()
    expect(reply).toEqual([
      { id, browser: 'Edge', system: 'Windows', created_at: at(5), last_seen_at: at(5), current: true },
      { id, browser: 'Safari', system: 'iPhone', created_at: at(0), last_seen_at: at(0), current: false },
    ])
    expect(raw.body).not.toContain('Mozilla')
  })

  it('leaves out a session that ended by itself', async () => {
    const layla = await user('admin')
    await signIn(layla, PHONE)
    later(119)
    const desk = await signIn(layla, EDGE)
    later(121)
    expect((await as(portal).send(listSessions, {}, desk)).reply).toHaveLength(1)
  })

  it.each([
    [ANDROID, 'Chrome', 'Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/126.0', 'Opera', 'Linux'],
    ['curl/8.5', null, null],
    [null, null, null],
  ])('calls %s by its names', (said, browser, system) => {
    expect(parseUserAgent(said)).toEqual({ browser, system })
  })
})

describe('endSession', () => {
  it('ends another own session at once', async () => {
    const layla = await user('admin')
    const phone = await signIn(layla, PHONE)
    const desk = await signIn(layla, EDGE)
    const other = (await as(portal).send(listSessions, {}, desk)).reply.find(({ current }) => !current)
    expect((await as(portal).send(endSession, { params: { id: other?.id ?? '' } }, desk)).status).toBe(204)
    expect((await as(portal).send(me, {}, phone)).status).toBe(401)
    expect((await as(portal).send(listSessions, {}, desk)).reply.map(({ current }) => current)).toEqual([true])
  })

  it("answers somebody else's session as an unknown one (V2)", async () => {
    const [layla, omar] = [await user('admin'), await user('admin')]
    const [hers, his] = [await signIn(layla, EDGE), await signIn(omar, EDGE)]
    const [foreign] = (await as(portal).send(listSessions, {}, his)).reply
    const answers = await Promise.all(
      [foreign?.id ?? '', UNKNOWN, 'no-id'].map((id) => as(portal).send(endSession, { params: { id } }, hers)),
    )
    expect(answers.map(({ status, problem }) => [status, problem.detail])).toEqual(Array(3).fill([404, 'Session not found']))
    expect((await as(portal).send(me, {}, his)).status).toBe(200)
  })
})

describe('endOtherSessions', () => {
  it('ends all own sessions but the one that asks', async () => {
    const [layla, omar] = [await user('admin'), await user('admin')]
    const [phone, tablet, desk, his] = [
      await signIn(layla, PHONE),
      await signIn(layla, ANDROID),
      await signIn(layla, EDGE),
      await signIn(omar, EDGE),
    ]
    expect((await as(portal).send(endOtherSessions, {}, desk)).status).toBe(204)
    const statuses = await Promise.all([phone, tablet, desk, his].map((cookie) => as(portal).send(me, {}, cookie)))
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200, 200])
  })
})

describe('setPreferences', () => {
  it('sets what is given and leaves the rest', async () => {
    const layla = as(portal, await user('company_admin'))
    expect((await layla.send(getPreferences, {})).reply).toEqual({
      language: 'en',
      muted_mails: [],
      mail_rhythm: 'daily',
      has_password: true,
    })
    expect((await layla.send(setPreferences, { body: { language: 'ar' } })).reply).toMatchObject({ language: 'ar', muted_mails: [] })
    const muted = await layla.send(setPreferences, { body: { muted_mails: ['visa_expiring'] } })
    expect(muted.reply).toEqual({ language: 'ar', muted_mails: ['visa_expiring'], mail_rhythm: 'daily', has_password: true })
    expect((await layla.send(getPreferences, {})).reply).toEqual(muted.reply)
  })

  it.each([
    [{ language: 'fr' }, 'Language must be one of: en, ar'],
    [{ muted_mails: ['password_reset'] }, /^Muted mails 1 must be one of/],
  ])('refuses %j', async (body, detail) => {
    const layla = as(portal, await user('admin'))
    const answer = await layla.send(setPreferences, { body: body as never })
    expect([answer.status, answer.problem.detail]).toEqual([422, expect.stringMatching(detail)])
  })

  it('T14: changes nothing else of the account', async () => {
    const layla = as(portal, await user('employee'))
    await layla.send(setPreferences, { body: { role: 'admin', approved: false, email: 'x@y.example', has_password: false } as never })
    expect((await layla.send(me, {})).reply).toMatchObject({ role: 'employee', approved: true })
  })
})

describe('setPicture (B8)', () => {
  const upload = async (sender: ReturnType<typeof as>, bytes: Buffer, type: string) =>
    (await sender.send(uploadDocument, { body: bytes as never }, { 'content-type': type, 'x-file-name': 'me' })).reply

  it('shows the picture wherever the user is shown, to those who see the user, and removes it again', async () => {
    const [falcon, eagle] = [await company(), await company({ name: 'Eagle' })]
    const omar = await user('employee', { of: [falcon], full_name: 'Omar Haddad' })
    const own = as(portal, omar)
    const { url } = await upload(own, JPEG, 'image/jpeg')
    const answer = await own.send(setPicture, { body: { picture: url } })
    expect([answer.status, answer.reply.picture]).toEqual([200, url])
    expect((await own.send(me, {})).reply.picture).toBe(url)
    const params = { id: url.split('/').at(-1) ?? '' }
    const colleague = as(portal, await user('company_admin', { of: [falcon] }))
    const admin = as(portal, await user('admin'))
    expect((await colleague.send(listUsers, {})).reply.find(({ id }) => id === omar.id)?.picture).toBe(url)
    for (const sender of [own, colleague, admin]) {
      const shown = await sender.send(getDocument, { params })
      expect([shown.status, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
        200,
        'image/jpeg',
        'private, no-store',
      ])
    }
    const strangers = [await user('company_admin', { of: [eagle] }), await user('employee', { of: [falcon] })]
    for (const stranger of strangers) expect((await as(portal, stranger).send(getDocument, { params })).status).toBe(404)
    expect((await own.send(setPicture, { body: { picture: null } })).reply.picture).toBeNull()
    expect((await own.send(getDocument, { params })).status).toBe(404)
  })

  it('replaces the picture, keeps it when sent again, and goes with the user', async () => {
    const layla = await user('company_admin')
    const own = as(portal, layla)
    const first = await own.send(setPicture, { body: { picture: dataString(JPEG, 'image/jpeg') } })
    const again = await own.send(setPicture, { body: { picture: first.reply.picture } })
    expect(again.reply.picture).toBe(first.reply.picture)
    const { url } = await upload(own, JPEG, 'image/png')
    expect((await own.send(setPicture, { body: { picture: url } })).reply.picture).toBe(url)
    expect(await portal.db.select().from(documents).where(eq(documents.user_id, layla.id))).toHaveLength(1)
    await portal.db.delete(users).where(eq(users.id, layla.id))
    expect(await portal.db.select().from(documents).where(eq(documents.user_id, layla.id))).toEqual([])
  })

  it("refuses a PDF and somebody else's file, and leaves the picture as it was", async () => {
    const [layla, omar] = [as(portal, await user('admin')), as(portal, await user('admin'))]
    const { url } = await upload(layla, JPEG, 'image/jpeg')
    await layla.send(setPicture, { body: { picture: url } })
    const pdf = await upload(layla, PDF, 'application/pdf')
    const foreign = await upload(omar, JPEG, 'image/jpeg')
    for (const [picture, detail] of [
      [pdf.url, 'The picture must be a JPG or PNG'],
      [foreign.url, 'This file is not one of yours. Please upload it again.'],
      ['data:text/html;base64,PGI+', 'The selected file must be a PDF, JPG or PNG'],
    ] as const) {
      const answer = await layla.send(setPicture, { body: { picture } })
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field: 'picture', detail }]])
    }
    expect((await layla.send(me, {})).reply.picture).toBe(url)
  })

  it('keeps one picture when pressed many times at once', async () => {
    const layla = await user('admin')
    const own = as(portal, layla)
    await own.send(me, {})
    const urls = await Promise.all(Array.from({ length: 6 }, async () => (await upload(own, JPEG, 'image/jpeg')).url))
    const answers = await Promise.all(urls.map((picture) => own.send(setPicture, { body: { picture } })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await portal.db.select().from(documents).where(eq(documents.user_id, layla.id))).toHaveLength(1)
  })

  it('does not make a picture of a file that belongs to a record', async () => {
    const falcon = await company()
    const layla = await user('company_admin', { of: [falcon] })
    const licence = await given(portal).document({ company_id: falcon.id, slot: 'trade_license', uploaded_by: layla.id }, JPEG)
    const answer = await as(portal, layla).send(setPicture, { body: { picture: licence.id } })
    expect(answer.status).toBe(422)
  })
})

describe('approveUser', () => {
  it('answers the card with its picture', async () => {
    const pending = await user('employee', { approved: false })
    const picture = await given(portal).document({ user_id: pending.id }, JPEG)
    const answer = await as(portal, await user('admin')).send(approveUser, { params: { id: pending.id } })
    expect(answer.reply.picture).toBe(`/api/documents/${picture.id}`)
  })
})
