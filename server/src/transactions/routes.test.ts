import {
  approveTopup,
  deleteCompany,
  getApplication,
  getBalance,
  getDocument,
  type Input,
  listNotices,
  listTransactionHistory,
  listTransactions,
  rejectTopup,
  requestTopup,
  reverseTransaction,
  submitApplication,
  switchCompany,
} from 'contract'
import { inArray } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, HTML, JPEG, PDF } from '../../../test/files.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { historyLines } from '../../../test/historyLines.ts'
import { jpegWith, PHOTO, phoneExif, segment } from '../../../test/pictures.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { mails } from '../db/mails.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { findBroken } from './invariants.ts'

const portal = startPortal()
const make = given(portal)
const RECEIPT = dataString(PDF)
const UNKNOWN = '019a9e3c-0000-7000-8000-00000000dead'

const customer = async () => {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  const { send } = as(portal, user)
  const submit = async (changes = {}) => (await send(submitApplication, { body: newEmployee(company, changes) })).reply
  const payments = async () =>
    (await send(listTransactions, { query: { type: 'visa_payment' } })).reply.toReversed().map((row) => row.status)
  const balance = async () => (await send(getBalance, {})).reply
  return { company, user, send, submit, payments, balance }
}
const admin = async (full_name = 'Huda Salem') => as(portal, await make.user('admin', { full_name }))

afterEach(async () => {
  expect(await findBroken(portal.db)).toEqual([])
})

describe('POST /transactions/topup', () => {
  it('asks for a top-up, which changes no balance yet', async () => {
    const { company, send, balance } = await customer()
    const { status, reply } = await send(requestTopup, { body: { amount: 8.2, receipt_document: RECEIPT } })
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      company_id: company.id,
      company_name: 'Falcon Trading LLC',
      user_name: 'Layla Nasser',
      type: 'topup',
      status: 'pending',
      direction: 'credit',
      amount: 8.2,
      balance_after: null,
      if_approved: null,
    })
    expect(await balance()).toEqual({ balance: 0, due: 0, pending_topups: 8.2 })
    expect(historyLines((await send(listTransactionHistory, { params: reply })).reply)).toEqual([['topup_requested', null, 'Layla Nasser']])
    const receipt = await send(getDocument, { params: { id: reply.receipt_details?.id ?? '' } })
    expect(receipt.raw.rawPayload).toEqual(PDF)
  })

  it.each([0, -1, 0.99, 0.001, 1.005, 1e21, 1_000_000.01, '5', null, Number.NaN])(
    'refuses an amount of %s and stores nothing (W1)',
    async (amount) => {
      const { send } = await customer()
      const before = await portal.db.$count(transactions)
      const { status, problem } = await send(requestTopup, { body: { amount: amount as number, receipt_document: RECEIPT } })
      expect([status, problem.errors?.[0]?.field]).toEqual([422, 'amount'])
      expect(await portal.db.$count(transactions)).toBe(before)
    },
  )

  it.each([1_000_000.01, 99_999_999_999])('says the limit to an amount of %s, which is over it (W1)', async (amount) => {
    const { send } = await customer()
    const { problem } = await send(requestTopup, { body: { amount, receipt_document: RECEIPT } })
    expect(problem.errors).toEqual([{ field: 'amount', detail: 'Amount must be at most AED\u00a01,000,000.00' }])
  })

  it.each([1, 1.01, 8.2, 0.1 + 0.2 + 0.7, 999_999.99, 1_000_000])('takes an amount of %s to the fils', async (amount) => {
    const { send, balance } = await customer()
    const { reply } = await send(requestTopup, { body: { amount: Number(amount.toFixed(2)), receipt_document: RECEIPT } })
    await (await admin()).send(approveTopup, { params: { id: reply.id }, body: {} })
    expect((await balance()).balance).toBe(Number(amount.toFixed(2)))
  })

  it('needs a receipt that is a document', async () => {
    const { send } = await customer()
    const wrong = await send(requestTopup, { body: { amount: 10, receipt_document: dataString(HTML) } })
    expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'receipt_document'])
    expect((await send(requestTopup, { body: { amount: 10, receipt_document: '' } })).status).toBe(422)
  })
})

describe('PUT /transactions/{id}/approve', () => {
  it('credits the wallet once, however often it is pressed', async () => {
    const { company, send, balance } = await customer()
    const topup = await make.topup(company)
    const { send: asAdmin } = await admin()
    const answers = await Promise.all([1, 2, 3].map(() => asAdmin(approveTopup, { params: { id: topup.id }, body: { notes: null } })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.problem.detail).toBe('Already approved by Huda Salem on 20 Nov 2026, 10:00')
    expect((await balance()).balance).toBe(10_000)
    const [row] = (await send(listTransactions, {})).reply
    expect(row).toMatchObject({
      status: 'approved',
      balance_after: 10_000,
      decided_by_name: 'Huda Salem',
      decided_at: '2026-11-20T06:00:00.000Z',
    })
    expect(historyLines((await send(listTransactionHistory, { params: topup })).reply)).toEqual([['topup_approved', null, 'Huda Salem']])
  })

  it('foretells the balance to the fils', async () => {
    const { company, balance } = await customer()
    const { id } = await make.topup(company, { aed: 1.15 })
    const { send } = await admin()
    expect((await send(listTransactions, { query: { company_id: company.id } })).reply[0]?.if_approved).toEqual({
      balance: 1.15,
      due: 0,
      settles: [],
    })
    await send(approveTopup, { params: { id }, body: {} })
    expect((await balance()).balance).toBe(1.15)
  })

  it('settles what waits, strictly oldest first, and stops at the first that is not covered (W2)', async () => {
    const { company, submit, payments, balance } = await customer()
    await submit()
    await submit({ employee_location: 'inside_uae' })
    await submit()
    expect(await payments()).toEqual(['pending', 'pending', 'pending'])
    const { send: asAdmin } = await admin()
    const first = await make.topup(company, { aed: 13_000 })
    const outlook = (await asAdmin(listTransactions, { query: { company_id: company.id, type: 'topup' } })).reply[0]?.if_approved
    expect(outlook).toMatchObject({ balance: 6500, due: 14_000, settles: [{ employee_name: 'Sara Khan', amount: 6500 }] })
    await asAdmin(approveTopup, { params: { id: first.id }, body: {} })
    expect(await payments()).toEqual(['completed', 'pending', 'pending'])
    expect(await balance()).toEqual({ balance: 6500, due: 14_000, pending_topups: 0 })
    const second = await make.topup(company, { aed: 7500 })
    await asAdmin(approveTopup, { params: { id: second.id }, body: {} })
    expect(await payments()).toEqual(['completed', 'completed', 'completed'])
    expect(await balance()).toEqual({ balance: 0, due: 0, pending_topups: 0 })
  })

  it('is 409 for a rejected top-up and for a visa payment, 404 for an unknown one', async () => {
    const { company, submit, send } = await customer()
    const topup = await make.topup(company)
    const { send: asAdmin } = await admin()
    await asAdmin(rejectTopup, { params: { id: topup.id }, body: {} })
    const late = await asAdmin(approveTopup, { params: { id: topup.id }, body: {} })
    expect([late.status, late.problem.detail]).toEqual([409, 'Already rejected by Huda Salem on 20 Nov 2026, 10:00'])
    expect(historyLines((await send(listTransactionHistory, { params: topup })).reply)).toEqual([['topup_rejected', null, 'Huda Salem']])
    await submit()
    const [payment] = (await send(listTransactions, { query: { type: 'visa_payment' } })).reply
    expect((await asAdmin(approveTopup, { params: { id: payment?.id ?? '' }, body: {} })).status).toBe(409)
    expect((await asAdmin(approveTopup, { params: { id: UNKNOWN }, body: {} })).status).toBe(404)
  })
})

describe('PUT /transactions/{id}/reject', () => {
  it.each([
    [{}, 'Top-up request rejected'],
    [{ notes: null }, 'Top-up request rejected'],
    [{ notes: '  ' }, 'Top-up request rejected'],
    [{ notes: 'The amount differs' }, 'The amount differs'],
  ])('stores %o as %s (W11)', async (body, notes) => {
    const { company, balance } = await customer()
    const topup = await make.topup(company)
    const { reply } = await (await admin()).send(rejectTopup, { params: { id: topup.id }, body })
    expect(reply).toMatchObject({ status: 'rejected', notes })
    expect((await balance()).balance).toBe(0)
  })
})

describe('a submission', () => {
  it('is paid at once when the balance covers it and nothing older waits (W2)', async () => {
    const { company, submit, send, balance } = await customer()
    await make.topup(company, { approved: true, aed: 14_000 })
    const paid = await submit({ employee_location: 'inside_uae' })
    expect(paid.payment).toMatchObject({ status: 'completed', amount: 7500, missing: 0 })
    const due = await submit({ employee_location: 'inside_uae' })
    expect(due.payment).toMatchObject({ status: 'pending', amount: 7500, missing: 1000 })
    const cheaper = await submit()
    expect(cheaper.payment).toMatchObject({ status: 'pending', missing: 7500 })
    expect(await balance()).toEqual({ balance: 6500, due: 14_000, pending_topups: 0 })
    expect((await send(getApplication, { params: { id: due.id } })).reply.payment?.missing).toBe(1000)
  })

  it('tells on the application what a correction gave back (W5)', async () => {
    const { company, submit, send } = await customer()
    await make.topup(company, { approved: true, aed: 14_000 })
    const { id, payment } = await submit()
    expect(payment?.reversed).toBe(0)
    const params = { id: payment?.transaction_id ?? '' }
    await (await admin()).send(reverseTransaction, { params, body: { reason: 'Price agreed by phone', amount: 500 } })
    const after = (await send(getApplication, { params: { id } })).reply.payment
    expect(after).toMatchObject({ status: 'completed', amount: 6500, missing: 0, reversed: 500 })
  })

  it('charges a renewal as inside the UAE, and the company of the application when the admin submits (W3)', async () => {
    const { company, send } = await customer()
    await (await admin()).send(submitApplication, { body: renewal(company) })
    expect((await send(listTransactions, {})).reply).toMatchObject([
      { type: 'visa_payment', amount: 7500, direction: 'debit', company_id: company.id },
    ])
  })

  it('shows applications older than the wallet as not charged (W12)', async () => {
    const { company, send } = await customer()
    const { id } = await make.application(company)
    expect((await send(getApplication, { params: { id } })).reply.payment).toBeNull()
  })
})

describe('GET /transactions', () => {
  it('follows the active company (V3, W3)', async () => {
    const one = await make.company()
    const two = await make.company({ name: 'Second LLC' })
    await make.topup(one, { approved: true })
    await make.topup(two)
    const { send } = as(portal, await make.user('company_admin', { of: [one, two] }))
    expect((await send(listTransactions, {})).reply.map((row) => row.company_id)).toEqual([one.id])
    await send(switchCompany, { params: { company_id: two.id } })
    expect((await send(listTransactions, {})).reply.map((row) => row.company_id)).toEqual([two.id])
    expect((await send(getBalance, {})).reply.balance).toBe(0)
  })

  it('tells a named wallet to its company_admin and to an admin, who must name one (W3)', async () => {
    const [one, two, foreign] = [await make.company(), await make.company(), await make.company()]
    await make.topup(two, { approved: true, aed: 20 })
    await make.topup(two, { aed: 5 })
    const own = as(portal, await make.user('company_admin', { of: [one, two] }))
    const { send: asAdmin } = await admin()
    for (const send of [own.send, asAdmin])
      expect((await send(getBalance, { query: { company_id: two.id } })).reply).toEqual({ balance: 20, due: 0, pending_topups: 5 })
    expect((await own.send(getBalance, { query: { company_id: foreign.id } })).status).toBe(404)
    const { status, problem } = await asAdmin(getBalance, {})
    expect([status, problem.errors]).toEqual([422, [{ field: 'company_id', detail: 'Company id is required' }]])
  })

  it('flags a receipt and an amount that came before, for the admin alone (W10)', async () => {
    const { company, send } = await customer()
    for (const amount of [100, 100, 200]) {
      portal.clock.moment = new Date(portal.clock.moment.getTime() + 60_000)
      await send(requestTopup, { body: { amount, receipt_document: amount === 200 ? dataString(JPEG) : RECEIPT } })
    }
    const flags = (rows: { receipt_seen_before: boolean; amount_seen_before: boolean }[]) =>
      rows.toReversed().map((row) => [row.receipt_seen_before, row.amount_seen_before])
    const query = { company_id: company.id }
    expect(flags((await (await admin()).send(listTransactions, { query })).reply).slice(1)).toEqual([
      [true, true],
      [expect.any(Boolean), false],
    ])
    expect(flags((await send(listTransactions, {})).reply)).toEqual([
      [false, false],
      [false, false],
      [false, false],
    ])
  })

  it('flags an amount of less than seven days before, and none of earlier (W10)', async () => {
    const company = await make.company()
    const from = portal.clock.moment.getTime()
    const days = 7 * 24 * 60 * 60_000
    for (const [aed, later] of [
      [500, 0],
      [600, 0],
      [500, days - 1_000],
      [600, days],
    ] as const) {
      portal.clock.moment = new Date(from + later)
      await make.topup(company, { aed })
    }
    const { reply } = await (await admin()).send(listTransactions, { query: { company_id: company.id } })
    expect(reply.slice(0, 2).map((row) => [row.amount, row.amount_seen_before])).toEqual([
      [600, false],
      [500, true],
    ])
  })

  it('knows a photo of a receipt again, whatever a phone wrote into it (W10, T35)', async () => {
    const { company, send } = await customer()
    const written = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), phoneExif(1)]))
    for (const [amount, photo] of [
      [310, jpegWith(written)],
      [320, PHOTO],
    ] as const) {
      portal.clock.moment = new Date(portal.clock.moment.getTime() + 60_000)
      await send(requestTopup, { body: { amount, receipt_document: dataString(photo, 'image/jpeg') } })
    }
    const { reply } = await (await admin()).send(listTransactions, { query: { company_id: company.id } })
    expect(reply.map((row) => [row.amount, row.receipt_seen_before])).toEqual([
      [320, true],
      [310, false],
    ])
  })

  it('filters by type, by status, by company and by what is still pending', async () => {
    const { company, submit } = await customer()
    await make.topup(company, { approved: true, aed: 6500 })
    await make.topup(company)
    await submit()
    await submit()
    const { send } = await admin()
    const found = async (query: Omit<Input<typeof listTransactions>['query'], 'company_id'>) => {
      const { reply, headers } = await send(listTransactions, { query: { ...query, company_id: company.id } })
      expect(headers['x-total-count']).toBe(String(reply.length))
      return reply.map((row) => `${row.type} ${row.status}`).toSorted()
    }
    expect(await found({ pending: 'true' })).toEqual(['topup pending', 'visa_payment pending'])
    expect(await found({ pending: 'false' })).toEqual(['topup approved', 'visa_payment completed'])
    expect(await found({ pending: 'false', type: 'topup' })).toEqual(['topup approved'])
    expect(await found({ status: 'completed' })).toEqual(['visa_payment completed'])
    expect(await found({ pending: 'false', status: 'pending' })).toEqual([])
  })

  it('runs the balance along the movements', async () => {
    const { company, submit, send } = await customer()
    await make.topup(company, { approved: true, aed: 20_000 })
    await submit()
    await submit({ employee_location: 'inside_uae' })
    const rows = (await send(listTransactions, {})).reply.toReversed()
    expect(rows.map((row) => row.balance_after)).toEqual([20_000, 13_500, 6000])
  })
})

describe('POST /transactions/{id}/reversal (W5)', () => {
  it('gives a visa payment back and settles with it what waits', async () => {
    const { company, send, submit, payments, balance } = await customer()
    await make.topup(company, { approved: true, aed: 6500 })
    const first = await submit()
    await submit()
    const params = { id: first.payment?.transaction_id ?? '' }
    const { status, reply } = await (await admin()).send(reverseTransaction, { params, body: { reason: 'The visa was refused' } })
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      type: 'reversal',
      direction: 'credit',
      amount: 6500,
      notes: 'The visa was refused',
      reverses_id: params.id,
    })
    expect(historyLines((await send(listTransactionHistory, { params })).reply)).toEqual([['reversed', null, 'Huda Salem']])
    expect(await payments()).toEqual(['completed', 'completed'])
    expect((await balance()).balance).toBe(0)
  })

  it('takes back part of a top-up, never more than is left of it or in the wallet', async () => {
    const { company, submit, balance } = await customer()
    const topup = await make.topup(company, { approved: true })
    await submit()
    const { send } = await admin()
    const params = { id: topup.id }
    expect((await send(reverseTransaction, { params, body: { reason: 'Paid back' } })).problem.detail).toBe(
      'The wallet holds only AED\u00a03,500.00',
    )
    expect((await send(reverseTransaction, { params, body: { reason: 'Paid back', amount: 3500 } })).status).toBe(201)
    expect((await balance()).balance).toBe(0)
    const more = await send(reverseTransaction, { params, body: { reason: 'Again', amount: 6500.01 } })
    expect([more.status, more.problem.errors?.[0]?.field]).toEqual([422, 'amount'])
  })

  it('of more than AED 10,000 needs the password and a code again, and tells the other administrators', async () => {
    const { company, balance } = await customer()
    const { id } = await make.topup(company, { approved: true, aed: 30_000 })
    const [huda, sami] = [await make.user('admin'), await make.user('admin')]
    const reverse = (body: object, key: string = crypto.randomUUID()) =>
      as(portal, huda).send(reverseTransaction, { params: { id }, body: { reason: 'Paid twice', ...body } }, { 'idempotency-key': key })
    const problemsOf = async (body: object) => (await reverse(body)).problem.errors
    expect((await reverse({ amount: 10_000 })).status).toBe(201)
    for (const amount of [10_000.01, undefined])
      expect(await problemsOf({ amount })).toEqual([{ field: 'password', detail: 'Password is required' }])
    expect(await problemsOf({ amount: 10_000.01, password: 'wrong' })).toEqual([
      { field: 'password', detail: 'The current password is wrong' },
    ])
    const key = crypto.randomUUID()
    const made = await reverse({ amount: 10_000.01, password: PASSWORD }, key)
    expect([made.status, (await reverse({ amount: 10_000.01, password: PASSWORD }, key)).reply.id]).toEqual([201, made.reply.id])
    expect((await balance()).balance).toBe(9_999.99)
    const told = async (reader: { id: string }) =>
      (await as(portal, reader).send(listNotices, { query: {} })).reply.filter(({ kind }) => kind === 'reversal_made')
    expect(await told(sami)).toMatchObject([{ company_name: 'Falcon Trading LLC', amount: 10_000.01 }])
    expect(await told(huda)).toEqual([])
    const queued = await portal.db
      .select()
      .from(mails)
      .where(inArray(mails.user_id, [huda.id, sami.id]))
    expect(queued.map(({ kind, user_id, facts }) => [kind, user_id, facts])).toEqual([
      ['reversal_made', sami.id, { company_name: 'Falcon Trading LLC', amount_fils: 1_000_001, by: huda.full_name }],
    ])

    const other = { params: { id: (await make.topup(company, { approved: true, aed: 20_000 })).id } }
    const { session, secret } = await switchOn(portal, sami)
    const body = { reason: 'Paid twice', password: PASSWORD }
    expect((await session.send(reverseTransaction, { ...other, body })).problem.errors).toEqual([
      { field: 'code', detail: 'Code is required' },
    ])
    const code = codeOf(secret, portal.clock.moment)
    expect((await session.send(reverseTransaction, { ...other, body: { ...body, code } })).status).toBe(201)
  })

  it('needs a reason and something settled', async () => {
    const { company } = await customer()
    const topup = await make.topup(company)
    const { send } = await admin()
    expect((await send(reverseTransaction, { params: { id: topup.id }, body: { reason: ' ' } })).status).toBe(422)
    expect((await send(reverseTransaction, { params: { id: topup.id }, body: { reason: 'Why not' } })).status).toBe(409)
  })
})

describe('a deleted company (W6)', () => {
  it('leaves its transactions and its balance, and nothing is approved for it any more', async () => {
    const { company, submit } = await customer()
    await make.topup(company, { approved: true, aed: 500 })
    const waiting = await make.topup(company)
    await submit()
    const { send } = await admin()
    expect((await send(deleteCompany, { params: { id: company.id } })).status).toBe(204)
    const left = (await send(listTransactions, { query: { company_id: company.id } })).reply
    expect(left.map((row) => [row.company_name, row.status, row.notes])).toEqual([
      ['Deleted company', 'rejected', 'Company deleted'],
      ['Deleted company', 'rejected', 'Company deleted'],
      ['Deleted company', 'approved', null],
    ])
    expect((await send(approveTopup, { params: { id: waiting.id }, body: {} })).status).toBe(409)
    const [credited] = left.filter((row) => row.status === 'approved')
    expect((await send(reverseTransaction, { params: { id: credited?.id ?? '' }, body: { reason: 'Paid back' } })).status).toBe(201)
  })
  it('approves nothing that was asked for it all the same', async () => {
    const late = await make.topup({ id: UNKNOWN })
    const { send } = await admin()
    const { status, problem } = await send(approveTopup, { params: { id: late.id }, body: {} })
    expect([status, problem.detail]).toEqual([409, 'The company was deleted: nothing is approved for it any more'])
    expect((await send(rejectTopup, { params: { id: late.id }, body: {} })).status).toBe(200)
  })
})
