import { readdir } from 'node:fs/promises'
import {
  DAY_MS,
  getDocument,
  listApplicationHistory,
  listCompanies,
  listUsers,
  registerClient,
  requestTopup,
  updateEmployee,
  uploadDocument,
} from 'contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF, PNG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { companies } from '../db/companies.table.ts'
import { history } from '../db/history.table.ts'
import { users } from '../db/people.table.ts'
import { sessions } from '../db/sessions.table.ts'
import { findBroken } from '../transactions/invariants.ts'
import { retain } from './retention.ts'

const portal = startPortal({ RETENTION_DOCUMENTS_DAYS: '365' })
const make = given(portal)
const inDays = (days: number) => new Date(START.getTime() + days * DAY_MS)
const retained = (days: number, yes = true) => retain(portal, inDays(days), { yes })
const filesKept = async () => (await readdir(portal.settings.files_dir)).filter((name) => name !== 'tmp')

const registration = (number: number) => ({
  company_name: `Waiting ${number} LLC`,
  trade_license: `CN-${number}`,
  contact_person: 'Omar Haddad',
  company_email: 'office@waiting.example',
  company_phone: '+971 4 000 0001',
  user_full_name: 'Omar Haddad',
  user_email: `omar.${number}@waiting.example`,
  user_password: 'falcon-2026',
})
const register = async (number: number) => (await as(portal).send(registerClient, { body: registration(number) })).reply
const isKept = async ({ user, company }: Awaited<ReturnType<typeof register>>) => [
  await portal.db.$count(users, eq(users.id, user.id)),
  await portal.db.$count(companies, eq(companies.id, company.id)),
]

beforeEach(async () => {
  await retained(10_000)
})

describe('a registration (T64)', () => {
  it('goes with its company after 90 days without an approval, and not a day sooner', async () => {
    const waiting = await register(1)
    expect(await retained(90)).toEqual(['1 × expired link', '2 × failed login, count of registrations or invitations'])
    expect(await isKept(waiting)).toEqual([1, 1])
    const line = 'the registration of omar.1@waiting.example, not approved for 90 days'
    expect(await retained(91, false)).toContain(line)
    expect(await isKept(waiting)).toEqual([1, 1])
    expect(await retained(91)).toContain(line)
    expect(await isKept(waiting)).toEqual([0, 0])
    expect(await retained(91)).toEqual([])
    expect((await register(1)).user.email).toBe('omar.1@waiting.example')
  })

  it('stays where its company has money or applications, and leaves a company that others are in', async () => {
    const [paid, busy, shared] = [await register(2), await register(3), await register(4)]
    await make.topup(paid.company, { approved: true })
    await make.application(busy.company)
    await make.user('company_admin', { of: [shared.company] })
    await retained(91)
    expect([await isKept(paid), await isKept(busy), await isKept(shared)]).toEqual([
      [1, 1],
      [1, 1],
      [0, 1],
    ])
    expect(await findBroken(portal.db)).toEqual([])
  })

  it('leaves no name in the history', async () => {
    const { user, company } = await register(5)
    const row = { happened_at: START.toISOString(), record_id: company.id, action: 'changed' as const, record_type: 'company' as const }
    const changes = [{ field: 'contact_person', from: null, to: 'Omar Haddad' }]
    await portal.db.insert(history).values({ id: crypto.randomUUID(), ...row, actor_id: user.id, actor_name: user.full_name, changes })
    await retained(91)
    expect(await portal.db.select().from(history).where(eq(history.record_id, company.id))).toMatchObject([
      { actor_name: 'erased', action: 'changed', changes: [{ field: 'contact_person', from: null, to: 'erased' }] },
    ])
  })

  it('that was approved stays', async () => {
    const admin = as(portal, await make.user('admin'))
    const { user, company } = await register(6)
    await portal.db.update(users).set({ approved: true }).where(eq(users.id, user.id))
    await retained(1_000)
    expect((await admin.send(listUsers, { query: { q: user.email } })).reply).toHaveLength(1)
    expect((await admin.send(listCompanies, { query: { q: company.name } })).reply).toHaveLength(1)
  })
})

describe('documents of a cancelled employee (T64)', () => {
  async function cancelled() {
    portal.clock.moment = START
    const company = await make.company()
    const admin = await make.user('admin')
    const person = await make.employee(company, {
      status: 'cancellation_requested',
      cancellation_reason: 'Left',
      cancellation_requested_at: START.toISOString(),
    })
    const application = await make.application(company, { employee_id: person.id, status: 'completed', completed_at: START.toISOString() })
    const stage = await make.stage(application, 'Visa Stamping', 'Approved')
    const held = [
      await make.document({ application_id: application.id, slot: 'photo' }, PNG),
      await make.document({ stage_id: stage.id }, PDF),
    ]
    await as(portal, admin).send(updateEmployee, { params: { id: person.id }, body: { status: 'cancelled' } })
    return { company, admin, person, application, held }
  }

  it('go after the set term, with their files, and the history says so', async () => {
    const { admin, application, held } = await cancelled()
    const ofCancelled = (told: string[]) => told.filter((one) => one.includes('cancelled'))
    expect(ofCancelled(await retained(365))).toEqual([])
    const line = '2 documents of Sara Khan, whose visa was cancelled more than 365 days ago'
    expect(await retained(366, false)).toContain(line)
    expect(await filesKept()).toEqual(expect.arrayContaining(held.map(({ id }) => id)))
    expect(await retained(366)).toContain(line)
    for (const { id } of held) {
      expect(await filesKept()).not.toContain(id)
      expect((await as(portal, admin).send(getDocument, { params: { id } })).status).toBe(404)
    }
    const { reply } = await as(portal, admin).send(listApplicationHistory, { params: { id: application.id } })
    expect(reply.map(({ action, actor_name, subject }) => [action, actor_name, subject]).toSorted()).toEqual([
      ['document_deleted', null, 'Visa Stamping'],
      ['document_deleted', null, 'photo'],
    ])
    expect(ofCancelled(await retained(366))).toEqual([])
  })

  it('stay while the term is not set, or somebody back at work or with an open application needs them', async () => {
    const [one, two, three] = [await cancelled(), await cancelled(), await cancelled()]
    await as(portal, two.admin).send(updateEmployee, { params: { id: two.person.id }, body: { status: 'active' } })
    await make.application(three.company, { employee_id: three.person.id })
    const without = { ...portal, settings: { ...portal.settings, retention_documents_days: undefined } }
    expect((await retain(without, inDays(10_000), { yes: true })).filter((line) => line.includes('cancelled'))).toEqual([])
    await retained(10_000)
    const kept = await filesKept()
    expect([one, two, three].map(({ held }) => held.filter(({ id }) => kept.includes(id)).length)).toEqual([0, 2, 2])
  })
})

describe('everything else', () => {
  it('that has expired goes when told so, and receipts stay', async () => {
    const company = await make.company()
    const { send } = as(portal, await make.user('company_admin', { of: [company] }))
    const upload = (await send(uploadDocument, { body: PDF as never }, { 'content-type': 'application/pdf' })).reply
    const receipt = (await send(requestTopup, { body: { amount: 500, receipt_document: dataString(PDF) } })).reply
    const kept = await filesKept()
    const sessionsKept = await portal.db.$count(sessions)
    const told = ['1 uploaded file that nobody used', `${sessionsKept} × expired session`, '1 × old notice']
    expect(await retained(100, false)).toEqual(told)
    expect([await filesKept(), await portal.db.$count(sessions)]).toEqual([kept, sessionsKept])
    expect(await retained(100)).toEqual(told)
    expect(await filesKept()).toEqual(kept.filter((id) => id !== upload.id))
    expect(kept).toContain(receipt.receipt_document?.split('/').at(-1))
    expect(await portal.db.$count(sessions)).toBe(0)
    expect(await findBroken(portal.db)).toEqual([])
  })
})
