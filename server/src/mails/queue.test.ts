import { approveUser, registerClient } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { mails } from '../db/mails.table.ts'
import { queueMail } from './queue.ts'

const portal = startPortal()
const { user } = given(portal)
const queued = (user_id: string) => portal.db.select().from(mails).where(eq(mails.user_id, user_id))

const registration = (number: number) => ({
  company_name: `Company ${number}`,
  trade_license: `CN-${number}`,
  contact_person: 'Omar Haddad',
  company_email: 'office@falcon.example',
  company_phone: '+971 4 000 0001',
  user_full_name: 'Omar Haddad',
  user_email: `omar.${number}@falcon.example`,
  user_password: 'falcon-2026',
})

describe('queueMail', () => {
  it('queues nothing when the transaction does not commit', async () => {
    const reader = await user('employee')
    const failing = portal.db.transaction(async (tx) => {
      await queueMail(tx, { kind: 'account_approved', user_id: reader.id }, portal.clock.moment.toISOString())
      throw new Error('something else failed')
    })
    await expect(failing).rejects.toThrow('something else failed')
    expect(await queued(reader.id)).toEqual([])
  })

  it('is one mail however often the same is queued', async () => {
    const reader = await user('admin')
    const mail = {
      kind: 'registration_waiting',
      user_id: reader.id,
      company_name: 'Falcon Trading LLC',
      unique_key: `test ${reader.id}`,
    } as const
    await Promise.all(Array.from({ length: 5 }, () => queueMail(portal.db, mail, portal.clock.moment.toISOString())))
    expect(await queued(reader.id)).toHaveLength(1)
  })
})

describe('registerClient', () => {
  it('writes to the registrant, and to each admin once an hour', async () => {
    const admin = await user('admin')
    const first = await as(portal).send(registerClient, { body: registration(1) })
    await as(portal).send(registerClient, { body: registration(2) })
    expect(await queued(first.reply.user.id)).toMatchObject([
      { kind: 'registration_received', facts: { link: expect.stringContaining('/confirm-email#token=') } },
    ])
    expect(await queued(admin.id)).toMatchObject([{ kind: 'registration_waiting', facts: { company_name: 'Company 1' } }])
    portal.clock.moment = new Date(portal.clock.moment.getTime() + 60 * 60_000)
    await as(portal).send(registerClient, { body: registration(3) })
    expect(await queued(admin.id)).toHaveLength(2)
  })

  it('writes nothing when it is refused', async () => {
    const admin = await user('admin')
    const taken = { ...registration(4), user_email: (await user('employee')).email }
    expect((await as(portal).send(registerClient, { body: taken })).status).toBe(409)
    expect(await queued(admin.id)).toEqual([])
  })
})

describe('approveUser', () => {
  it('writes to the user, once however often it is pressed', async () => {
    const admin = as(portal, await user('admin'))
    const pending = await user('company_admin', { approved: false })
    await Promise.all(Array.from({ length: 4 }, () => admin.send(approveUser, { params: { id: pending.id } })))
    expect(await queued(pending.id)).toMatchObject([{ kind: 'account_approved', company_id: null }])
  })
})
