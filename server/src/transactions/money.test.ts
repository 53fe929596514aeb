import {
  approveTopup,
  deleteCompany,
  getBalance,
  listTransactions,
  MIN_TOPUP,
  me,
  rejectTopup,
  requestTopup,
  reverseTransaction,
  submitApplication,
} from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { startSession } from '../auth/sessions.ts'
import { findBroken } from './invariants.ts'

const portal = startPortal()
const make = given(portal)
const ROUNDS = Math.ceil(Number(process.env.RACE_ROUNDS ?? 50) / 10)

const customer = async () => {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  return { company, user, ...as(portal, user) }
}
const admin = async () => as(portal, await make.user('admin'))
const balanceOf = async (company_id: string) => (await (await admin()).send(getBalance, { query: { company_id } })).reply.balance

describe('the amount of a top-up, as it stands in the JSON (W1)', () => {
  it.each<[string, number]>([
    ['1', 1],
    ['1.0', 1],
    ['1.10', 1.1],
    ['1e2', 100],
    ['1E+2', 100],
    ['12e-1', 1.2],
    ['8.2', 8.2],
    ['8.20000000000000000001', 8.2],
    ['999999.99', 999_999.99],
    ['1000000.00', 1_000_000],
    ...['0', '-0', '-1', '1e-2', '0.999', '1.005', '0.30000000000000004', '1000000.01', '99999999999', '1e21', '1e400', '-1e400'].map(
      (form): [string, number] => [form, 422],
    ),
    ...['"1"', '"1e2"', '[1]', '{}', 'true', 'null', '""', '"١"', '"1,000"', '{"valueOf":1}'].map((form): [string, number] => [form, 422]),
    ...['01', '.5', '1.', '+1', '1_000', '0x10', 'NaN', 'Infinity', '1,5', '1 000', "'1'"].map((form): [string, number] => [form, 400]),
  ])('%s is taken to the fils or refused', async (form, expected) => {
    const { user, send } = await customer()
    const cookie = `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
    const { statusCode, body } = await portal.app.inject({
      method: 'POST',
      url: '/api/transactions/topup',
      headers: { cookie, 'content-type': 'application/json' },
      payload: `{"amount":${form},"receipt_document":"${dataString(PDF)}"}`,
    })
    const kept = (await send(listTransactions, {})).reply.map(({ amount }) => amount)
    const isTaken = statusCode === 201
    expect([isTaken ? JSON.parse(body).amount : statusCode, kept]).toEqual([expected, isTaken ? [expected] : []])
    for (const amount of kept) expect(amount).toBeGreaterThanOrEqual(MIN_TOPUP)
  })
})

describe('POST /transactions/{id}/reversal (W5)', () => {
  it('of which four ask for 60 of 100 at once is done once', async () => {
    const { company } = await customer()
    for (let round = 1; round <= ROUNDS; round++) {
      const { id } = await make.topup(company, { approved: true, aed: 100 })
      const body = { reason: 'Paid twice', amount: 60 }
      const admins = await Promise.all(Array.from({ length: 4 }, admin))
      const answers = await Promise.all(admins.map(({ send }) => send(reverseTransaction, { params: { id }, body })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
      expect(await balanceOf(company.id)).toBe(40 * round)
    }
    expect(await findBroken(portal.db)).toEqual([])
  })

  it('is not reversed itself', async () => {
    const { company } = await customer()
    const { send } = await admin()
    const { id } = await make.topup(company, { approved: true, aed: 100 })
    const reversal = (await send(reverseTransaction, { params: { id }, body: { reason: 'Paid twice', amount: 60 } })).reply
    const again = await send(reverseTransaction, { params: { id: reversal.id }, body: { reason: 'It was right', amount: 60 } })
    expect(again.status).toBe(409)
    expect(await balanceOf(company.id)).toBe(40)
  })
})

it('an approval, a rejection, a submission, a top-up and the deletion of the company at once leave money that adds up (T44)', async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const { company, send } = await customer()
    const [{ id }, other] = [await make.topup(company), await make.topup(company, { aed: 20 })]
    const [one, two, three] = [await admin(), await admin(), await admin()]
    // Signed in before the company is deleted, and they with it.
    for (const person of [one, two, three, { send }]) await person.send(me, {})
    const answers = await Promise.all([
      one.send(approveTopup, { params: { id }, body: {} }),
      two.send(rejectTopup, { params: { id }, body: {} }),
      two.send(approveTopup, { params: { id: other.id }, body: {} }),
      send(submitApplication, { body: newEmployee(company) }),
      send(requestTopup, { body: { amount: 10, receipt_document: dataString(PDF) } }),
      three.send(deleteCompany, { params: company }),
    ])
    for (const { status, raw } of answers) expect(status, raw.payload).toBeLessThan(500)
    expect(answers.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThan(2)
    expect(answers.at(-1)?.status).toBe(204)
    expect(await findBroken(portal.db)).toEqual([])
  }
})
