import {
  addNote,
  addPaper,
  addRule,
  advanceApplication,
  advanceApplications,
  assignApplications,
  type Call,
  calls,
  createCompany,
  createEmployee,
  deleteEmployee,
  getDraft,
  type Input,
  inviteUser,
  KEY_OF_ANOTHER_REQUEST,
  listEmployees,
  listTransactions,
  listUsers,
  renewEmployee,
  requestCancellation,
  requestTopup,
  reverseTransaction,
  runImport,
  saveDraft,
  sendMessage,
  submitApplication,
  switchCompany,
  withdrawApplication,
} from 'contract'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { asChecked, newPeople } from '../../../test/sheets.ts'
import { newEmployee } from '../../../test/submission.ts'
import { lockWallet } from '../transactions/wallet.ts'

const portal = startPortal()
const make = given(portal)
const KEY = { 'idempotency-key': 'of-this-form' }

const customer = async () => {
  const company = await make.company()
  return { company, ...as(portal, await make.user('company_admin', { of: [company] })) }
}
const asked = <C extends Call>(call: C, body: Input<C>['body' & keyof Input<C>], params?: object) => ({ call, input: { params, body } })

/** One request of each creating call, and its role. */
async function sendings(company: { id: string }) {
  const { id: employee_id } = await make.employee(company, { visa_expiry_date: '2027-01-01' })
  const { id: leaving } = await make.employee(company, { passport_number: 'N7654321' })
  const record = {
    company_id: company.id,
    employee_name: 'Ali Hassan',
    passport_number: 'A1',
    nationality: 'Egyptian',
    designation: 'Cook',
  }
  const rule = {
    key: 'exit_permit' as const,
    in_force_from: '2026-11-01',
    source_name: 'ICP',
    confidence: 'authority' as const,
    withdrawn: true as const,
  }
  const fields = { name: 'Oryx LLC', trade_license: 'CN-2', contact_person: 'Ali', email: 'a@oryx.example', phone: '1' }
  const topup = await make.topup(company, { approved: true, aed: 50_000 })
  const [begun, left, one, other] = await Promise.all(
    ['P1', 'P2', 'P3', 'P4'].map((passport_number) => make.application(company, { passport_number })),
  )
  const ids = [one, other].map((each) => each?.id ?? '')
  return {
    sendMessage: asked(sendMessage, { text: 'The scan is cut off' }, begun),
    withdrawApplication: asked(withdrawApplication, { reason: 'Found other work' }, left),
    addNote: asked(addNote, { text: 'Called them' }, begun),
    advanceApplication: asked(advanceApplication, { stage_name: 'Offer Letter' }, begun),
    advanceApplications: asked(advanceApplications, { application_ids: ids }),
    assignApplications: asked(assignApplications, { application_ids: ids, assignee_id: null }),
    submitApplication: asked(submitApplication, newEmployee(company)),
    requestTopup: asked(requestTopup, { amount: 100, receipt_document: dataString(PDF) }),
    renewEmployee: asked(renewEmployee, { employee_id }),
    requestCancellation: asked(requestCancellation, { employee_id: leaving, reason: 'He leaves' }),
    createEmployee: asked(createEmployee, record),
    addPaper: asked(addPaper, { kind: 'work_permit', employee_id }),
    addRule: asked(addRule, rule),
    runImport: asked(runImport, asChecked(newPeople(company.id, [{ employee_name: 'Noor Aziz', passport_number: 'IM77' }]))),
    createCompany: asked(createCompany, { ...fields, category: 'on_demand' }),
    inviteUser: asked(inviteUser, { email: `${company.id}@oryx.example`, full_name: 'Sara Khan', role: 'employee' }),
    reverseTransaction: asked(reverseTransaction, { reason: 'Paid twice', amount: 100 }, { id: topup.id }),
  }
}

describe('the Idempotency-Key (W8)', () => {
  it('of a repeated submission is found before anything is done again: it waits for no wallet and no person', async () => {
    const { company, send } = await customer()
    const body = newEmployee(company)
    const first = await send(submitApplication, { body }, KEY)
    await portal.db.transaction(async (tx) => {
      await lockWallet(tx, company.id)
      await tx.execute(sql`select lock_person_keys(${company.id}, 'N1234567', 'Sara Khan', 'Indian')`)
      expect((await send(submitApplication, { body }, KEY)).raw.payload).toBe(first.raw.payload)
      expect((await send(submitApplication, { body: { ...body, mobile: '1' } }, KEY)).status).toBe(422)
    })
  })

  it('is honoured by every call that creates: the same answer, one row', async () => {
    const { company, send } = await customer()
    const admin = as(portal, await make.user('admin'))
    const all = await sendings(company)
    expect(Object.keys(all).toSorted()).toEqual(
      Object.keys(calls)
        .filter((name) => 'idempotent' in calls[name as keyof typeof calls])
        .toSorted(),
    )
    for (const [name, { call, input }] of Object.entries<{ call: Call; input: object }>(all)) {
      const sender = call.access !== 'public' && call.access.every((role) => role === 'admin') ? admin.send : send
      const first = await sender(call, input as never, KEY)
      const again = await sender(call, input as never, KEY)
      expect([first.status, again.status], name).toEqual([call.status ?? 200, call.status ?? 200])
      expect(again.raw.payload, name).toBe(first.raw.payload)
    }
  })

  it('knows a large document again, and another of the same length', async () => {
    const { send } = await customer()
    const receipt = (byte: string) => dataString(Buffer.concat([PDF, Buffer.alloc(2_000_000, byte)]))
    const ask = (byte: string) => send(requestTopup, { body: { amount: 100, receipt_document: receipt(byte) } }, KEY)
    const [first, again, other] = [await ask('a'), await ask('a'), await ask('b')]
    expect([first.status, again.reply.id, other.problem.detail]).toEqual([201, first.reply.id, KEY_OF_ANOTHER_REQUEST])
  })

  it('of another body is refused by the sentence that the screens know', async () => {
    const { company, send } = await customer()
    await send(submitApplication, { body: newEmployee(company) }, KEY)
    const { status, problem } = await send(submitApplication, { body: newEmployee(company, { employee_name: 'Sara Ali' }) }, KEY)
    expect([status, problem.detail]).toEqual([422, KEY_OF_ANOTHER_REQUEST])
  })

  it.each(['requestTopup', 'inviteUser'] as const)('of another active company is refused by %s, and makes nothing there', async (name) => {
    const [first, second] = [await make.company(), await make.company({ name: 'Oryx LLC' })]
    const { send } = as(portal, await make.user('company_admin', { of: [first, second] }))
    const { call, input } = (await sendings(first))[name]
    expect((await send(call, input as never, KEY)).status).toBe(201)
    await send(switchCompany, { params: { company_id: second.id } })
    const { status, problem } = await send(call, input as never, KEY)
    expect([status, problem.detail]).toEqual([422, KEY_OF_ANOTHER_REQUEST])
    const { reply: transactions } = await send(listTransactions, {})
    const { reply: users } = await send(listUsers, {})
    expect([transactions, users.map((user) => user.invited)]).toEqual([[], [false]])
  })

  it('holds however the path is written, and apart for each record that it names', async () => {
    const company = await make.company()
    const { send } = as(portal, await make.user('admin'))
    const [one, other] = [await make.topup(company, { approved: true }), await make.topup(company, { approved: true })]
    const body = { reason: 'Paid twice', amount: 100 }
    const reverse = (path: string) => send({ ...reverseTransaction, path }, { params: { id: one.id }, body }, KEY)
    const first = await reverse('/transactions/{id}/reversal')
    for (const path of ['/t%72ansactions/{id}/r%65versal', `/transactions/${one.id.toUpperCase()}/reversal?again`])
      expect((await reverse(path)).raw.payload).toBe(first.raw.payload)
    const { reply } = await send(reverseTransaction, { params: { id: other.id }, body }, KEY)
    expect([first.status, reply.reverses_id]).toEqual([201, other.id])
    expect((await send(listTransactions, { query: { type: 'reversal', company_id: company.id } })).reply).toHaveLength(2)
  })

  it('of another call is another key', async () => {
    const { company, send } = await customer()
    const { createEmployee: employee, submitApplication: application } = await sendings(company)
    const first = await send(employee.call, employee.input as never, KEY)
    const second = await send(application.call, application.input as never, KEY)
    expect([first.status, second.status]).toEqual([201, 201])
  })

  it('of a record that was deleted answers as for an unknown one, and makes no other', async () => {
    const { company, send } = await customer()
    const admin = as(portal, await make.user('admin'))
    const { call, input } = (await sendings(company)).createEmployee
    const { id } = (await send(call, input as never, KEY)).reply as { id: string }
    expect((await admin.send(deleteEmployee, { params: { id } })).status).toBe(204)
    const { status, problem } = await send(call, input as never, KEY)
    expect([status, problem.detail]).toEqual([404, 'Employee not found'])
    expect((await send(listEmployees, { query: { q: 'Ali Hassan' } })).reply).toEqual([])
  })

  it.each(['', 'a b', 'a\tb', 'schlüssel', 'x'.repeat(201)])('that is %j is refused, and nothing is made', async (key) => {
    const { company, send } = await customer()
    const { call, input } = (await sendings(company)).createEmployee
    const { status, problem } = await send(call, input as never, { 'idempotency-key': key })
    expect([status, problem.detail]).toEqual([422, 'The Idempotency-Key must be 1 to 200 visible characters'])
    expect((await send(listEmployees, { query: { q: 'Ali Hassan' } })).reply).toEqual([])
  })

  it('sent again after its answer was lost, leaves no draft that was kept meanwhile', async () => {
    const { company, send } = await customer()
    const body = newEmployee(company)
    const of = { params: { kind: 'new' as const }, query: { company_id: company.id } }
    await send(submitApplication, { body }, KEY)
    await send(saveDraft, { ...of, body: { fields: { employee_name: 'Sara Khan' } } })
    await send(submitApplication, { body }, KEY)
    expect((await send(getDraft, of)).reply).toBeNull()
  })
})
