import {
  addStage,
  advanceApplication,
  advanceApplications,
  getApplication,
  getUnreadNotices,
  listApplicationHistory,
  listEmployees,
  listNotices,
  listStages,
  type StageName,
  type StageStatus,
  sendMessage,
  submitApplication,
  undoAdvance,
  updateStage,
  withdrawApplication,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { historyLines } from '../../../test/historyLines.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { applications } from '../db/applications.table.ts'
import { mails } from '../db/mails.table.ts'
import { countAllMiskept } from '../persons/proof.ts'

const portal = startPortal()
const make = given(portal)
const later = (seconds: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + seconds * 1_000)
}

const waitsForLock = async () => (await portal.db.execute(sql`select from pg_locks where not granted`)).rowCount !== 0

async function office() {
  const company = await make.company()
  const customer = as(portal, await make.user('company_admin', { of: [company] }))
  const admin = as(portal, await make.user('admin', { full_name: 'Huda Salem' }))
  const submit = async (changes = {}) => {
    const { reply } = await customer.send(submitApplication, { body: newEmployee(company, changes) })
    return { params: { id: reply.id } }
  }
  const press = (params: { id: string }, stage_name: StageName, status?: StageStatus, more = {}) =>
    admin.send(advanceApplication, { params, body: { stage_name, ...(status && { status }), ...more } })
  const stages = async (params: { id: string }) =>
    (await admin.send(listStages, { params, query: { documents: 'link' } })).reply.map(
      ({ stage_name, status }) => `${stage_name}: ${status}`,
    )
  return { company, customer, admin, submit, press, stages }
}

afterEach(async () => {
  expect(await findAllMiscounted(portal.db, portal.clock.moment)).toEqual([])
  expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
})

describe('POST /visa-applications/{id}/advance', () => {
  it('approves the stage that is open and begins the next that is needed', async () => {
    const { submit, press, stages, admin } = await office()
    const { params } = await submit()
    const { status, reply } = await press(params, 'Offer Letter')
    expect([status, reply.current_stage]).toEqual([200, 'Labor Fees'])
    await press(params, 'Labor Fees', 'Submitted')
    const { reply: permitted } = await press(params, 'Entry Permit', 'Submitted')
    // From outside, no status has to be changed.
    expect(permitted.current_stage).toBe('Medical Test')
    expect(await stages(params)).toEqual([
      'Offer Letter: Approved',
      'Labor Fees: Approved',
      'Entry Permit: Approved',
      'Medical Test: Submitted',
    ])
    const lines = historyLines((await admin.send(listApplicationHistory, { params })).reply)
    expect(lines.slice(0, 2)).toEqual([
      ['stage_added', 'Medical Test', 'Huda Salem'],
      ['stage_changed', 'Entry Permit', 'Huda Salem'],
    ])
  })

  it('goes through a renewal in four stages, and completes it with the dates (S14)', async () => {
    const { company, customer, press, stages, admin } = await office()
    const body = renewal(company, { application_type: 'renewal', passport_number: 'P1' })
    const { reply: made } = await customer.send(submitApplication, { body })
    const params = { id: made.id }
    await press(params, 'Labor Fees')
    await press(params, 'Medical Test', 'Submitted')
    await press(params, 'Emirates ID', 'Submitted')
    const { reply } = await press(params, 'Visa Stamping', 'Submitted', { expiry_date: '2028-11-01', visa_number: 'V-1' })
    expect(reply).toMatchObject({ status: 'completed', expiry_date: '2028-11-01' })
    expect(await stages(params)).toHaveLength(4)
    expect((await admin.list(listEmployees, { query: { company_id: company.id } })).items).toMatchObject([{ visa_number: 'V-1' }])
    const again = await press(params, 'Visa Stamping', 'Approved')
    expect([again.status, again.problem.detail]).toEqual([409, 'This case is now at Visa Stamping: Approved'])
    expect((await admin.send(undoAdvance, { params })).status).toBe(409)
  })

  it('keeps note and document with the approved stage; an earlier note goes', async () => {
    const { submit, press, admin } = await office()
    const { params } = await submit()
    await admin.send(addStage, { params, body: { stage_name: 'Offer Letter', notes: 'Waiting for the signed copy' } })
    await press(params, 'Offer Letter', 'Submitted', { document: dataString(PDF) })
    await press(params, 'Labor Fees', 'Submitted', { notes: 'Paid at the counter' })
    const { reply } = await admin.send(listStages, { params, query: { documents: 'link' } })
    expect(reply).toMatchObject([
      { notes: null, document_details: { type: 'application/pdf' } },
      { notes: 'Paid at the counter', document: null },
      { notes: null, document: null },
    ])
  })

  it('tells the company once it cannot be taken back any more', async () => {
    const { submit, press, customer } = await office()
    const { params } = await submit()
    await press(params, 'Offer Letter')
    const told = async () => [
      (await customer.send(getUnreadNotices, {})).reply,
      (await customer.list(listNotices, { query: {} })).items.length,
    ]
    expect(await told()).toEqual([{ unread: 0, next_in_seconds: 15 }, 0])
    later(15)
    expect(await told()).toEqual([{ unread: 1, next_in_seconds: null }, 1])
  })

  it('is 409 with what it is now where the case has moved since', async () => {
    const { submit, press, stages, admin, customer } = await office()
    const { params } = await submit()
    await admin.send(addStage, { params, body: { stage_name: 'Offer Letter', status: 'Rejected' } })
    const answers = [
      await press(params, 'Offer Letter'),
      await press(params, 'Offer Letter', 'Submitted'),
      await press(params, 'Labor Fees'),
    ]
    for (const { status, problem } of answers) expect([status, problem.detail]).toEqual([409, 'This case is now at Offer Letter: Rejected'])
    expect(await stages(params)).toEqual(['Offer Letter: Rejected'])
    const other = await submit({ passport_number: 'P2' })
    await customer.send(withdrawApplication, { ...other, body: { reason: 'Found other work' } })
    expect((await press(other.params, 'Offer Letter')).problem.detail).toBe('This application was withdrawn')
  })

  it('takes dates with the last stage alone, and a file that is one', async () => {
    const { submit, press, stages } = await office()
    const { params } = await submit()
    const dated = await press(params, 'Offer Letter', undefined, { expiry_date: '2028-11-01' })
    expect([dated.status, dated.problem.errors?.[0]?.field]).toEqual([422, 'expiry_date'])
    const file = await press(params, 'Offer Letter', undefined, { document: 'data:text/plain;base64,aGVsbG8=' })
    expect([file.status, file.problem.errors?.[0]?.field]).toEqual([422, 'document'])
    expect(await stages(params)).toEqual([])
  })

  it('pressed twice at once moves it once; one key has one answer (W8)', async () => {
    const { submit, press, stages, admin } = await office()
    const { params } = await submit()
    const both = await Promise.all([press(params, 'Offer Letter'), press(params, 'Offer Letter')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const send = () =>
      admin.send(advanceApplication, { params, body: { stage_name: 'Labor Fees', status: 'Submitted' } }, { 'idempotency-key': 'one' })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect(await stages(params)).toEqual(['Offer Letter: Approved', 'Labor Fees: Approved', 'Entry Permit: Submitted'])
  })
})

describe('POST /visa-applications/{id}/undo-advance', () => {
  it('takes back the mails, the stage that was begun and what changed in the other', async () => {
    const { company, customer, submit, press, admin } = await office()
    const { params } = await submit()
    await admin.send(addStage, { params, body: { stage_name: 'Offer Letter', notes: 'Waiting', document: dataString(PDF) } })
    const read = async () => [
      (await admin.send(listStages, { params, query: { documents: 'link' } })).reply,
      (await portal.db.select().from(applications).where(eq(applications.id, params.id)))[0],
    ]
    const before = await read()
    later(3_600)
    await press(params, 'Offer Letter', 'Submitted', { notes: 'Signed', document: dataString(JPEG, 'image/jpeg') })
    const queued = await portal.db.select().from(mails).where(eq(mails.company_id, company.id))
    expect(queued).toMatchObject([{ kind: 'stage_decided', due_at: new Date(portal.clock.moment.getTime() + 15_000).toISOString() }])
    expect((await customer.send(getUnreadNotices, {})).reply).toEqual({ unread: 0, next_in_seconds: 15 })
    later(9)
    const { status, reply } = await admin.send(undoAdvance, { params })
    expect([status, reply.current_stage]).toEqual([200, 'Offer Letter'])
    later(6)
    expect((await customer.send(getUnreadNotices, {})).reply).toEqual({ unread: 0, next_in_seconds: null })
    expect(await read()).toEqual(before)
    expect(await portal.db.$count(mails, eq(mails.company_id, company.id))).toBe(0)
    const lines = historyLines((await admin.send(listApplicationHistory, { params })).reply).map(
      ([action, subject]) => `${action} ${subject}`,
    )
    expect(lines.slice(0, 5)).toEqual(
      expect.arrayContaining([
        'stage_undone Labor Fees',
        'stage_undone Offer Letter',
        'stage_added Labor Fees',
        'stage_changed Offer Letter',
      ]),
    )
    later(60)
    expect((await press(params, 'Offer Letter', 'Submitted')).reply.current_stage).toBe('Labor Fees')
  })

  it('leaves a refused case answered, as it was (§6)', async () => {
    const { submit, press, admin, customer } = await office()
    const { params } = await submit()
    await admin.send(addStage, { params, body: { stage_name: 'Offer Letter', status: 'Rejected' } })
    await customer.send(sendMessage, { params, body: { documents: [dataString(PDF)] } })
    const answeredAt = async () => (await admin.send(getApplication, { params, query: {} })).reply.answered_at
    const before = await answeredAt()
    expect(before).toBe(portal.clock.moment.toISOString())
    await press(params, 'Offer Letter', 'Rejected')
    expect(await answeredAt()).toBeNull()
    await admin.send(undoAdvance, { params })
    expect(await answeredAt()).toBe(before)
  })

  it('removes a stage that was not recorded before', async () => {
    const { submit, press, stages, admin } = await office()
    const { params } = await submit()
    later(60)
    await press(params, 'Offer Letter')
    expect((await admin.send(undoAdvance, { params })).status).toBe(200)
    expect(await stages(params)).toEqual([])
    later(60)
    await press(params, 'Offer Letter')
    expect(await stages(params)).toEqual(['Offer Letter: Approved', 'Labor Fees: Submitted'])
  })

  it('is for the same person within ten seconds, while nobody has touched either stage', async () => {
    const { submit, press, stages, admin } = await office()
    const { params } = await submit()
    await press(params, 'Offer Letter')
    const colleague = as(portal, await make.user('admin'))
    expect((await colleague.send(undoAdvance, { params })).problem.detail).toBe('There is nothing of yours to undo here')
    later(11)
    expect((await admin.send(undoAdvance, { params })).problem.detail).toBe('It is too late to undo this')
    await press(params, 'Labor Fees', 'Submitted')
    later(1)
    const [, , begun] = (await admin.send(listStages, { params })).reply
    await colleague.send(updateStage, { params: { id: begun?.id ?? '' }, body: { notes: 'Called them' } })
    expect((await admin.send(undoAdvance, { params })).problem.detail).toBe('Somebody has changed these stages since')
    expect(await stages(params)).toHaveLength(3)
  })

  it('comes too late where it waited while the mails left', async () => {
    const { company, submit, press, stages, admin } = await office()
    const { params } = await submit()
    await press(params, 'Offer Letter')
    later(9)
    const { undone } = await portal.db.transaction(async (tx) => {
      await tx.select().from(applications).where(eq(applications.id, params.id)).for('update')
      const waiting = admin.send(undoAdvance, { params })
      await expect.poll(waitsForLock, { timeout: 10_000 }).toBe(true)
      later(7)
      await deliverDue(portal)
      return { undone: waiting }
    })
    expect((await portal.db.select().from(mails).where(eq(mails.company_id, company.id))).map(({ ending }) => ending)).toEqual(['kept'])
    expect([(await undone).status, (await undone).problem.detail]).toEqual([409, 'It is too late to undo this'])
    expect(await stages(params)).toEqual(['Offer Letter: Approved', 'Labor Fees: Submitted'])
  })

  it('is refused where the document that was replaced has been sent elsewhere meanwhile', async () => {
    const { submit, press, stages, admin } = await office()
    const { params } = await submit()
    const first = { stage_name: 'Offer Letter', document: dataString(PDF) } as const
    const { reply } = await admin.send(addStage, { params, body: first })
    await press(params, 'Offer Letter', 'Submitted', { document: dataString(JPEG, 'image/jpeg') })
    const sent = await admin.send(sendMessage, { params, body: { documents: [reply.document ?? ''] } })
    expect(sent.status).toBe(201)
    const { status, problem } = await admin.send(undoAdvance, { params })
    expect([status, problem.detail]).toEqual([409, 'Somebody has changed these stages since'])
    expect(await stages(params)).toEqual(['Offer Letter: Approved', 'Labor Fees: Submitted'])
  })

  it('is there once', async () => {
    const { submit, press, admin } = await office()
    const { params } = await submit()
    await press(params, 'Offer Letter')
    const both = await Promise.all([admin.send(undoAdvance, { params }), admin.send(undoAdvance, { params })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('PUT /visa-applications/advance', () => {
  it('answers row by row what became of each', async () => {
    const { submit, press, stages, admin } = await office()
    const [moves, moved, last] = [await submit(), await submit({ passport_number: 'P2' }), await submit({ passport_number: 'P3' })]
    await press(moved.params, 'Offer Letter')
    await admin.send(addStage, { params: last.params, body: { stage_name: 'Visa Stamping' } })
    const unknown = '0196f0a0-0000-7000-8000-000000000009'
    const ids = [moves.params.id, moved.params.id, last.params.id, unknown, moves.params.id]
    const seen = { [moves.params.id]: { stage_name: 'Offer Letter' as const }, [moved.params.id]: { stage_name: 'Offer Letter' as const } }
    const { status, reply } = await admin.send(advanceApplications, { body: { application_ids: ids, pressed_on: seen } })
    expect(status).toBe(200)
    expect(reply).toEqual([
      { application_id: moves.params.id, status: 200, detail: null },
      { application_id: moved.params.id, status: 409, detail: 'This case is now at Labor Fees: Submitted' },
      { application_id: last.params.id, status: 409, detail: 'Open this case: completing asks for dates' },
      { application_id: unknown, status: 404, detail: 'Application not found' },
    ])
    expect(await stages(moves.params)).toEqual(['Offer Letter: Approved', 'Labor Fees: Submitted'])
    expect((await admin.send(undoAdvance, moves)).status).toBe(200)
  })

  it('repeated with its key goes on where it ended (W8)', async () => {
    const { submit, stages, admin } = await office()
    const { params } = await submit()
    const send = (application_ids: string[]) =>
      admin.send(advanceApplications, { body: { application_ids } }, { 'idempotency-key': 'many' })
    const [first, second] = [await send([params.id]), await send([params.id])]
    expect(second.reply).toEqual(first.reply)
    expect(await stages(params)).toEqual(['Offer Letter: Approved', 'Labor Fees: Submitted'])
    expect((await send([params.id, (await submit({ passport_number: 'P2' })).params.id])).status).toBe(422)
  })

  it('takes 1 to 100 cases', async () => {
    const { admin } = await office()
    const many = Array.from({ length: 101 }, (_, index) => `0196f0a0-0000-7000-8000-000000000${100 + index}`)
    expect((await admin.send(advanceApplications, { body: { application_ids: many } })).status).toBe(422)
    expect((await admin.send(advanceApplications, { body: { application_ids: [] } })).status).toBe(422)
  })

  it('tells a company through its own record alone', async () => {
    const { submit, customer, press } = await office()
    const { params } = await submit()
    await press(params, 'Offer Letter')
    expect((await customer.send(getApplication, { params })).reply.current_stage).toBe('Labor Fees')
  })
})
