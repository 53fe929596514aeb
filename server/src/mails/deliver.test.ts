import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fils, registerClient } from 'contract'
import { eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { readMail } from '../../../test/mail.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { refusal, startMailServer } from '../../../test/smtp.ts'
import { mails } from '../db/mails.table.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { findNextDue } from './queries.ts'
import { queueMail } from './queue.ts'
import { sweepMailTraces, sweepOutbox } from './sweeper.ts'

const portal = startPortal({ PUBLIC_URL: 'https://portal.example', MAIL_FROM: 'Visa desk <desk@portal.example>' })
const server = startMailServer()
const { user, company } = given(portal)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (ms: number) => {
  portal.clock.moment = new Date(START.getTime() + ms)
}
const now = () => portal.clock.moment.toISOString()
const stored = async (user_id: string) => (await portal.db.select().from(mails).where(eq(mails.user_id, user_id)))[0]
const LINK = 'https://portal.example/set-password#token=a-secret'

describe('a queued mail', () => {
  it('is sent once, from the settings to the reader, and what it said is wiped', async () => {
    const reader = await user('employee', { full_name: 'Layla Nasser' })
    await queueMail(portal.db, { kind: 'password_reset', user_id: reader.id, link: LINK }, now())
    await Promise.all([deliverDue(portal, server.url), deliverDue(portal, server.url)])
    await deliverDue(portal, server.url)
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    const row = await stored(reader.id)
    expect(mail?.headers).toMatchObject({
      from: 'Visa desk <desk@portal.example>',
      to: `Layla Nasser <${reader.email}>`,
      'message-id': `<${row?.id}@portal.example>`,
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.text).toContain(LINK)
    expect(mail?.html).toContain(`href="${LINK}"`)
    expect(row).toMatchObject({ ending: 'sent', facts: null })
  })

  it('of a kind that only a newer version knows waits for that one', async () => {
    const reader = await user('employee')
    await portal.db.execute(sql`alter table mails drop constraint mails_kind`)
    await portal.db.execute(sql`insert into mails (id, kind, user_id, facts, created_at, due_at)
      values (${v7()}, 'of_tomorrow', ${reader.id}, '{}', ${now()}, ${now()})`)
    await queueMail(portal.db, { kind: 'account_approved', user_id: reader.id }, now())
    expect(await findNextDue(portal.db)).toBe(now())
    await deliverDue(portal, server.url)
    expect(server.to(reader.email)).toHaveLength(1)
    expect(await findNextDue(portal.db)).toBeUndefined()
    const [left] = await portal.db.delete(mails).where(sql`kind = 'of_tomorrow'`).returning()
    expect(left).toMatchObject({ ending: null, tries: 0 })
  })

  it('names its reader in one line of its head, whatever their name is', async () => {
    const reader = await user('employee', { full_name: 'Layla\r\nBcc: all@falcon.example\u202e Nasser' })
    await queueMail(portal.db, { kind: 'account_approved', user_id: reader.id }, now())
    await deliverDue(portal, server.url)
    const [mail] = server.to(reader.email)
    expect(mail?.headers.to).toBe(`"Layla Bcc: all@falcon.example Nasser" <${reader.email}>`)
    expect(mail?.headers.bcc).toBeUndefined()
  })

  it('comes in the language that its reader has when it goes, mirrored in Arabic', async () => {
    const reader = await user('employee')
    await queueMail(portal.db, { kind: 'account_approved', user_id: reader.id }, now())
    await portal.db.update(users).set({ language: 'ar' }).where(eq(users.id, reader.id))
    await deliverDue(portal, server.url)
    const [mail] = server.to(reader.email)
    expect(mail?.subject).toBe('تمت الموافقة على حسابك ويمكنك تسجيل الدخول الآن')
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
  })

  it('is not sent when its reader has switched the kind off, but is where they cannot', async () => {
    const reader = await user('admin', { muted_mails: ['registration_waiting', 'password_reset'] })
    await queueMail(portal.db, { kind: 'registration_waiting', user_id: reader.id, company_name: 'Falcon Trading LLC' }, now())
    await deliverDue(portal, server.url)
    expect(server.to(reader.email)).toEqual([])
    expect(await stored(reader.id)).toMatchObject({ ending: 'muted', facts: null })
    await queueMail(portal.db, { kind: 'password_reset', user_id: reader.id, link: LINK }, now())
    await deliverDue(portal, server.url)
    expect(server.to(reader.email)).toHaveLength(1)
  })

  it('is not sent to somebody who meanwhile left the company or is no longer approved', async () => {
    const falcon = await company()
    const left = await user('company_admin', { of: [falcon] })
    const suspended = await user('company_admin', { of: [falcon] })
    const topup = { kind: 'topup_decided', company_id: falcon.id, company_name: falcon.name, status: 'approved' } as const
    for (const { id } of [left, suspended])
      await queueMail(portal.db, { ...topup, amount_fils: fils(100), notes: null, user_id: id }, now())
    await portal.db.delete(userCompanies).where(eq(userCompanies.user_id, left.id))
    await portal.db.update(users).set({ approved: false }).where(eq(users.id, suspended.id))
    await deliverDue(portal, server.url)
    expect(server.received).toEqual([])
    expect(await stored(left.id)).toMatchObject({ ending: 'withdrawn' })
    expect(await stored(suspended.id)).toMatchObject({ ending: 'withdrawn' })
  })

  it('goes with its reader when they are deleted', async () => {
    const reader = await user('employee')
    await queueMail(portal.db, { kind: 'account_approved', user_id: reader.id }, now())
    await portal.db.delete(users).where(eq(users.id, reader.id))
    await queueMail(portal.db, { kind: 'account_approved', user_id: reader.id }, now())
    await deliverDue(portal, server.url)
    expect(server.received).toEqual([])
  })
})

describe('the connection', () => {
  /** The same server under an address that does not look local. */
  const elsewhere = () => server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')

  it('is encrypted or not made, as links in mails open accounts', async () => {
    const asked: string[] = []
    server.onRecipient = (address) => {
      asked.push(address)
      return undefined
    }
    const reader = await user('employee')
    await queueMail(portal.db, { kind: 'password_reset', user_id: reader.id, link: LINK }, now())
    await deliverDue(portal, elsewhere())
    expect(asked).toEqual([])
    expect(await stored(reader.id)).toMatchObject({ ending: null, tries: 1 })
    at(MINUTE)
    await deliverDue(portal, `${elsewhere()}?ignoreTLS=true`)
    expect(asked).toEqual([reader.email])
  })
})

describe('a mail to somebody whom nobody has vouched for', () => {
  it('repeats nothing that they typed, as the address may be another person’s', async () => {
    const body = {
      ...{ company_name: 'Prizes at evil.example', trade_license: 'X1', contact_person: 'evil.example', company_phone: '04' },
      ...{ company_email: 'office@evil.example', user_full_name: 'You won evil.example', user_email: 'victim@people.example' },
      user_password: 'falcon-2026',
    }
    const { reply } = await as(portal).send(registerClient, { body })
    await queueMail(portal.db, { kind: 'password_reset', user_id: reply.user.id, link: LINK }, now())
    await deliverDue(portal, server.url)
    const sent = server.to('victim@people.example')
    expect(sent).toHaveLength(2)
    for (const { headers, text, html } of sent) expect(JSON.stringify({ headers, text, html })).not.toContain('evil')
  })
})

describe('a mail to somebody who waits for approval', () => {
  it('warns of a changed password, without a name', async () => {
    const pending = await user('company_admin', { approved: false })
    const happened = { at: now(), browser: null, system: null }
    for (const kind of ['password_changed', 'new_device'] as const)
      await queueMail(portal.db, { kind, user_id: pending.id, ...happened }, now())
    await deliverDue(portal, server.url)
    expect(server.to(pending.email).map(({ subject }) => subject)).toEqual(['The password of your account was changed'])
    expect(server.to(pending.email)[0]?.text).not.toContain('Hello')
  })
})

describe('an invitation', () => {
  it('names its reader in its head only where that looks like a name', async () => {
    const named = await user('employee', { full_name: 'Sara Khan' })
    const mean = await user('employee', { full_name: 'Call +971 50 123 4567 at once' })
    const by = { invited_by: 'Omar Haddad', company_name: 'Falcon Trading LLC', link: LINK }
    for (const { id } of [named, mean]) await queueMail(portal.db, { kind: 'invitation', user_id: id, ...by }, now())
    await deliverDue(portal, server.url)
    expect(server.received.map(({ headers }) => headers.to)).toEqual([`Sara Khan <${named.email}>`, mean.email])
    expect(server.to(mean.email)[0]?.raw).not.toContain('+971')
  })
})

describe('a mail that the server does not take yet', () => {
  it('is tried again after longer and longer pauses, with the same Message-ID, and does not hold up others', async () => {
    const busy = await user('employee')
    const other = await user('employee')
    server.onRecipient = (address) => (address === busy.email ? refusal(451) : undefined)
    for (const { id } of [busy, other]) await queueMail(portal.db, { kind: 'account_approved', user_id: id }, now())
    expect(await deliverDue(portal, server.url)).toBe(2)
    expect(server.to(other.email)).toHaveLength(1)
    const tries: number[] = []
    for (let minute = 1; minute <= 20; minute++) {
      at(minute * MINUTE)
      if (await deliverDue(portal, server.url)) tries.push(minute)
    }
    expect(tries).toEqual([1, 3, 7, 15])
    server.onRecipient = () => undefined
    at(31 * MINUTE)
    await deliverDue(portal, server.url)
    expect(server.to(busy.email).map((mail) => mail.headers['message-id'])).toEqual([`<${(await stored(busy.id))?.id}@portal.example>`])
  })

  it('is kept for a day, also while no server answers, then given up', async () => {
    const reader = await user('employee')
    await queueMail(portal.db, { kind: 'account_approved', user_id: reader.id }, now())
    const nobody = 'smtp://127.0.0.1:1'
    for (let hour = 0; hour < 24; hour++) {
      at(hour * HOUR)
      await deliverDue(portal, nobody)
    }
    expect(await stored(reader.id)).toMatchObject({ ending: null })
    at(25 * HOUR)
    await deliverDue(portal, nobody)
    expect(await stored(reader.id)).toMatchObject({ ending: 'given_up', facts: null })
  })

  it('is given up at once when its recipient is refused for good, and logged without them (T60)', async () => {
    const reader = await user('employee', { full_name: 'Canary Nasser', email: 'canary@people.example' })
    const lines: string[] = []
    const { log } = Fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } })
    server.onRecipient = (address) => Object.assign(new Error(`no ${address} here`), { responseCode: 451 })
    await queueMail(portal.db, { kind: 'password_reset', user_id: reader.id, link: LINK }, now())
    await deliverDue(portal, server.url, log)
    server.onRecipient = (address) => Object.assign(new Error(`no ${address} here`), { responseCode: 550 })
    at(MINUTE)
    await deliverDue(portal, server.url, log)
    const row = await stored(reader.id)
    expect(row).toMatchObject({ ending: 'given_up' })
    const told = { kind: 'password_reset', mail_id: row?.id, code: 'EENVELOPE', command: 'RCPT TO' }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, msg: 'a mail could not be sent yet', response_code: 451, ...told },
      { level: 50, msg: 'a mail was given up', response_code: 550, ...told },
    ])
    expect(lines.join()).not.toMatch(/canary|secret|token/i)
  })

  it('is given up when the link in it has ended', async () => {
    const reader = await user('employee')
    await queueMail(portal.db, { kind: 'password_reset', user_id: reader.id, link: LINK }, now())
    at(HOUR)
    await deliverDue(portal, server.url)
    expect(server.received).toEqual([])
    expect(await stored(reader.id)).toMatchObject({ ending: 'given_up', facts: null })
  })
})

describe('without SMTP', () => {
  it('a mail lands in the outbox, for the user of the portal alone', async () => {
    const reader = await user('employee')
    await queueMail(portal.db, { kind: 'password_reset', user_id: reader.id, link: LINK }, now())
    await deliverDue(portal)
    const folder = portal.settings.outbox_dir
    const files = await readdir(folder)
    expect(files).toEqual([`2026-11-20T06-00-00-000Z-password_reset-${(await stored(reader.id))?.id}.eml`])
    const path = join(folder, files[0] ?? '')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await readMail(await readFile(path))).text).toContain(LINK)
  })

  it('it lies there for a month', async () => {
    const files = () => readdir(portal.settings.outbox_dir)
    const sweepAfter = async (days: number) => {
      const moment = new Date(Date.now() + days * 24 * HOUR)
      await sweepMailTraces(portal.db, moment)
      await sweepOutbox(portal.settings.outbox_dir, moment)
    }
    await sweepAfter(29)
    expect(await files()).toHaveLength(1)
    await sweepAfter(31)
    expect(await files()).toEqual([])
  })
})
