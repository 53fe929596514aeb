import { addStage, approveTopup, getApplication, rejectTopup, updateStage } from 'contract'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { mails } from '../db/mails.table.ts'

const portal = startPortal()
const server = startMailServer()
const { company, user, employee, application, topup } = given(portal)

const kindsTo = async (reader: { id: string }) =>
  (await portal.db.select().from(mails).where(eq(mails.user_id, reader.id))).map((mail) => mail.kind)
const factsTo = async (reader: { id: string }, kind: 'stage_decided' | 'topup_decided') =>
  (
    await portal.db
      .select()
      .from(mails)
      .where(and(eq(mails.user_id, reader.id), eq(mails.kind, kind)))
  ).map((mail) => mail.facts)

describe('a stage', () => {
  it('that is approved or rejected is told, with its note, once', async () => {
    const falcon = await company()
    const manager = await user('company_admin', { of: [falcon] })
    const of = await application(falcon)
    const admin = as(portal, await user('admin'))
    const params = { id: of.id }
    const { reply } = await admin.send(addStage, { params, body: { stage_name: 'Labor Fees', status: 'In Process' } })
    expect(await kindsTo(manager)).toEqual([])
    await admin.send(updateStage, { params: { id: reply.id }, body: { status: 'Rejected', notes: 'Signature missing' } })
    await admin.send(updateStage, { params: { id: reply.id }, body: { status: 'Rejected', notes: 'Signature still missing' } })
    await admin.send(updateStage, { params: { id: reply.id }, body: { notes: 'Only a note' } })
    await admin.send(addStage, { params, body: { stage_name: 'Entry Permit', status: 'Approved' } })
    expect(await factsTo(manager, 'stage_decided')).toMatchObject([
      { employee_name: 'Sara Khan', decision: { stage_name: 'Labor Fees', status: 'Rejected', notes: 'Signature missing' } },
      { employee_name: 'Sara Khan', decision: { stage_name: 'Entry Permit', status: 'Approved', notes: null } },
    ])
    await deliverDue(portal, server.url)
    expect(server.to(manager.email).map((mail) => mail.subject)).toEqual([
      'Labor Fees rejected for Sara Khan',
      'Entry Permit approved for Sara Khan',
    ])
  })

  it('is told with the note that it had, where the decision says nothing on it', async () => {
    const falcon = await company()
    const manager = await user('company_admin', { of: [falcon] })
    const params = { id: (await application(falcon)).id }
    const admin = as(portal, await user('admin'))
    const decide = async (stage_name: 'Labor Fees' | 'Entry Permit', notes?: '') => {
      const { reply } = await admin.send(addStage, { params, body: { stage_name, status: 'In Process', notes: 'Signature missing' } })
      await admin.send(updateStage, { params: { id: reply.id }, body: { status: 'Rejected', notes } })
    }
    await decide('Labor Fees')
    await decide('Entry Permit', '')
    expect(await factsTo(manager, 'stage_decided')).toMatchObject([
      { decision: { stage_name: 'Labor Fees', notes: 'Signature missing' } },
      { decision: { stage_name: 'Entry Permit', notes: null } },
    ])
  })

  it('is told to exactly those who can open the application (V4)', async () => {
    const falcon = await company()
    const oasis = await company({ name: 'Oasis Foods LLC' })
    const record = await employee(falcon)
    const elsewhere = await employee(oasis)
    const of = await application(falcon, { employee_id: record.id })
    const verified = { email_verified_at: START.toISOString() }
    const people = {
      manager: await user('company_admin', { of: [falcon] }),
      ofBoth: await user('company_admin', { of: [oasis, falcon] }),
      person: await user('employee', { of: [falcon], employee_id: record.id }),
      stranger: await user('company_admin', { of: [oasis] }),
      colleague: await user('employee', { of: [falcon], employee_id: (await employee(falcon, { passport_number: 'P7' })).id }),
      namesake: await user('employee', { of: [oasis], employee_id: elsewhere.id }),
      unverified: await user('employee', { of: [falcon], email: 'SARA.khan@people.example' }),
    }
    const admin = as(portal, await user('admin'))
    await admin.send(addStage, { params: { id: of.id }, body: { stage_name: 'Labor Fees', status: 'Approved' } })
    for (const [who, reader] of Object.entries(people)) {
      const opened = (await as(portal, reader).send(getApplication, { params: { id: of.id }, query: {} })).status === 200
      expect((await kindsTo(reader)).includes('stage_decided'), who).toBe(opened)
    }
    expect(await kindsTo(people.person)).toEqual(['stage_decided'])

    const alone = await application(falcon, { passport_number: 'Z1', email: 'aisha@people.example' })
    const aisha = await user('employee', { of: [falcon], email: 'Aisha@people.example', ...verified })
    await admin.send(addStage, { params: { id: alone.id }, body: { stage_name: 'Labor Fees', status: 'Approved' } })
    expect(await kindsTo(aisha)).toEqual(['stage_decided'])
  })

  it('of a Medical Test is told only as news (V7)', async () => {
    const falcon = await company()
    const manager = await user('company_admin', { of: [falcon] })
    const of = await application(falcon)
    const body = { stage_name: 'Medical Test', status: 'Rejected', notes: 'Tuberculosis scar' } as const
    await as(portal, await user('admin')).send(addStage, { params: { id: of.id }, body })
    expect(JSON.stringify(await factsTo(manager, 'stage_decided'))).not.toMatch(/Medical|Rejected|scar/)
    await deliverDue(portal, server.url)
    const [mail] = server.to(manager.email)
    expect(mail?.subject).toBe('News on the visa application of Sara Khan')
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/medical|rejected|scar/i)
    expect(mail?.text).toContain(`/applications/${of.id}`)
  })

  it('tells no passport number, salary, phone or private address', async () => {
    const falcon = await company()
    const manager = await user('company_admin', { of: [falcon] })
    const of = await application(falcon, { passport_number: 'CANARY-PASSPORT', salary_breakup: 'CANARY-SALARY', mobile: 'CANARY-MOBILE' })
    const admin = as(portal, await user('admin'))
    await admin.send(addStage, { params: { id: of.id }, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
    await deliverDue(portal, server.url)
    const [mail] = server.to(manager.email)
    expect(`${mail?.text}${mail?.html}`).toContain('Sara Khan')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/CANARY|sara\.khan@/)
  })

  it('that is refused is not told', async () => {
    const falcon = await company()
    const manager = await user('company_admin', { of: [falcon] })
    const of = await application(falcon)
    const admin = as(portal, await user('admin'))
    const add = () => admin.send(addStage, { params: { id: of.id }, body: { stage_name: 'Labor Fees', status: 'Approved' } })
    const statuses = (await Promise.all([add(), add(), add()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409])
    expect(await kindsTo(manager)).toEqual(['stage_decided'])
  })
})

describe('a top-up', () => {
  it('that is decided is told to the admins of its company, once', async () => {
    const falcon = await company()
    const manager = await user('company_admin', { of: [falcon] })
    const others = [await user('employee', { of: [falcon] }), await user('company_admin', { of: [await company()] })]
    const admin = as(portal, await user('admin'))
    const first = await topup(falcon, { aed: 1500 })
    const second = await topup(falcon, { aed: 20 })
    await Promise.all([1, 2, 3].map(() => admin.send(approveTopup, { params: { id: first.id }, body: {} })))
    await admin.send(rejectTopup, { params: { id: second.id }, body: { notes: 'Another amount on the receipt' } })
    const facts = await factsTo(manager, 'topup_decided')
    expect(facts).toEqual([
      { company_name: falcon.name, amount_fils: 150_000, reference: null, status: 'approved', notes: null },
      { company_name: falcon.name, amount_fils: 2_000, reference: null, status: 'rejected', notes: 'Another amount on the receipt' },
    ])
    for (const other of others) expect(await kindsTo(other)).toEqual([])
    await deliverDue(portal, server.url)
    expect(server.to(manager.email)[1]?.text).toContain('Another amount on the receipt')
  })
})
