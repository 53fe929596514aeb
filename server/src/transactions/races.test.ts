import { approveTopup, deleteCompany, getBalance, listTransactions, rejectTopup, requestTopup, submitApplication } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { applications } from '../db/applications.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { findBroken } from './invariants.ts'

const portal = startPortal()
const make = given(portal)
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10)

const customer = async () => {
  const company = await make.company()
  return { company, ...as(portal, await make.user('company_admin', { of: [company] })) }
}

describe(`${ROUNDS} rounds`, () => {
  it('two admins approve one top-up: one credits it (T39)', async () => {
    const { company, send } = await customer()
    const admins = [as(portal, await make.user('admin')), as(portal, await make.user('admin'))]
    for (let round = 1; round <= ROUNDS; round++) {
      const { id } = await make.topup(company, { aed: 10 })
      const answers = await Promise.all(admins.map((admin) => admin.send(approveTopup, { params: { id }, body: {} })))
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    }
    expect((await send(getBalance, {})).reply.balance).toBe(10 * ROUNDS)
    expect(await findBroken(portal.db)).toEqual([])
  })

  it('approve against reject: one wins, status and balance agree (T40)', async () => {
    const { company, send } = await customer()
    const one = as(portal, await make.user('admin'))
    const two = as(portal, await make.user('admin'))
    let credited = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const { id } = await make.topup(company, { aed: 10 })
      const [approved, rejected] = await Promise.all([
        one.send(approveTopup, { params: { id }, body: {} }),
        two.send(rejectTopup, { params: { id }, body: { notes: 'No' } }),
      ])
      expect([approved.status, rejected.status].toSorted()).toEqual([200, 409])
      if (approved.status === 200) credited += 10
      const [row] = (await send(listTransactions, { query: { type: 'topup', limit: 1 } })).reply
      expect([row?.status, row?.notes]).toEqual(approved.status === 200 ? ['approved', null] : ['rejected', 'No'])
    }
    expect((await send(getBalance, {})).reply.balance).toBe(credited)
    expect(await findBroken(portal.db)).toEqual([])
  })
})

it('twenty submissions on the balance of one: one settles, never below zero (T41)', async () => {
  const { company, send } = await customer()
  await make.topup(company, { approved: true, aed: 6500 })
  await Promise.all(Array.from({ length: 20 }, () => send(submitApplication, { body: newEmployee(company) })))
  const statuses = (await send(listTransactions, { query: { type: 'visa_payment' } })).reply.map((row) => row.status)
  expect(statuses.filter((status) => status === 'completed')).toHaveLength(1)
  expect((await send(getBalance, {})).reply).toEqual({ balance: 0, due: 19 * 6500, pending_topups: 0 })
  expect(await findBroken(portal.db)).toEqual([])
})

it('asks for no top-up of a company that is deleted meanwhile (W6)', async () => {
  const admin = as(portal, await make.user('admin'))
  for (let round = 1; round <= 10; round++) {
    const [going, staying] = [await make.company(), await make.company()]
    const { send } = as(portal, await make.user('company_admin', { of: [going, staying] }))
    const asks = Array.from({ length: 5 }, () => send(requestTopup, { body: { amount: 10, receipt_document: dataString(PDF) } }))
    const [deleted, ...answers] = await Promise.all([admin.send(deleteCompany, { params: { id: going.id } }), ...asks])
    expect(deleted.status).toBe(204)
    for (const { status } of answers) expect([201, 404]).toContain(status)
    const left = (await admin.send(listTransactions, { query: { company_id: going.id } })).reply
    expect(left.filter((row) => row.status !== 'rejected')).toEqual([])
  }
})

describe('Idempotency-Key (W8, T42)', () => {
  const key = (value: string) => ({ 'idempotency-key': value })

  it('makes one row of fifty equal requests at once, with one answer', async () => {
    const { company, send } = await customer()
    const body = { amount: 100, receipt_document: dataString(PDF) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(requestTopup, { body }, key('a'))))
    expect(new Set(answers.map((answer) => answer.raw.payload)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    expect(await portal.db.$count(transactions, eq(transactions.company_id, company.id))).toBe(1)
    const submissions = await Promise.all(
      Array.from({ length: 10 }, () => send(submitApplication, { body: newEmployee(company) }, key('a'))),
    )
    expect(new Set(submissions.map((answer) => answer.reply.id)).size).toBe(1)
    expect(await portal.db.$count(applications, eq(applications.company_id, company.id))).toBe(1)
  })

  it('is 422 with another body, and per user', async () => {
    const { company, send } = await customer()
    const body = { amount: 100, receipt_document: dataString(PDF) }
    const first = await send(requestTopup, { body }, key('b'))
    expect((await send(requestTopup, { body: { ...body, receipt_document: dataString(JPEG) } }, key('b'))).status).toBe(422)
    const colleague = as(portal, await make.user('company_admin', { of: [company] }))
    expect((await colleague.send(requestTopup, { body }, key('b'))).reply.id).not.toBe(first.reply.id)
    for (const wrong of ['x'.repeat(201), 'a b']) expect((await send(requestTopup, { body }, key(wrong))).status).toBe(422)
  })

  it('keeps no key of a refused request', async () => {
    const { company, send } = await customer()
    const broken = newEmployee(company, { documents: { photo: '/api/documents/019a9e3c-0000-7000-8000-00000000dead' } })
    expect((await send(submitApplication, { body: broken }, key('c'))).status).toBe(422)
    expect((await send(submitApplication, { body: newEmployee(company) }, key('c'))).status).toBe(201)
  })
})
