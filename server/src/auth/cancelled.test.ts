import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  getDocument,
  getEmployee,
  getOwnRecord,
  listApplications,
  listEmployeeHistory,
  login,
  logout,
  me,
  requestCancellation,
  saveView,
  setPreferences,
  updateEmployee,
  uploadDocument,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { PDF } from '../../../test/files.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { MIGRATIONS } from '../db/migrate.ts'
import { employees, users } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)
const ENDED = 'Your employer has ended this record. Ask them for your papers.'
const CONFIRMED = { email_verified_at: START.toISOString() }

const at = (moment: string) => {
  portal.clock.moment = new Date(moment)
}

/** What the account reads at that moment, and what its login says: sessions are of the day. */
async function opens(user: { id: string; email: string }, moment: string): Promise<[number, number]> {
  at(moment)
  const { status, problem } = await as(portal).send(login, { body: { email: user.email, password: PASSWORD } })
  if (status !== 200) expect([status, problem.detail]).toEqual([403, ENDED])
  return [status, (await as(portal, user).send(getOwnRecord, {})).status]
}
const OPEN = [200, 200]
const SHUT = [403, 401]

const administrator = async () => as(portal, await make.user('admin'))
const cancel = async (id: string, body: object = {}) =>
  (await administrator()).send(updateEmployee, { params: { id }, body: { status: 'cancelled', ...body } })

async function employed() {
  const company = await make.company()
  const record = await make.employee(company)
  return { company, record, user: await make.user('employee', { of: [company], employee_id: record.id }) }
}

it('an account whose record is cancelled reads for 30 days in Dubai, then its login says whom to ask (E7)', async () => {
  const { record, user } = await employed()
  // One o'clock on 21 Nov in Dubai.
  at('2026-11-20T21:00:00.000Z')
  expect((await cancel(record.id)).reply).toMatchObject({ status: 'cancelled', cancelled_at: '2026-11-20T21:00:00.000Z', leave_by: null })
  const { reply } = await as(portal, user).send(getOwnRecord, {})
  expect(reply).toMatchObject({ record: { status: 'cancelled', cancelled_at: '2026-11-20T21:00:00.000Z' }, reads_until: '2026-12-21' })
  expect(await opens(user, '2026-12-21T19:59:59.000Z')).toEqual(OPEN)
  expect(await opens(user, '2026-12-21T20:00:00.000Z')).toEqual(SHUT)
})

it('an open session ends with the time of reading', async () => {
  const { record, user } = await employed()
  await cancel(record.id)
  at('2026-12-20T19:00:00.000Z')
  const { send } = as(portal, user)
  expect((await send(me, {})).status).toBe(200)
  at('2026-12-20T20:00:00.000Z')
  expect((await send(me, {})).status).toBe(401)
})

it('a wrong password tells no more than before (A3)', async () => {
  const { record, user } = await employed()
  await cancel(record.id)
  at('2027-02-01T06:00:00.000Z')
  expect((await as(portal).send(login, { body: { email: user.email, password: 'wrong' } })).status).toBe(401)
})

it('a typed day to leave by that is ahead keeps the account open until then', async () => {
  const { record, user } = await employed()
  expect((await cancel(record.id, { leave_by: '2027-02-18' })).reply.leave_by).toBe('2027-02-18')
  expect((await as(portal, user).send(getOwnRecord, {})).reply).toMatchObject({
    record: { leave_by: '2027-02-18' },
    reads_until: '2027-02-18',
  })
  expect(await opens(user, '2027-02-18T19:59:59.000Z')).toEqual(OPEN)
  expect(await opens(user, '2027-02-18T20:00:00.000Z')).toEqual(SHUT)
  await (await administrator()).send(updateEmployee, { params: { id: record.id }, body: { leave_by: '2026-11-25' } })
  expect(await opens(user, '2026-12-20T06:00:00.000Z')).toEqual(OPEN)
})

it('back to active opens it at once, with nothing left of the end (A8)', async () => {
  const { record, user } = await employed()
  await cancel(record.id, { leave_by: '2026-12-01' })
  expect(await opens(user, '2027-02-18T06:00:00.000Z')).toEqual(SHUT)
  const { reply } = await (await administrator()).send(updateEmployee, { params: { id: record.id }, body: { status: 'active' } })
  expect(reply).toMatchObject({ status: 'active', cancelled_at: null, leave_by: null })
  expect(await opens(user, '2027-02-18T06:00:01.000Z')).toEqual(OPEN)
  expect((await as(portal, user).send(saveView, { body: VIEW })).status).toBe(201)
})

const VIEW = { list: 'applications', name: 'Mine', filters: {} } as const

it('reads alone: of what it may write the own account is left', async () => {
  const { company, record, user } = await employed()
  const application = await make.application(company, { employee_id: record.id })
  const document = await make.document({ application_id: application.id, slot: 'eid' }, PDF)
  await cancel(record.id)
  const { send } = as(portal, user)
  expect((await send(getDocument, { params: { id: document.id } })).status).toBe(200)
  expect((await send(setPreferences, { body: { language: 'ar' } })).status).toBe(200)
  expect(
    (await send(uploadDocument, { body: PDF as never }, { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' })).status,
  ).toBe(201)
  const { status, problem } = await send(saveView, { body: VIEW })
  expect([status, problem.detail]).toEqual([403, 'Your employer has ended this record. You can still read it, but change nothing.'])
  expect((await send(logout, {})).status).toBe(204)
})

it('a request for the cancellation ends nothing', async () => {
  const { company, record, user } = await employed()
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  await send(requestCancellation, { body: { employee_id: record.id, reason: 'Left' } })
  expect((await as(portal, user).send(getOwnRecord, {})).reply.reads_until).toBeNull()
  expect(await opens(user, '2027-02-18T06:00:00.000Z')).toEqual(OPEN)
})

it('an account without a named record has those with its confirmed e-mail in its companies: the last one counts (V4)', async () => {
  const [one, two, foreign] = [await make.company(), await make.company(), await make.company()]
  const user = await make.user('employee', { of: [one, two], ...CONFIRMED })
  const email = user.email.toUpperCase()
  const records = [await make.employee(one, { email }), await make.employee(two, { email })]
  await make.employee(foreign, { email })
  const [first = '', second = ''] = records.map(({ id }) => id)
  await cancel(first)
  expect(await opens(user, '2027-02-18T06:00:00.000Z')).toEqual(OPEN)
  await cancel(second)
  expect((await as(portal, user).send(getOwnRecord, {})).reply.reads_until).toBe('2027-03-20')
  expect(await opens(user, '2027-03-20T19:59:59.000Z')).toEqual(OPEN)
  expect(await opens(user, '2027-03-20T20:00:00.000Z')).toEqual(SHUT)
})

it('records of an e-mail that nobody confirmed, or of a company that the account has left, end nothing', async () => {
  const [company, left] = [await make.company(), await make.company()]
  const unconfirmed = await make.user('employee', { of: [company] })
  const elsewhere = await make.employee(left)
  const linked = await make.user('employee', { of: [company], employee_id: elsewhere.id })
  await cancel((await make.employee(company, { email: unconfirmed.email })).id)
  await cancel(elsewhere.id)
  for (const user of [unconfirmed, linked]) expect(await opens(user, '2027-02-18T06:00:00.000Z')).toEqual(OPEN)
})

it('the day to leave by is an administrator’s, of a cancelled visa alone, and stands in the history', async () => {
  const { company, record } = await employed()
  const params = { id: record.id }
  const { send } = await administrator()
  const early = await send(updateEmployee, { params, body: { leave_by: '2027-01-01' } })
  expect([early.status, early.problem.errors?.[0]?.field]).toEqual([422, 'leave_by'])
  await cancel(record.id, { leave_by: '2027-01-01' })
  const [, changed] = (await send(listEmployeeHistory, { params })).reply
  expect(changed).toMatchObject({ action: 'changed', changes: [{ field: 'leave_by', from: null, to: '2027-01-01' }] })
  const customer = as(portal, await make.user('company_admin', { of: [company] }))
  const refused = await customer.send(updateEmployee, { params, body: { designation: 'Cook', leave_by: '2027-09-09' } })
  expect([refused.status, refused.problem.detail]).toEqual([403, 'Only an administrator sets the day to leave by'])
  const read = (await customer.send(getEmployee, { params })).reply
  expect(read).toMatchObject({ designation: null, leave_by: '2027-01-01' })
  expect((await customer.send(updateEmployee, { params, body: { ...read, designation: 'Cook' } as never })).reply.leave_by).toBe(
    '2027-01-01',
  )
  expect((await send(updateEmployee, { params, body: { leave_by: '' } })).reply.leave_by).toBeNull()
})

it('the moment is kept by whoever writes the status, an earlier version of the portal too', async () => {
  const { record } = await employed()
  const statusOf = async (status: 'active' | 'cancelled') =>
    (await portal.db.update(employees).set({ status }).where(eq(employees.id, record.id)).returning())[0]?.cancelled_at
  expect(Math.abs(Date.parse((await statusOf('cancelled')) ?? '') - Date.now())).toBeLessThan(60_000)
  expect(await statusOf('active')).toBeNull()
})

it('older rows are filled in by their history', async () => {
  const { record, company } = await employed()
  await cancel(record.id)
  const unknown = await make.employee(company, { status: 'cancelled', passport_number: 'Unknown' })
  await portal.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update employees set cancelled_at = null`)
  })
  const [fill = ''] = (await readFile(join(MIGRATIONS, '0048_cancelled_filled.sql'), 'utf8')).split('--> statement-breakpoint')
  await portal.db.execute(sql.raw(fill))
  const filled = await portal.db.select().from(employees).where(eq(employees.company_id, company.id))
  expect(filled.find(({ id }) => id === record.id)?.cancelled_at).toBe(START.toISOString())
  expect(filled.find(({ id }) => id === unknown.id)?.cancelled_at).not.toBeNull()
})

it('an account that becomes an employee’s is that of its record at once (E7)', async () => {
  at('2026-11-20T08:00:00.000Z')
  const company = await make.company()
  const record = await make.employee(company)
  const user = await make.user('company_admin', { of: [company] })
  const person = as(portal, user)
  for (const _ of ['first', 'guessed']) expect((await person.send(listApplications, {})).status).toBe(200)
  await cancel(record.id)
  await portal.db.update(users).set({ role: 'employee', employee_id: record.id }).where(eq(users.id, user.id))
  await portal.db.update(employees).set({ cancelled_at: '2026-10-01T08:00:00.000Z' }).where(eq(employees.id, record.id))
  expect((await person.send(listApplications, {})).status).toBe(401)
})
