import { sendMessage, setPreferences, setWork, submitApplication } from 'contract'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { newEmployee } from '../../../test/submission.ts'
import { installation } from '../db/installation.table.ts'
import { mails } from '../db/mails.table.ts'
import { notices } from '../db/notices.table.ts'
import { users } from '../db/people.table.ts'
import { queueDigest, queueSingle } from './administrators.ts'

const portal = startPortal()
const server = startMailServer()
const make = given(portal)
beforeEach(async () => {
  for (const table of [mails, notices, installation]) await portal.db.delete(table)
  await portal.db.update(users).set({ approved: false })
})

/** 8:00 in Dubai on the day of the tests, and so many minutes later. */
const at = (minutes: number, days = 0) => new Date(Date.parse('2026-11-20T04:00:00.000Z') + minutes * 60_000 + days * 86_400_000)

async function world() {
  const company = await make.company()
  const manager = as(portal, await make.user('company_admin', { of: [company] }))
  const [daily, each] = [await make.user('admin', { language: 'ar' }), await make.user('admin')]
  await as(portal, each).send(setPreferences, { body: { mail_rhythm: 'each' } })
  const submit = () => manager.send(submitApplication, { body: newEmployee(company, { passport_number: v7() }) })
  return { company, manager, daily, each, submit }
}

const happen = async (moment: Date, act: () => Promise<unknown>) => {
  portal.clock.moment = moment
  await act()
}
const queued = async (reader: { id: string }) =>
  (await portal.db.select().from(mails)).filter((mail) => mail.user_id === reader.id).map(({ kind, facts }) => ({ kind, ...facts }))

describe('the digest', () => {
  it('counts what came in from 8:00 to 8:00, and goes once a day whichever server asks, also after a restart at 7:59', async () => {
    const { daily, each, submit, manager } = await world()
    await happen(at(-60), async () => {
      const { reply } = await submit()
      await submit()
      await manager.send(sendMessage, { params: { id: reply.id }, body: { text: 'Hello' } })
    })
    await queueDigest(portal.db, at(-1))
    expect(await queued(daily)).toEqual([])
    await Promise.all([at(0), at(1), at(1)].map((moment) => queueDigest(portal.db, moment)))
    for (const minutes of [2, 60, 900]) await queueDigest(portal.db, at(minutes))
    expect(await queued(daily)).toEqual([{ kind: 'daily_digest', counts: { application_submitted: 2, message_received: 1 } }])
    expect(await queued(each)).toEqual([])
    await happen(at(1), submit)
    await queueDigest(portal.db, at(5, 1))
    expect((await queued(daily)).slice(1)).toEqual([{ kind: 'daily_digest', counts: { application_submitted: 1 } }])
  })

  it('is none where nothing came in, and one for all days that the portal was off', async () => {
    const { daily } = await world()
    await queueDigest(portal.db, at(0))
    for (const moment of [at(30), at(30, 1)]) {
      const row = { id: v7(), kind: 'application_submitted' as const, facts: {}, created_at: moment.toISOString() }
      await portal.db.insert(notices).values(row)
    }
    await queueDigest(portal.db, at(5, 3))
    expect(await queued(daily)).toEqual([{ kind: 'daily_digest', counts: { application_submitted: 2 } }])
    await queueDigest(portal.db, at(5, 4))
    expect(await queued(daily)).toHaveLength(1)
  })

  it('leaves out what its reader has switched off, and says the rest in their language', async () => {
    const { daily, submit, manager } = await world()
    await as(portal, daily).send(setPreferences, { body: { muted_mails: ['message_received'] } })
    await happen(at(-30), async () => {
      const { reply } = await submit()
      await manager.send(sendMessage, { params: { id: reply.id }, body: { text: 'Hello' } })
    })
    await queueDigest(portal.db, at(0))
    expect(await queued(daily)).toEqual([{ kind: 'daily_digest', counts: { application_submitted: 1 } }])
    portal.clock.moment = at(1)
    await deliverDue(portal, server.url)
    const [mail] = server.to(daily.email)
    expect(mail?.subject).toMatch(/[\u0600-\u06ff]/)
    expect(mail?.text).not.toContain('Sara')
  })
})

describe('single mails', () => {
  it('tell those who want them of each thing once, however many servers look', async () => {
    const { daily, each, submit, manager, company } = await world()
    await happen(START, async () => {
      const { reply } = await submit()
      await manager.send(sendMessage, { params: { id: reply.id }, body: { text: 'Hello' } })
    })
    await Promise.all([1, 2, 3].map(() => queueSingle(portal.db, START)))
    await queueSingle(portal.db, START)
    const told = { company_name: company.name, employee_name: 'Sara Khan' }
    expect(await queued(each)).toMatchObject([
      { kind: 'application_submitted', ...told },
      { kind: 'message_received', ...told },
    ])
    expect(await queued(daily)).toEqual([])
    await deliverDue(portal, server.url)
    expect(server.to(each.email).map(({ subject }) => subject)).toEqual([
      'New application for Sara Khan',
      'New message about the visa application of Sara Khan',
    ])
  })

  it('tell whoever carries a case of that one, and the digest leaves it out', async () => {
    const { daily, each, submit, manager } = await world()
    const [carried, other] = [(await submit()).reply, (await submit()).reply]
    const write = (id: string) => manager.send(sendMessage, { params: { id }, body: { text: 'Hello' } })
    await as(portal, daily).send(setWork, { params: { id: carried.id }, body: { assignee_id: daily.id } })
    await portal.db.delete(notices)
    await happen(at(-30), () => write(carried.id))
    await happen(at(-29), () => write(other.id))
    await queueSingle(portal.db, at(-20))
    expect(await queued(daily)).toMatchObject([{ kind: 'message_received', application_id: carried.id }])
    expect(await queued(each)).toHaveLength(2)
    await queueDigest(portal.db, at(0))
    expect((await queued(daily)).slice(1)).toEqual([{ kind: 'daily_digest', counts: { message_received: 1 } }])
    await happen(at(1), () => write(carried.id))
    await queueSingle(portal.db, at(2))
    await queueDigest(portal.db, at(3, 1))
    expect((await queued(daily)).map(({ kind }) => kind)).toEqual(['message_received', 'daily_digest', 'message_received'])
  })
})
