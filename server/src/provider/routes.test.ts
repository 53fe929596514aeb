import { cancelBank, confirmBank, getProvider, getSettings, type Input, listNotices, updateProvider } from 'contract'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { BANK, given, PASSWORD } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startOtherServer } from '../../../test/otherServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { history } from '../db/history.table.ts'
import { mails } from '../db/mails.table.ts'
import { notices } from '../db/notices.table.ts'
import { users } from '../db/people.table.ts'
import { PROVIDER_ID, providerSettings } from '../db/provider.table.ts'
import { settleBank } from './bank.ts'

const portal = startPortal()
const fixed = startPortal({
  ...{ PRODUCT_NAME: 'Falcon Visas', SUPPORT_CONTACT: 'desk@falcon.example' },
  ...{ BANK_NAME: 'Bank of the Gulf', BANK_ACCOUNT_NAME: 'Falcon LLC', BANK_ACCOUNT_NUMBER: '77', BANK_IBAN: BANK.iban },
})
const server = startMailServer()
const { user } = given(portal)

beforeEach(async () => {
  for (const { db } of [portal, fixed]) {
    await db.delete(providerSettings)
    await db.delete(notices)
    await db.delete(users)
  }
})

type Session = ReturnType<typeof as>
const ask = (session: Session, body: Input<typeof updateProvider>['body'] = {}) =>
  session.send(updateProvider, { body: { bank: BANK, password: PASSWORD, ...body } })
const bankOf = async (session: Session) => (await session.send(getSettings, {})).reply.bank
const hours = (count: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + count * 3_600_000)
}
const actions = async () =>
  (await portal.db.select().from(history).where(eq(history.record_id, PROVIDER_ID)).orderBy(history.seq)).map(
    ({ action, actor_name }) => `${action} ${actor_name}`,
  )
const seal = () => portal.db.execute(sql`select max(seq) as seq from history`)

async function office() {
  const huda = await user('admin', { full_name: 'Huda Salem' })
  const sami = await user('admin', { full_name: 'Sami Haddad' })
  const company = await given(portal).company()
  const omar = await user('company_admin', { of: [company] })
  return { huda, sami, omar, asHuda: as(portal, huda), asSami: as(portal, sami), customer: as(portal, omar) }
}

describe('what an administrator sets', () => {
  it('is refused for a state that is gone, and changes nothing then (P5)', async () => {
    const { asHuda } = await office()
    const etag = { 'if-match': String((await asHuda.send(getProvider, {})).headers.etag) }
    const first = await asHuda.send(updateProvider, { body: { product_name: 'Gulf Visas' } }, etag)
    expect(first.status).toBe(200)
    const stale = await asHuda.send(updateProvider, { body: { product_name: 'Other Visas' } }, etag)
    expect([stale.status, stale.problem.detail]).toEqual([412, 'This was changed by someone else in the meantime'])
    expect((await asHuda.send(getProvider, {})).reply.product_name).toBe('Gulf Visas')
    const next = { 'if-match': String(first.headers.etag) }
    expect((await asHuda.send(updateProvider, { body: { product_name: '' } }, next)).status).toBe(200)
  })

  it('counts everywhere at once, and an empty text is the default again', async () => {
    const { asHuda, customer } = await office()
    const words = { new: { en: 'All fees.', ar: 'كل الرسوم.' }, renewal: { en: 'The renewal.' } }
    const body = { product_name: '  Gulf Visas ', support_contact: '+971 4 000 0000', price_words: words }
    const { status, reply } = await asHuda.send(updateProvider, { body })
    expect([status, reply.product_name, reply.fixed]).toEqual([200, 'Gulf Visas', []])
    const price_words = { new: words.new, renewal: { en: 'The renewal.', ar: null } }
    expect((await customer.send(getSettings, {})).reply).toMatchObject({ product_name: 'Gulf Visas', price_words })
    const seen = (await as(portal).send(getSettings, {})).reply
    expect(seen).toMatchObject({ product_name: 'Gulf Visas', support_contact: '+971 4 000 0000' })
    expect(seen.price_words).toBeUndefined()
    expect((await portal.app.inject('/api/docs/json')).json().info.title).toBe('Gulf Visas')
    await asHuda.send(updateProvider, { body: { product_name: '', price_words: { new: { en: '', ar: '' } } } })
    const now = (await customer.send(getSettings, {})).reply
    expect([now.product_name, now.support_contact, now.price_words?.new]).toEqual([
      'Visa Portal',
      '+971 4 000 0000',
      { en: null, ar: null },
    ])
  })

  it('is what a mail says that was queued before', async () => {
    const { asHuda } = await office()
    await deliverDue(portal, server.url)
    server.received.length = 0
    await ask(asHuda)
    await asHuda.send(updateProvider, { body: { product_name: 'Gulf Visas', support_contact: 'help@gulf.example' } })
    await deliverDue(portal, server.url)
    expect(server.received).toHaveLength(2)
    for (const { headers, subject, text } of server.received) {
      expect([headers.from, subject]).toEqual(['Gulf Visas <portal@localhost>', 'New bank details were asked for'])
      expect(text).toContain('asked for on Gulf Visas')
      expect(text).toContain('Questions? help@gulf.example')
      for (const value of [...Object.values(BANK), 'Huda Salem']) expect(text).toContain(value)
    }
  })

  it('is written into the history, but not where nothing changes', async () => {
    const { asHuda } = await office()
    const [before] = (await seal()).rows
    await asHuda.send(updateProvider, { body: { product_name: 'Gulf Visas' } })
    const { reply } = await asHuda.send(getProvider, {})
    await asHuda.send(updateProvider, { body: reply })
    const lines = await portal.db.select().from(history).where(sql`${history.seq} > coalesce(${before?.seq}::bigint, 0)`)
    const changes = [{ field: 'product_name', from: null, to: 'Gulf Visas' }]
    expect(lines).toMatchObject([{ record_type: 'settings', action: 'changed', actor_name: 'Huda Salem', changes }])
  })

  it('is refused where it is too long or cannot be', async () => {
    const { asHuda } = await office()
    expect((await asHuda.send(updateProvider, { body: { product_name: 'x'.repeat(61) } })).status).toBe(422)
    const wrong = await ask(asHuda, { bank: { ...BANK, iban: 'AE080331234567890123456' } })
    expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'bank.iban'])
    expect((await ask(asHuda, { bank: { ...BANK, iban: '' } })).status).toBe(422)
    expect((await ask(asHuda, { bank: { ...BANK, iban: 'ae07 0331 2345 6789 0123 456' } })).reply.bank_waiting?.bank).toEqual(BANK)
  })

  it('lets bank details wait as long as the environment sets others, so that none are said to be in force', async () => {
    const [huda, sami] = [await given(fixed).user('admin'), await given(fixed).user('admin')]
    const [id, at] = [crypto.randomUUID(), fixed.clock.moment.toISOString()]
    const waiting = { waiting_id: id, waiting_bank: BANK, waiting_by: huda.id, waiting_since: at, waiting_until: at }
    await fixed.db.insert(providerSettings).values(waiting)
    await settleBank(fixed.db, fixed.settings, fixed.clock.moment)
    const admin = as(fixed, sami)
    expect((await admin.send(getProvider, {})).reply).toMatchObject({ bank: { bank_name: 'Bank of the Gulf' }, bank_waiting: { id } })
    const refused = await admin.send(confirmBank, { params: { id }, body: { password: PASSWORD } })
    expect([refused.status, refused.problem.detail]).toEqual([409, 'The environment sets this value, so it cannot be changed here'])
    expect(await fixed.db.select().from(notices)).toEqual([])
    expect((await admin.send(cancelBank, { params: { id } })).reply.bank_waiting).toBeNull()
  })

  it('gives way to the environment, which nobody changes here', async () => {
    const admin = as(fixed, await given(fixed).user('admin'))
    await fixed.db
      .insert(providerSettings)
      .values({ product_name: 'Other', support_contact: 'other', bank: { ...BANK, bank_name: 'Other' } })
    const { reply } = await admin.send(getProvider, {})
    expect(reply).toMatchObject({
      product_name: 'Falcon Visas',
      support_contact: 'desk@falcon.example',
      bank: { bank_name: 'Bank of the Gulf' },
    })
    expect(reply.fixed).toEqual(['PRODUCT_NAME', 'SUPPORT_CONTACT', 'BANK_NAME', 'BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NUMBER', 'BANK_IBAN'])
    for (const body of [{ product_name: 'Mine' }, { support_contact: '' }, { bank: BANK, password: PASSWORD }]) {
      const { status, problem } = await admin.send(updateProvider, { body })
      expect([status, problem.detail]).toEqual([409, 'The environment sets this value, so it cannot be changed here'])
    }
    expect((await admin.send(updateProvider, { body: reply })).status).toBe(200)
    expect(await bankOf(admin)).toMatchObject({ bank_name: 'Bank of the Gulf' })
  })

  it('counts as not set where the row is wrong, which stops no server', async () => {
    const bank = { ...BANK, iban: 'AE00' }
    await portal.db
      .insert(providerSettings)
      .values({ product_name: ' ', support_contact: '', bank, bank_changed_at: '2026-11-19T00:00:00.000Z' })
    await portal.db.execute(sql`update provider_settings set price_words = '{"new": 7}'`)
    const { asHuda } = await office()
    const { status, reply } = await asHuda.send(getSettings, {})
    expect([status, reply.product_name, reply.support_contact, reply.bank]).toEqual([200, 'Visa Portal', null, null])
    expect(reply).not.toHaveProperty('price_words')
    expect(reply).not.toHaveProperty('bank_changed_at')
    expect((await asHuda.send(getProvider, {})).reply).toMatchObject({ product_name: 'Visa Portal', bank: null })
  })
})

describe('two servers', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  it('answer the same at the next request', async () => {
    const server = await startOtherServer(portal)
    ends.push(server.end)
    const other = as(server)
    const { asHuda } = await office()
    for (const product_name of ['Gulf Visas', 'Desert Visas']) {
      await asHuda.send(updateProvider, { body: { product_name } })
      expect((await other.send(getSettings, {})).reply.product_name).toBe(product_name)
    }
  })
})

describe('new bank details', () => {
  it('need the password again, and the code where two-step sign-in is on', async () => {
    const { huda, asHuda } = await office()
    for (const password of [undefined, 'wrong']) {
      const { status, problem } = await ask(asHuda, { password })
      expect([status, problem.errors?.[0]?.field]).toEqual([422, 'password'])
    }
    const { session, secret } = await switchOn(portal, huda)
    expect((await ask(session)).problem.errors?.[0]?.field).toBe('code')
    expect((await ask(session, { code: '000000' })).problem.errors?.[0]?.field).toBe('code')
    expect(await portal.db.$count(providerSettings, sql`waiting_id is not null`)).toBe(0)
    expect((await ask(session, { code: codeOf(secret, portal.clock.moment) })).reply.bank_waiting).toMatchObject({ own: true, bank: BANK })
  })

  it('come into force when another administrator confirms them, and every administrator is told', async () => {
    const { huda, sami, omar, asHuda } = await office()
    const asked = (await ask(asHuda)).reply
    expect(asked).toMatchObject({ bank: null, bank_waiting: { asked_by: 'Huda Salem', own: true, in_force_at: null } })
    const params = { id: asked.bank_waiting?.id ?? '' }
    hours(30)
    const asSami = as(portal, sami)
    expect(await bankOf(as(portal, omar))).toBeNull()
    const own = await as(portal, huda).send(confirmBank, { params, body: { password: PASSWORD } })
    expect([own.status, own.problem.detail]).toEqual([409, 'Another administrator must confirm what you asked for'])
    expect((await asSami.send(confirmBank, { params, body: { password: 'wrong' } })).status).toBe(422)
    const at = portal.clock.moment.toISOString()
    const confirmed = await asSami.send(confirmBank, { params, body: { password: PASSWORD } })
    expect(confirmed.reply).toMatchObject({ bank: BANK, bank_changed_at: at, bank_waiting: null })
    expect((await as(portal, omar).send(getSettings, {})).reply).toMatchObject({ bank: BANK, bank_changed_at: at })
    expect((await asSami.send(confirmBank, { params, body: { password: PASSWORD } })).status).toBe(409)
    hours(14 * 24)
    expect((await as(portal, omar).send(getSettings, {})).reply).not.toHaveProperty('bank_changed_at')
    expect((await actions()).slice(-2)).toEqual(['bank_asked Huda Salem', 'bank_in_force Sami Haddad'])
    const told = await portal.db.select().from(mails).where(eq(mails.kind, 'bank_details'))
    expect(told.map(({ user_id, facts }) => [user_id, facts?.decision, facts?.by]).toSorted()).toEqual(
      [
        [huda.id, 'asked', 'Huda Salem'],
        [huda.id, 'active', 'Sami Haddad'],
        [sami.id, 'asked', 'Huda Salem'],
        [sami.id, 'active', 'Sami Haddad'],
      ].toSorted(),
    )
    const kinds = (await as(portal, sami).send(listNotices, { query: {} })).reply.map(({ kind, decision }) => [kind, decision])
    expect(kinds).toEqual([
      ['bank_details', 'active'],
      ['bank_details', null],
    ])
  })

  it('come into force after 24 hours where there is only one administrator who can sign in', async () => {
    const { huda, sami, omar } = await office()
    await portal.db.update(users).set({ password_hash: null }).where(eq(users.id, sami.id))
    const { reply } = await ask(as(portal, huda))
    const due = new Date(portal.clock.moment.getTime() + 24 * 3_600_000).toISOString()
    expect(reply.bank_waiting?.in_force_at).toBe(due)
    hours(23.99)
    expect(await bankOf(as(portal, omar))).toBeNull()
    await settleBank(portal.db, portal.settings, portal.clock.moment)
    hours(0.01)
    expect((await as(portal, omar).send(getSettings, {})).reply).toMatchObject({ bank: BANK, bank_changed_at: due })
    expect((await as(portal, huda).send(getProvider, {})).reply).toMatchObject({ bank: BANK, bank_waiting: null })
    hours(2)
    await settleBank(portal.db, portal.settings, portal.clock.moment)
    await settleBank(portal.db, portal.settings, portal.clock.moment)
    expect((await as(portal, omar).send(getSettings, {})).reply).toMatchObject({ bank: BANK, bank_changed_at: due })
    expect((await actions()).slice(-2)).toEqual(['bank_asked Huda Salem', 'bank_in_force null'])
  })

  it('can be cancelled while they wait, and a second change waits for that', async () => {
    const { asHuda, asSami, customer } = await office()
    const id = (await ask(asHuda)).reply.bank_waiting?.id ?? ''
    const second = await ask(asSami, { bank: { ...BANK, bank_name: 'Second' } })
    expect([second.status, second.problem.detail]).toEqual([409, 'Other bank details are waiting already. Confirm or cancel them first.'])
    expect((await asSami.send(cancelBank, { params: { id } })).reply.bank_waiting).toBeNull()
    expect((await asSami.send(confirmBank, { params: { id }, body: { password: PASSWORD } })).status).toBe(409)
    expect((await asSami.send(cancelBank, { params: { id } })).status).toBe(409)
    expect(await bankOf(customer)).toBeNull()
    expect((await actions()).slice(-2)).toEqual(['bank_asked Huda Salem', 'bank_cancelled Sami Haddad'])
    expect((await ask(asSami)).status).toBe(200)
  })

  it('are confirmed once, however many confirm and cancel at the same time', async () => {
    const { asHuda, asSami } = await office()
    const id = (await ask(asHuda)).reply.bank_waiting?.id ?? ''
    const third = as(portal, await user('admin'))
    const confirm = (session: Session) => session.send(confirmBank, { params: { id }, body: { password: PASSWORD } })
    const answers = await Promise.all([confirm(asSami), confirm(third), asHuda.send(cancelBank, { params: { id } })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})
