import { copyMailLink, forgotPassword, inviteUser, listWaitingMails, login, setPassword } from 'contract'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { recordedBy } from '../../../test/recordedLines.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { mails } from '../db/mails.table.ts'
import { users } from '../db/people.table.ts'
import { queueMail } from '../mails/queue.ts'

const portal = startPortal()
const server = startMailServer()
const make = given(portal)
beforeEach(() => portal.db.delete(mails))

async function office() {
  const company = await make.company()
  const admin = as(portal, await make.user('admin'))
  const invite = async (email = `${v7()}@people.example`) => {
    const body = { email, full_name: 'Zara Quill', role: 'employee', company_id: company.id } as const
    return (await admin.send(inviteUser, { body })).reply
  }
  const waiting = async () => (await admin.send(listWaitingMails, { query: {} })).reply
  return { company, admin, invite, waiting }
}
const tokenOf = (link: string) => link.split('#token=')[1] ?? ''
const use = async (link: string) => (await as(portal).send(setPassword, { body: { token: tokenOf(link), password: PASSWORD } })).status
const isConfirmed = async ({ id }: { id: string }) => {
  const [found] = await portal.db.select({ at: users.email_verified_at }).from(users).where(eq(users.id, id))
  return found?.at !== null
}

describe('GET /mails/waiting', () => {
  it('names kind, reader and time of what is kept in the outbox, and nothing that is in it', async () => {
    const { admin, invite, waiting } = await office()
    const user = await invite()
    const row = { kind: 'invitation', reader_id: user.id, reader_name: 'Zara Quill', has_link: true }
    expect(await waiting()).toMatchObject([row])
    await deliverDue(portal)
    expect(await waiting()).toMatchObject([row])
    expect((await admin.send(listWaitingMails, { query: {} })).raw.payload).not.toMatch(/token|set-password|@people/)
    const [kept] = await portal.db.select().from(mails)
    expect(kept).toMatchObject({ ending: 'kept', facts: null })
  })

  it('is empty where a mail server has taken them', async () => {
    const { invite, waiting } = await office()
    await invite()
    await deliverDue(portal, server.url)
    expect(await waiting()).toEqual([])
  })

  it('comes in pages', async () => {
    const { admin, invite } = await office()
    for (let count = 0; count < 3; count++) await invite()
    const first = await admin.list(listWaitingMails, { query: { limit: 2 } })
    const second = await admin.list(listWaitingMails, { query: { limit: 2, cursor: first.next } })
    expect([first.total, first.items.length, second.items.length, second.next]).toEqual([3, 2, 1, undefined])
  })
})

describe('POST /mails/{id}/link', () => {
  it('answers a link that works once, ends the one in the outbox, and is a line of the journal each time', async () => {
    const { admin, invite, waiting } = await office()
    const user = await invite()
    await deliverDue(portal)
    const [mail] = await waiting()
    const params = { id: mail?.id ?? '' }
    const { answer, recorded } = await recordedBy(portal, () => admin.send(copyMailLink, { params }))
    expect(answer.reply.user).toEqual({ id: user.id, full_name: 'Zara Quill' })
    expect(recorded.accesses).toMatchObject([{ record_type: 'user', record_id: user.id, outcome: 'seen', call: 'POST /mails/{id}/link' }])
    const again = (await admin.send(copyMailLink, { params })).reply.link
    expect([await use(answer.reply.link), await use(again), await use(again)]).toEqual([410, 204, 410])
    const { status, problem } = await admin.send(copyMailLink, { params })
    expect([status, problem.detail]).toEqual([409, 'This invitation was used, or its reader is an administrator'])
    expect((await waiting())[0]?.has_link).toBe(false)
  })

  it('leaves the link of a mail that is still on its way, and ends it where the copied one is used', async () => {
    const { admin, invite, waiting } = await office()
    const [one, two] = [await invite(), await invite()]
    const copied = new Map<string, string>()
    for (const { id, reader_id } of await waiting()) copied.set(reader_id, (await admin.send(copyMailLink, { params: { id } })).reply.link)
    await deliverDue(portal, server.url)
    const mailed = (user: { email: string }) => /\S+#token=\S+/.exec(server.to(user.email)[0]?.text ?? '')?.[0] ?? ''
    expect([await use(mailed(one)), await use(copied.get(one.id) ?? '')]).toEqual([204, 410])
    expect([await use(copied.get(two.id) ?? ''), await use(mailed(two))]).toEqual([204, 410])
    expect([await isConfirmed(one), await isConfirmed(two)]).toEqual([true, false])
  })

  it('confirms no e-mail: whoever was handed the link need not read the mailbox', async () => {
    const { admin, invite, waiting } = await office()
    const user = await invite()
    await deliverDue(portal)
    const [mail] = await waiting()
    expect(await use((await admin.send(copyMailLink, { params: { id: mail?.id ?? '' } })).reply.link)).toBe(204)
    expect(await isConfirmed(user)).toBe(false)
    expect((await as(portal).send(login, { body: { email: user.email, password: PASSWORD } })).status).toBe(200)
  })

  it('copies the newest invitation of a person alone, whose older links are dead', async () => {
    const { admin, invite, waiting } = await office()
    const { email } = await invite()
    await deliverDue(portal)
    await invite(email)
    const [newer, older] = await waiting()
    expect([newer?.has_link, older?.has_link]).toEqual([true, false])
    const { status, problem } = await admin.send(copyMailLink, { params: { id: older?.id ?? '' } })
    expect([status, problem.detail]).toEqual([409, 'A newer invitation replaced this one'])
    expect(await use((await admin.send(copyMailLink, { params: { id: newer?.id ?? '' } })).reply.link)).toBe(204)
  })

  it('opens no administrator, no reset, and nothing that was sent', async () => {
    const { admin, invite, waiting } = await office()
    const user = await invite()
    const known = await make.user('company_admin')
    await as(portal).send(forgotPassword, { body: { email: known.email } })
    await portal.db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id))
    const statuses = []
    for (const { id, has_link } of await waiting()) {
      expect(has_link).toBe(false)
      statuses.push((await admin.send(copyMailLink, { params: { id } })).status)
    }
    expect(statuses).toEqual([409, 409])
    const link = 'https://portal.example/set-password#token=x'
    await queueMail(
      portal.db,
      { kind: 'invitation', user_id: known.id, link, invited_by: 'A', company_name: 'B' },
      portal.clock.moment.toISOString(),
    )
    await portal.db.execute(sql`update mails set ended_at = created_at, ending = 'sent', facts = null`)
    for (const { id } of await portal.db.select().from(mails)) expect((await admin.send(copyMailLink, { params: { id } })).status).toBe(404)
  })
})
