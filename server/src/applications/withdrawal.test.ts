import {
  addStage,
  advanceApplication,
  approveTopup,
  findDuplicate,
  getAnalytics,
  getApplication,
  getBalance,
  getStats,
  listApplicationHistory,
  listApplications,
  listExpiringVisas,
  listPeople,
  listStages,
  listTransactions,
  renewEmployee,
  reverseTransaction,
  setApplicationDocuments,
  setExpiryDate,
  submitApplication,
  undoAdvance,
  updateStage,
  withdrawApplication,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { historyLines } from '../../../test/historyLines.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { mails } from '../db/mails.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { countAllMiskept } from '../persons/proof.ts'
import { findBroken } from '../transactions/invariants.ts'

const portal = startPortal()
const make = given(portal)
const body = { reason: 'Found other work' }

async function office(topup = 0) {
  const company = await make.company()
  if (topup > 0) await make.topup(company, { approved: true, aed: topup })
  const customer = as(portal, await make.user('company_admin', { of: [company], full_name: 'Omar Haddad' }))
  const admin = as(portal, await make.user('admin', { full_name: 'Huda Salem' }))
  const submit = async (changes = {}) => {
    const { reply } = await customer.send(submitApplication, { body: newEmployee(company, changes) })
    return { params: { id: reply.id }, payment: reply.payment?.transaction_id ?? '' }
  }
  const balance = async () => (await customer.send(getBalance, {})).reply
  return { company, customer, admin, submit, balance }
}

afterEach(async () => {
  expect(await findBroken(portal.db)).toEqual([])
  expect(await findAllMiscounted(portal.db, portal.clock.moment)).toEqual([])
  expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
})

describe('POST /visa-applications/{id}/withdrawal (S13)', () => {
  it('rejects a payment that waits, and settles the next', async () => {
    const { customer, submit, balance } = await office(7_000)
    const first = await submit({ employee_location: 'inside_uae' })
    const second = await submit({ passport_number: 'P2' })
    expect(await balance()).toMatchObject({ balance: 7_000, due: 14_000 })
    const { status, reply } = await customer.send(withdrawApplication, { params: first.params, body })
    expect(status).toBe(200)
    expect(reply).toMatchObject({ status: 'withdrawn', payment: { status: 'rejected', reversed: 0 } })
    expect(await balance()).toMatchObject({ balance: 500, due: 0 })
    const [stored] = await portal.db.select().from(transactions).where(eq(transactions.id, first.payment))
    expect(stored).toMatchObject({ status: 'rejected', notes: 'Application withdrawn', decided_by_name: 'Omar Haddad' })
    expect((await customer.send(getApplication, second)).reply.payment?.status).toBe('completed')
  })

  it('gives a settled payment back before the first stage, in full or what is left of it', async () => {
    const { customer, admin, submit, balance } = await office(13_000)
    const whole = await submit()
    const part = await submit({ passport_number: 'P2' })
    await admin.send(reverseTransaction, { params: { id: part.payment }, body: { reason: 'Charged too much', amount: 1_500 } })
    for (const { params } of [whole, part]) {
      const { reply } = await customer.send(withdrawApplication, { params, body })
      expect(reply.payment).toMatchObject({ status: 'completed', reversed: 6_500 })
    }
    expect(await balance()).toMatchObject({ balance: 13_000, due: 0 })
  })

  it('leaves a payment that was taken back in full as it is', async () => {
    const { customer, admin, submit, balance } = await office(6_500)
    const { params, payment } = await submit()
    await admin.send(reverseTransaction, { params: { id: payment }, body: { reason: 'Charged twice' } })
    expect((await customer.send(withdrawApplication, { params, body })).status).toBe(200)
    expect(await balance()).toMatchObject({ balance: 6_500, due: 0 })
  })

  it('after the first stage is for administrators, who choose whether the money goes back', async () => {
    const { customer, admin, submit, balance } = await office(13_000)
    const [kept, returned] = [await submit(), await submit({ passport_number: 'P2' })]
    for (const { params } of [kept, returned]) await admin.send(addStage, { params, body: { stage_name: 'Offer Letter' } })
    const refused = await customer.send(withdrawApplication, { params: kept.params, body })
    expect([refused.status, refused.problem.detail]).toEqual([409, 'An administrator can withdraw it'])
    await admin.send(withdrawApplication, { params: kept.params, body })
    expect(await balance()).toMatchObject({ balance: 0 })
    await admin.send(withdrawApplication, { params: returned.params, body: { ...body, reverse_payment: true } })
    expect(await balance()).toMatchObject({ balance: 6_500 })
  })

  it('withdraws one that was never charged (W12)', async () => {
    const { company, customer } = await office()
    const { id } = await make.application(company)
    const { reply } = await customer.send(withdrawApplication, { params: { id }, body })
    expect(reply).toMatchObject({ status: 'withdrawn', payment: null })
  })

  it('asks for a reason', async () => {
    const { customer, submit } = await office()
    const { params } = await submit()
    const { status, problem } = await customer.send(withdrawApplication, { params, body: { reason: ' ' } })
    expect([status, problem.detail]).toEqual([422, 'Reason is required'])
    expect((await customer.send(getApplication, { params })).reply.status).toBe('active')
  })

  it('is there for active ones alone, once, and not for another company', async () => {
    const { company, customer, submit } = await office()
    const completed = await make.application(company, { status: 'completed', completed_at: portal.clock.moment.toISOString() })
    const { params } = await submit()
    const answers = [
      await customer.send(withdrawApplication, { params: { id: completed.id }, body }),
      await customer.send(withdrawApplication, { params, body }),
      await customer.send(withdrawApplication, { params, body }),
      await (await office()).customer.send(withdrawApplication, { params, body }),
    ]
    expect(answers.map(({ status, problem }) => [status, problem?.detail])).toEqual([
      [409, 'This application is completed: it cannot be withdrawn'],
      [200, undefined],
      [409, 'This application was withdrawn'],
      [404, 'Application not found'],
    ])
  })

  it('pressed twice at once moves the money once, and one key has one answer (W8)', async () => {
    const { customer, admin, submit, balance } = await office(6_500)
    const { params } = await submit()
    const both = await Promise.all([customer, admin].map((by) => by.send(withdrawApplication, { params, body })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balance()).toMatchObject({ balance: 6_500 })
    const other = await submit({ passport_number: 'P2' })
    const again = () => customer.send(withdrawApplication, { params: other.params, body }, { 'idempotency-key': 'one' })
    expect([(await again()).status, (await again()).status]).toEqual([200, 200])
    expect(await balance()).toMatchObject({ balance: 6_500 })
  })

  it('is settled with top-ups that are approved and submissions at the same time', async () => {
    const { customer, submit, balance } = await office(6_500)
    const all = []
    for (const number of ['P1', 'P2', 'P3', 'P4']) all.push(await submit({ passport_number: number }))
    const statuses = await Promise.all([
      ...all.map(async ({ params }) => (await customer.send(withdrawApplication, { params, body })).status),
      ...['P5', 'P6'].map(async (passport_number) => (await submit({ passport_number })).params.id && 201),
    ])
    expect(statuses).toEqual([200, 200, 200, 200, 201, 201])
    expect(await balance()).toMatchObject({ balance: 0, due: 6_500 })
  })

  it('is settled with an approved top-up, a correction and advances that are taken back at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { company, customer, admin, submit } = await office(6_500)
      const [paid, next, last] = [await submit(), await submit({ passport_number: 'P2' }), await submit({ passport_number: 'P3' })]
      const topup = await make.topup(company, { aed: 6_500 })
      const there = async ({ params }: typeof paid) => {
        const pressed = await admin.send(advanceApplication, { params, body: { stage_name: 'Offer Letter' } })
        return [pressed, await admin.send(undoAdvance, { params })]
      }
      const answers = await Promise.all([
        customer.send(withdrawApplication, { params: paid.params, body }),
        admin.send(withdrawApplication, { params: next.params, body: { ...body, reverse_payment: true } }),
        admin.send(approveTopup, { params: topup, body: {} }),
        admin.send(reverseTransaction, { params: { id: paid.payment }, body: { reason: 'Charged twice' } }),
        there(paid),
        there(last),
      ])
      for (const { status, raw } of answers.flat()) expect([200, 201, 409], raw.payload).toContain(status)
      expect(await findBroken(portal.db)).toEqual([])
      const payments = (await customer.send(listTransactions, {})).reply.filter(({ type }) => type === 'visa_payment')
      const spent = payments.reduce((sum, { status, amount, reversed }) => sum + (status === 'completed' ? amount - reversed : 0), 0)
      expect((await customer.send(getBalance, {})).reply.balance).toBe(13_000 - spent)
    }
  })

  it('ends every change of it', async () => {
    const { customer, admin, submit } = await office()
    const { params } = await submit()
    const stage = (await admin.send(addStage, { params, body: { stage_name: 'Offer Letter' } })).reply
    await admin.send(withdrawApplication, { params, body })
    const answers = [
      await admin.send(addStage, { params, body: { stage_name: 'Labor Fees' } }),
      await admin.send(updateStage, { params: { id: stage.id }, body: { status: 'Approved' } }),
      await admin.send(setExpiryDate, { params, query: { expiry_date: '2028-01-01' } }),
      await customer.send(setApplicationDocuments, { params, body: { documents: {} } }),
    ]
    for (const { status, problem } of answers) expect([status, problem.detail]).toEqual([409, 'This application was withdrawn'])
    expect((await admin.send(listStages, { params })).reply).toMatchObject([{ status: 'Submitted' }])
  })

  it('cannot be taken back, whoever writes', async () => {
    const { customer, submit } = await office()
    const { params } = await submit()
    await customer.send(withdrawApplication, { params, body })
    const back = portal.db.execute(sql`update visa_applications set status = 'active', withdrawn_at = null where id = ${params.id}`)
    await expect(back).rejects.toMatchObject({ cause: { message: 'an application stays withdrawn' } })
    await expect(make.stage(params, 'Offer Letter')).rejects.toMatchObject({ cause: { message: 'an application stays withdrawn' } })
  })

  it('is told: history with the reason, and a mail to the others who see it', async () => {
    const { company, customer, admin, submit } = await office()
    await make.user('company_admin', { of: [company] })
    const { params } = await submit()
    await customer.send(withdrawApplication, { params, body })
    expect(historyLines((await customer.send(listApplicationHistory, { params })).reply)[0]).toContain('withdrawn')
    const [line] = (await admin.send(listApplicationHistory, { params })).reply
    expect(line).toMatchObject({ action: 'withdrawn', actor_name: 'Omar Haddad', changes: [{ field: 'reason', to: body.reason }] })
    const queued = await portal.db.select().from(mails).where(eq(mails.company_id, company.id))
    expect(queued.map(({ kind, facts }) => [kind, facts?.reason])).toEqual([['application_withdrawn', body.reason]])
  })
})

describe('a withdrawn application', () => {
  it('is in the total and in the plain list alone: total = pending + completed + withdrawn', async () => {
    const { company, customer, submit } = await office()
    await submit({ passport_number: 'P1' })
    const { params } = await submit({ passport_number: 'P2', nationality: 'Kenyan' })
    await customer.send(withdrawApplication, { params, body })
    expect((await customer.send(getStats, {})).reply).toMatchObject({
      total_applications: 2,
      pending_applications: 1,
      completed_applications: 0,
    })
    expect((await customer.list(listApplications, {})).total).toBe(2)
    expect((await customer.list(listApplications, { query: { status: 'withdrawn' } })).items.map(({ id }) => id)).toEqual([params.id])
    expect((await customer.list(listPeople, { params: { id: company.id } })).total).toBe(1)
    const duplicate = { company_id: company.id, passport_number: 'P2' }
    expect((await customer.send(findDuplicate, { body: duplicate })).reply).toBeNull()
    expect((await customer.send(getAnalytics, {})).reply).toEqual({
      by_nationality: [{ nationality: 'Indian', count: 1 }],
      by_stage: [{ stage_name: 'Offer Letter', count: 1 }],
    })
  })

  it('says nothing of when a visa expires: what the person had before counts', async () => {
    const { company, customer } = await office()
    const employee = await make.employee(company, { visa_expiry_date: '2026-12-01', passport_number: 'P1' })
    const renewed = await customer.send(renewEmployee, { body: { employee_id: employee.id } })
    const [before] = (await customer.list(listExpiringVisas, {})).items
    expect(before).toMatchObject({ id: renewed.reply.id, renewal: { application_id: renewed.reply.id } })
    await customer.send(withdrawApplication, { params: { id: renewed.reply.id }, body })
    const [after] = (await customer.list(listExpiringVisas, {})).items
    expect(after).toMatchObject({ id: employee.id, record: 'employee', expiry_date: '2026-12-01', renewal: null })
    expect((await customer.send(renewEmployee, { body: { employee_id: employee.id } })).status).toBe(201)
  })

  it('keeps its person, with whom a later application is the same', async () => {
    const { company, customer, submit } = await office()
    const { params } = await submit({ passport_number: 'P1' })
    await customer.send(withdrawApplication, { params, body })
    await submit({ passport_number: 'P1' })
    expect((await customer.list(listPeople, { params: { id: company.id } })).items).toMatchObject([{ applications: [{}] }])
  })
})
