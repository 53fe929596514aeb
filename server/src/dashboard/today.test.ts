import {
  addStage,
  approveTopup,
  approveUser,
  countWaiting,
  getApplication,
  getBalance,
  getToday,
  inviteUser,
  listExpiringVisas,
  MAX_A_DAY,
  MAX_WAITING,
  type Reply,
  requestCancellation,
  saveDraft,
  sendMessage,
  setCompanyDocuments,
  submitApplication,
  type WorkKind,
} from 'contract'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'

const portal = startPortal()
const make = given(portal)

/** A Friday; working days end on the one before the weekend. */
const TODAY = '2026-11-20T06:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString()
const paper = dataString(PDF, 'application/pdf')

const NOTHING = { applications: 0, employees: 0, billing: 0, users: 0, companies: [] }

const groupOf = ({ groups }: Reply<typeof getToday>, kind: WorkKind) => groups.find((group) => group.kind === kind)
const namesOf = (today: Reply<typeof getToday>, kind: WorkKind) => groupOf(today, kind)?.items.map(({ name }) => name)

async function viewerOf(role: 'admin' | 'company_admin' | 'employee', row: Parameters<typeof make.user>[1] = {}) {
  const { send } = as(portal, await make.user(role, row))
  return {
    send,
    today: async () => (await send(getToday, {})).reply,
    counts: async () => (await send(countWaiting, {})).reply,
  }
}

beforeEach(async () => {
  await portal.db.execute(sql`delete from companies`)
  await portal.db.execute(sql`delete from users`)
})

describe('what waits for an administrator', () => {
  it('is a registration, oldest first, with what speaks against it', async () => {
    const [first, second] = [await make.company({ created_at: daysAgo(3) }), await make.company({ name: 'Second LLC' })]
    const young = await make.user('company_admin', { of: [second], approved: false, full_name: 'Younger' })
    await make.user('company_admin', { of: [first], approved: false, full_name: 'Older', created_at: daysAgo(2), email_verified_at: TODAY })
    const admin = await viewerOf('admin')
    const today = await admin.today()
    expect(namesOf(today, 'registration')).toEqual(['Older', 'Younger'])
    expect(groupOf(today, 'registration')).toMatchObject({
      count: 2,
      items: [
        { company_name: first.name, since: daysAgo(2), doubts: [] },
        { id: young.id, company_name: 'Second LLC', doubts: ['email_not_confirmed', 'trade_license_seen_before'] },
      ],
    })
    expect((await admin.counts()).users).toBe(2)
    await admin.send(approveUser, { params: { id: young.id } })
    expect(namesOf(await admin.today(), 'registration')).toEqual(['Older'])
    expect((await admin.counts()).users).toBe(1)
  })

  it('is no administrator whose account has ended', async () => {
    await make.user('admin', { approved: false })
    const admin = await viewerOf('admin')
    expect((await admin.today()).groups).toEqual([])
    expect(await admin.counts()).toEqual(NOTHING)
  })

  it('is a top-up that nobody has decided', async () => {
    const company = await make.company()
    await make.topup(company, { approved: true })
    const { id } = await make.topup(company, { aed: 1_250.5 })
    const admin = await viewerOf('admin')
    expect(groupOf(await admin.today(), 'topup')).toMatchObject({ count: 1, items: [{ id, name: company.name, amount: 1_250.5 }] })
    expect((await admin.counts()).billing).toBe(1)
    await admin.send(approveTopup, { params: { id }, body: {} })
    expect(groupOf(await admin.today(), 'topup')).toBeUndefined()
    expect((await admin.counts()).billing).toBe(0)
  })

  it('is a cancellation request', async () => {
    const company = await make.company()
    const { id } = await make.employee(company)
    const customer = await viewerOf('company_admin', { of: [company] })
    await customer.send(requestCancellation, { body: { employee_id: id, reason: 'Left' } })
    const admin = await viewerOf('admin')
    expect(groupOf(await admin.today(), 'cancellation')).toMatchObject({
      count: 1,
      items: [{ id, name: 'Sara Khan', company_name: company.name, since: TODAY }],
    })
    expect((await admin.counts()).employees).toBe(1)
    expect(groupOf(await customer.today(), 'cancellation')).toBeUndefined()
  })

  it('is a case whose stage is to begin, or one that is late: each once, fast track first, then the oldest', async () => {
    const company = await make.company()
    const usual = { submitted_at: daysAgo(2) }
    await make.application(company, { employee_name: 'Waits', submitted_at: daysAgo(3) })
    await make.application(company, { employee_name: 'Urgent', priority: 'fast_track', ...usual })
    await make.application(company, { employee_name: 'Late', submitted_at: daysAgo(15) })
    await make.application(company, { employee_name: 'Done', status: 'completed', completed_at: TODAY, submitted_at: daysAgo(90) })
    const begun = await make.application(company, { employee_name: 'Begun', ...usual })
    await make.stage(begun, 'Offer Letter', 'In Process')
    const stuck = await make.application(company, { employee_name: 'Stuck', submitted_at: daysAgo(40) })
    const admin = await viewerOf('admin')
    await admin.send(addStage, { params: { id: stuck.id }, body: { stage_name: 'Offer Letter', status: 'In Process' } })
    const today = await admin.today()
    expect(today.groups.map(({ kind, count }) => [kind, count])).toEqual([
      ['late', 2],
      ['not_begun', 2],
    ])
    expect(namesOf(today, 'late')).toEqual(['Stuck', 'Late'])
    expect(namesOf(today, 'not_begun')).toEqual(['Urgent', 'Waits'])
    expect(groupOf(today, 'late')?.items).toMatchObject([
      { late: true, stage_status: 'In Process', next_stage: null },
      { late: true, stage_status: null, next_stage: 'Offer Letter', company_name: company.name, since: daysAgo(15) },
    ])
    expect(groupOf(today, 'not_begun')?.items[0]).toMatchObject({ late: false, stage_name: 'Offer Letter', next_stage: 'Offer Letter' })
    expect((await admin.counts()).applications).toBe(4)
  })

  it('is a refusal that the company has answered, first of all, until a stage changes or it is late', async () => {
    const company = await make.company()
    const refuse = async (row: Parameters<typeof make.application>[1]) => {
      const { id } = await make.application(company, row)
      await admin.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'Rejected', notes: 'Too dark' } })
      return id
    }
    const admin = await viewerOf('admin')
    const customer = await viewerOf('company_admin', { of: [company] })
    const params = { id: await refuse({ employee_name: 'Answered', submitted_at: daysAgo(1) }) }
    await refuse({ employee_name: 'Silent', submitted_at: daysAgo(1) })
    await make.application(company, { employee_name: 'Waits', submitted_at: daysAgo(2) })
    expect((await admin.today()).groups.map(({ kind }) => kind)).toEqual(['not_begun'])
    await customer.send(sendMessage, { params, body: { documents: [paper] } })
    const today = await admin.today()
    expect(today.groups.map(({ kind, count }) => [kind, count])).toEqual([
      ['answered', 1],
      ['not_begun', 1],
    ])
    const item = { id: params.id, name: 'Answered', stage_status: 'Rejected', answered_at: TODAY, company_name: company.name, late: false }
    expect(groupOf(today, 'answered')?.items).toMatchObject([item])
    expect((await admin.counts()).applications).toBe(2)
    expect(groupOf(await customer.today(), 'refused')?.items).toMatchObject([{ answered_at: TODAY }, { answered_at: null }])
    await portal.db.execute(sql`update visa_applications set stage_since = ${daysAgo(40)} where id = ${params.id}`)
    expect((await admin.today()).groups.map(({ kind }) => kind)).toEqual(['late', 'not_begun'])
    expect(groupOf(await admin.today(), 'late')?.items).toMatchObject([{ ...item, late: true }])
    await admin.send(addStage, { params, body: { stage_name: 'Labor Fees' } })
    expect((await admin.send(getApplication, { params, query: {} })).reply.answered_at).toBeNull()
  })

  it('names the next stage that applies where the current one does not', async () => {
    const company = await make.company()
    const outside = await make.application(company, { employee_location: 'outside_uae' })
    const admin = await viewerOf('admin')
    for (const stage_name of ['Offer Letter', 'Labor Fees', 'Entry Permit'] as const)
      await admin.send(addStage, { params: { id: outside.id }, body: { stage_name, status: 'Approved' } })
    expect(groupOf(await admin.today(), 'not_begun')?.items).toMatchObject([{ stage_name: 'Change Status', next_stage: 'Medical Test' }])
    const { send } = admin
    await send(addStage, { params: { id: outside.id }, body: { stage_name: 'Medical Test' } })
    expect(groupOf(await admin.today(), 'not_begun')).toBeUndefined()
  })

  it('is a visa that has expired or soon will, without a renewal', async () => {
    const company = await make.company()
    const record = (employee_name: string, passport_number: string, visa_expiry_date: string) =>
      make.employee(company, { employee_name, passport_number, visa_expiry_date })
    const gone = await record('Gone', 'G1', '2026-11-19')
    await record('Longer gone', 'G2', '2026-11-01')
    await record('Today', 'T1', '2026-11-20')
    await record('Next month', 'M1', '2026-12-20')
    await record('Later', 'L1', '2026-12-21')
    const renewed = await record('Renewed', 'R1', '2026-11-10')
    await make.application(company, {
      application_type: 'renewal',
      employee_id: renewed.id,
      passport_number: 'R1',
      submitted_at: daysAgo(1),
    })
    await make.employee(company, { passport_number: 'C1', status: 'cancelled', visa_expiry_date: '2026-11-10' })
    const admin = await viewerOf('admin')
    const customer = await viewerOf('company_admin', { of: [company] })
    for (const { today } of [admin, customer]) {
      expect(groupOf(await today(), 'expired')).toMatchObject({
        count: 2,
        items: [{ name: 'Longer gone' }, { id: gone.id, name: 'Gone', expires_on: '2026-11-19' }],
      })
      expect(groupOf(await today(), 'expiring')).toEqual({ kind: 'expiring', count: 2, items: [] })
    }
    expect((await customer.counts()).employees).toBe(4)
    expect((await admin.counts()).employees).toBe(0)
  })

  it('names five at most, and stops counting', async () => {
    const company = await make.company()
    for (let number = 0; number < 7; number++) await make.application(company)
    const admin = await viewerOf('admin')
    const few = groupOf(await admin.today(), 'not_begun')
    expect([few?.count, few?.items.length]).toEqual([7, 5])
    await portal.db.execute(sql`insert into transactions (id, company_id, type, status, amount_fils, direction, created_at)
      select gen_random_uuid(), ${company.id}, 'topup', 'pending', 100, 'credit', now() from generate_series(1, ${MAX_WAITING + 50})`)
    expect(groupOf(await admin.today(), 'topup')?.count).toBe(MAX_WAITING + 1)
    expect((await admin.counts()).billing).toBe(MAX_WAITING + 1)
  })
})

describe('what waits for a company', () => {
  it('is a refused case, with the first line of its note, until it is no longer refused', async () => {
    const [company, other] = [await make.company(), await make.company()]
    const { id } = await make.application(company)
    await make.application(other)
    const admin = await viewerOf('admin')
    const notes = '  Repeat the X-ray\nThe picture is dark'
    const { reply } = await admin.send(addStage, { params: { id }, body: { stage_name: 'Medical Test', status: 'Rejected', notes } })
    const customer = await viewerOf('company_admin', { of: [company, other] })
    expect(groupOf(await customer.today(), 'refused')).toMatchObject({
      count: 1,
      items: [
        {
          id,
          name: 'Sara Khan',
          stage_name: 'Medical Test',
          stage_status: 'Rejected',
          note: 'Repeat the X-ray',
          since: reply.updated_at,
          company_name: null,
        },
      ],
    })
    expect((await customer.counts()).applications).toBe(1)
    const colleague = await viewerOf('company_admin', { of: [other] })
    expect(groupOf(await colleague.today(), 'refused')).toBeUndefined()
    expect((await colleague.counts()).applications).toBe(0)
    await portal.db.execute(sql`update stages set status = 'In Process' where application_id = ${id}`)
    expect(groupOf(await customer.today(), 'refused')).toBeUndefined()
  })

  it('is what it owes, unless its pending top-ups cover that', async () => {
    const company = await make.company()
    await make.topup(company, { approved: true, aed: 1_000 })
    const customer = await viewerOf('company_admin', { of: [company] })
    for (const passport_number of ['P1', 'P2']) await customer.send(submitApplication, { body: newEmployee(company, { passport_number }) })
    expect(groupOf(await customer.today(), 'dues')).toMatchObject({
      count: 2,
      items: [{ name: company.name, amount: 13_000, missing: 12_000 }],
    })
    expect((await customer.counts()).billing).toBe(2)
    await make.topup(company, { aed: 11_999 })
    expect(groupOf(await customer.today(), 'dues')?.items).toMatchObject([{ amount: 13_000, missing: 1 }])
    await make.topup(company, { aed: 1 })
    expect(groupOf(await customer.today(), 'dues')).toBeUndefined()
    expect((await customer.counts()).billing).toBe(0)
  })

  it('is an own draft of that company', async () => {
    const company = await make.company()
    const customer = await viewerOf('company_admin', { of: [company] })
    await customer.send(saveDraft, {
      params: { kind: 'renewal' },
      query: { company_id: company.id },
      body: { fields: { employee_name: 'Sara' } },
    })
    expect(groupOf(await customer.today(), 'draft')).toMatchObject({
      count: 1,
      items: [{ draft_kind: 'renewal', since: TODAY, name: null }],
    })
    expect(groupOf(await (await viewerOf('company_admin', { of: [company] })).today(), 'draft')).toBeUndefined()
  })

  it('are four first steps, each ticked by what is there, until all are done', async () => {
    const company = await make.company()
    const customer = await viewerOf('company_admin', { of: [company] })
    const steps = async () => (await customer.today()).first_steps
    expect(await steps()).toEqual({ papers: 0, papers_done: false, topped_up: false, applied: false, invited: false })
    const papers = { trade_license: paper, establishment_card: paper, shareholder_passport: paper, other_doc_1: paper }
    await customer.send(setCompanyDocuments, { params: { id: company.id }, body: papers })
    expect(await steps()).toMatchObject({ papers: 4, papers_done: false })
    await customer.send(setCompanyDocuments, { params: { id: company.id }, body: { shareholder_eid: paper } })
    await make.topup(company)
    expect(await steps()).toMatchObject({ papers: 5, papers_done: true, topped_up: true, applied: false, invited: false })
    await customer.send(submitApplication, { body: newEmployee(company) })
    expect(await steps()).toMatchObject({ applied: true })
    const body = { email: 'colleague@people.example', full_name: 'Omar', role: 'company_admin' as const, company_id: company.id }
    await customer.send(inviteUser, { body })
    expect(await steps()).toBeNull()
  })

  it('is nothing without a company', async () => {
    const customer = await viewerOf('company_admin')
    expect(await customer.today()).toEqual({ groups: [], first_steps: null, expiring_days: [], wallet: null })
    expect(await customer.counts()).toEqual(NOTHING)
  })

  it('is that of the active company alone (V3)', async () => {
    const [active, other] = [await make.company(), await make.company()]
    const foreign = await make.application(other)
    await make.stage(foreign, 'Offer Letter', 'Rejected')
    await make.employee(other, { visa_expiry_date: '2026-11-01' })
    await portal.db.execute(sql`insert into transactions (id, company_id, type, status, amount_fils, direction, created_at)
      values (${v7()}, ${other.id}, 'visa_payment', 'pending', 650000, 'debit', now())`)
    const customer = await viewerOf('company_admin', { of: [active, other] })
    expect((await customer.today()).groups).toEqual([])
    expect(await customer.counts()).toMatchObject({ applications: 0, employees: 0, billing: 0 })
  })
})

describe('what an employee reads', () => {
  it('is the own visa: where it stands, until when it is valid, and whom to ask', async () => {
    const company = await make.company()
    const record = await make.employee(company, { visa_expiry_date: '2027-02-01' })
    const colleague = await make.employee(company, { passport_number: 'X9', employee_name: 'Ali Raza', visa_expiry_date: '2026-12-01' })
    await make.application(company, { passport_number: 'X9', employee_name: 'Ali Raza' })
    const employee = await viewerOf('employee', { of: [company], employee_id: record.id })
    const contact = { name: company.contact_person, email: company.email }
    expect((await employee.today()).groups).toMatchObject([
      { kind: 'own_visa', count: 1, items: [{ id: null, status: null, expires_on: '2027-02-01', contact }] },
    ])
    const { id } = await make.application(company, { application_type: 'renewal', submitted_at: daysAgo(30) })
    const admin = await viewerOf('admin')
    await admin.send(addStage, { params: { id }, body: { stage_name: 'Medical Test', status: 'Rejected', notes: 'Repeat the X-ray' } })
    const today = await employee.today()
    expect(today).toMatchObject({
      groups: [
        {
          kind: 'own_visa',
          count: 1,
          items: [{ id, status: 'active', stage_name: 'Medical Test', stage_status: 'Rejected', note: 'Repeat the X-ray' }],
        },
      ],
      first_steps: null,
    })
    expect(JSON.stringify(today)).not.toContain(colleague.employee_name)
    expect(await employee.counts()).toEqual(NOTHING)
  })

  it('is nothing where there is no own visa', async () => {
    const company = await make.company()
    await make.application(company)
    const employee = await viewerOf('employee', { of: [company] })
    expect(await employee.today()).toEqual({ groups: [], first_steps: null, expiring_days: [], wallet: null })
  })
})

describe('what stands beside it', () => {
  const daysOf = (visas: { expiry_date: string }[]) => {
    const days = new Map<string, number>()
    for (const { expiry_date } of visas) days.set(expiry_date, (days.get(expiry_date) ?? 0) + 1)
    return [...days].map(([date, people]) => ({ date, people }))
  }

  it('is the expiring list by day, for an administrator and a company, renewed or not (S9)', async () => {
    const [company, other] = [await make.company(), await make.company()]
    for (const [number, visa_expiry_date] of ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-22', '2026-12-20', '2026-12-21'].entries())
      await make.employee(company, { passport_number: `P${number}`, visa_expiry_date })
    await make.employee(company, { passport_number: 'Gone', visa_expiry_date: '2026-11-22', status: 'cancelled' })
    await make.application(company, { passport_number: 'P2', application_type: 'renewal' })
    await make.employee(other, { visa_expiry_date: '2026-11-25' })
    const customer = await viewerOf('company_admin', { of: [company] })
    const { expiring_days } = await customer.today()
    expect(expiring_days).toEqual([
      { date: '2026-11-20', people: 1 },
      { date: '2026-11-22', people: 2 },
      { date: '2026-12-20', people: 1 },
    ])
    for (const { send, today } of [customer, await viewerOf('admin')])
      expect((await today()).expiring_days).toEqual(daysOf((await send(listExpiringVisas, {})).reply))
  })

  it('stops at the limit of a day', async () => {
    const company = await make.company()
    for (let number = 0; number <= MAX_A_DAY; number++)
      await make.employee(company, { passport_number: `P${number}`, visa_expiry_date: '2026-11-22' })
    for (const { today } of [await viewerOf('admin'), await viewerOf('company_admin', { of: [company] })])
      expect((await today()).expiring_days).toEqual([{ date: '2026-11-22', people: MAX_A_DAY }])
  })

  it('is the wallet of the active company, and nobody else’s', async () => {
    const [company, other] = [await make.company(), await make.company()]
    const { send, today } = await viewerOf('company_admin', { of: [company, other] })
    expect((await today()).wallet).toEqual({ balance: 0, due: 0, missing: 0 })
    await make.topup(company, { approved: true, aed: 8_000 })
    await send(submitApplication, { body: newEmployee(company) })
    await send(submitApplication, { body: { ...newEmployee(company), passport_number: 'P2' } })
    const { balance, due } = (await send(getBalance, {})).reply
    expect((await today()).wallet).toEqual({ balance, due, missing: due - balance })
    expect((await (await viewerOf('company_admin', { of: [other] })).today()).wallet).toEqual({ balance: 0, due: 0, missing: 0 })
    expect((await (await viewerOf('admin')).today()).wallet).toBeNull()
  })

  it('is nothing for an employee', async () => {
    const company = await make.company()
    const { id } = await make.employee(company, { visa_expiry_date: '2026-11-22' })
    const { today } = await viewerOf('employee', { of: [company], employee_id: id })
    expect(await today()).toMatchObject({ expiring_days: [], wallet: null })
  })
})
