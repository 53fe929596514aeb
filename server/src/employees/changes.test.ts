import {
  createEmployee,
  deleteEmployee,
  getApplication,
  getEmployee,
  listApplicationHistory,
  listApplications,
  listEmployeeHistory,
  listEmployees,
  renewEmployee,
  requestCancellation,
  submitApplication,
  updateEmployee,
} from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { historyLines } from '../../../test/historyLines.ts'
import { encryptAsBefore } from '../../../test/olderFile.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { documents } from '../db/documents.table.ts'
import { employees } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)
const FIELDS = { employee_name: 'Sara Khan', passport_number: 'n1234567', nationality: 'Indian', designation: 'Accountant' }

const customer = async () => {
  const company = await make.company()
  return { company, ...as(portal, await make.user('company_admin', { of: [company] })) }
}
const admin = async () => as(portal, await make.user('admin', { full_name: 'Huda Salem' }))

describe('POST /employees', () => {
  it('adds a record, blank fields being none', async () => {
    const { company, send } = await customer()
    const body = { ...FIELDS, company_id: company.id, visa_number: ' ', visa_expiry_date: '', email: '', mobile: '+971501234567' }
    const { status, reply } = await send(createEmployee, { body })
    expect(status).toBe(201)
    expect(reply).toMatchObject({ passport_number: 'N1234567', status: 'active', visa_number: null, visa_expiry_date: null, email: null })
    expect(reply).toMatchObject({ mobile: '+971501234567', cancellation: null, renewal_application_id: null })
  })

  it.each(['employee_name', 'passport_number', 'nationality', 'designation'] as const)('needs %s', async (field) => {
    const { company, send } = await customer()
    const { status, problem } = await send(createEmployee, { body: { ...FIELDS, company_id: company.id, [field]: ' ' } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
  })

  it('refuses a day that no calendar of the database has', async () => {
    const { company, send } = await customer()
    const { status, problem } = await send(createEmployee, { body: { ...FIELDS, company_id: company.id, visa_expiry_date: '0000-02-01' } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'visa_expiry_date'])
  })

  it('takes one record a passport and company', async () => {
    const { company, send } = await customer()
    const body = { ...FIELDS, company_id: company.id }
    const answers = await Promise.all([send(createEmployee, { body }), send(createEmployee, { body })])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
    expect((await customer()).company.id).not.toBe(company.id)
  })
})

describe('PUT /employees/{id}', () => {
  it('keeps the skill level and since when somebody is abroad, for which a blank is none', async () => {
    const { company, send } = await customer()
    const { id } = (await send(createEmployee, { body: { ...FIELDS, company_id: company.id, skill_level: 9 } })).reply
    const change = (body: object) => send(updateEmployee, { params: { id }, body })
    const given = { skill_level: 3, outside_since: '2026-10-01' }
    expect((await send(getEmployee, { params: { id } })).reply).toMatchObject({ skill_level: 9, outside_since: null })
    expect((await change(given)).reply).toMatchObject(given)
    const [entry] = (await send(listEmployeeHistory, { params: { id } })).reply
    expect(entry?.changes).toEqual([
      { field: 'skill_level', from: '9', to: '3' },
      { field: 'outside_since', from: null, to: '2026-10-01' },
    ])
    expect((await change({ designation: 'Clerk' })).reply).toMatchObject(given)
    for (const skill_level of [0, 10, 2.5, 'x']) expect((await change({ skill_level })).problem.errors?.[0]?.field).toBe('skill_level')
    const [row] = (await send(listEmployees, { query: { q: 'sara khan' } })).reply
    expect(row).toMatchObject(given)
    expect((await change({ skill_level: '', outside_since: '' })).reply).toMatchObject({ skill_level: null, outside_since: null })
  })

  it('changes what is given, keeps the rest and says so in the history', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company, { mobile: '050', visa_number: 'V1' })
    const { reply } = await send(updateEmployee, { params: { id }, body: { designation: 'Head of Finance', visa_number: '' } })
    expect(reply).toMatchObject({ designation: 'Head of Finance', visa_number: null, mobile: '050' })
    const [entry] = (await send(listEmployeeHistory, { params: { id } })).reply
    expect(entry).toMatchObject({
      action: 'changed',
      actor_name: 'Layla Nasser',
      changes: [
        { field: 'designation', from: null, to: 'Head of Finance' },
        { field: 'visa_number', from: 'V1', to: null },
      ],
    })
  })

  it('reads null as absent, so that a record sent back as it was read changes nothing (P9)', async () => {
    const { company, send } = await customer()
    const params = { id: (await make.employee(company, { mobile: '050' })).id }
    const { employee_name, passport_number, nationality, designation, visa_number, mobile } = (await send(getEmployee, { params })).reply
    const body = { employee_name, passport_number, nationality, designation: designation as string, visa_number, mobile }
    expect([designation, visa_number]).toEqual([null, null])
    expect((await send(updateEmployee, { params, body })).reply).toEqual((await send(getEmployee, { params })).reply)
    expect((await send(listEmployeeHistory, { params })).reply).toEqual([])
    expect((await send(updateEmployee, { params, body: { mobile: null } })).reply.mobile).toBe('050')
    expect((await send(updateEmployee, { params, body: { employee_name: null as never } })).reply.employee_name).toBe(employee_name)
  })

  it.each([
    ['active', { visa_expiry_date: '2027-01-01' }],
    ['expired', { visa_expiry_date: '2026-01-01' }],
    ['cancelled', { status: 'cancelled' }],
    ['cancellation_requested', {}],
  ] as const)('takes the whole record as it was read, shown as %s, from both roles (P9)', async (shown, row) => {
    const { company, send } = await customer()
    const params = { id: (await make.employee(company, { ...row, designation: 'Nurse' })).id }
    if (shown === 'cancellation_requested') await send(requestCancellation, { body: { employee_id: params.id, reason: 'Left' } })
    const read = (await send(getEmployee, { params })).reply
    const lines = (await send(listEmployeeHistory, { params })).reply
    expect(read.status).toBe(shown)
    for (const sender of [send, (await admin()).send]) {
      const { status, reply } = await sender(updateEmployee, { params, body: read as never })
      expect([status, reply]).toEqual([200, read])
    }
    expect((await send(listEmployeeHistory, { params })).reply).toEqual(lines)
  })

  it('takes a new date with the status that was read before it (P9)', async () => {
    const { company, send } = await customer()
    const params = { id: (await make.employee(company, { visa_expiry_date: '2026-01-01' })).id }
    const body = { status: 'expired', visa_expiry_date: '2027-01-01' } as const
    expect((await send(updateEmployee, { params, body })).reply).toMatchObject({ status: 'active', visa_expiry_date: '2027-01-01' })
    expect((await send(updateEmployee, { params, body })).status).toBe(200)
  })

  it.each(['expired', 'cancellation_requested'] as const)('sets no record to %s (E3, E4)', async (status) => {
    const { company, send } = await customer()
    const params = { id: (await make.employee(company, { status: 'cancelled' })).id }
    expect((await send(updateEmployee, { params, body: { status } })).status).toBe(403)
    const refused = await (await admin()).send(updateEmployee, { params, body: { status, mobile: '050' } })
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      [{ field: 'status', detail: 'Status can be set to active or cancelled alone' }],
    ])
    expect((await send(getEmployee, { params })).reply).toMatchObject({ status: 'cancelled', mobile: null })
  })

  it('is found by the new name', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company)
    await send(updateEmployee, { params: { id }, body: { employee_name: 'Zeina Haddad' } })
    expect((await send(listEmployees, { query: { q: 'zeina' } })).reply).toHaveLength(1)
    expect((await send(listEmployees, { query: { q: 'sara' } })).reply).toEqual([])
  })

  it('does not move an employee to another company (T15)', async () => {
    const one = await make.company()
    const two = await make.company()
    const { send } = as(portal, await make.user('company_admin', { of: [one, two] }))
    const { id } = await make.employee(one)
    expect((await send(updateEmployee, { params: { id }, body: { company_id: two.id } })).status).toBe(422)
    expect((await send(listEmployees, {})).reply.map((row) => row.id)).toEqual([id])
  })

  it('lets only the admin set the status (E3)', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company)
    expect((await send(updateEmployee, { params: { id }, body: { status: 'cancelled' } })).status).toBe(403)
    expect((await (await admin()).send(updateEmployee, { params: { id }, body: { status: 'cancelled' } })).reply.status).toBe('cancelled')
  })

  it('takes no passport number of another record of the company', async () => {
    const { company, send } = await customer()
    await make.employee(company, { passport_number: 'P7654321' })
    const { id } = await make.employee(company)
    const { status, problem } = await send(updateEmployee, { params: { id }, body: { passport_number: 'p7654321' } })
    expect([status, problem.detail]).toEqual([409, 'This company already has an employee with this passport number'])
  })

  it('refuses a change of a state that is gone (P5)', async () => {
    const { company, send } = await customer()
    const { headers, reply } = await send(createEmployee, { body: { ...FIELDS, company_id: company.id } })
    const etag = { 'if-match': String(headers.etag) }
    expect((await send(updateEmployee, { params: { id: reply.id }, body: { mobile: '050' } }, etag)).status).toBe(200)
    expect((await send(updateEmployee, { params: { id: reply.id }, body: { mobile: '055' } }, etag)).status).toBe(412)
  })
})

describe('DELETE /employees/{id} (E5)', () => {
  it('is refused for a state that is gone (P5)', async () => {
    const { company, send } = await customer()
    const params = { id: (await make.employee(company)).id }
    const { send: asAdmin } = await admin()
    const etag = { 'if-match': String((await asAdmin(updateEmployee, { params, body: {} })).headers.etag) }
    await send(updateEmployee, { params, body: { designation: 'Clerk' } })
    expect((await asAdmin(deleteEmployee, { params }, etag)).status).toBe(412)
    expect((await send(listEmployees, {})).reply).toHaveLength(1)
  })

  it('keeps the applications', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company)
    const application = await make.application(company, { employee_id: id })
    expect((await (await admin()).send(deleteEmployee, { params: { id } })).status).toBe(204)
    expect((await send(listApplications, {})).reply).toMatchObject([{ id: application.id, employee_id: null }])
    expect((await send(listEmployees, {})).reply).toEqual([])
  })
})

describe('POST /employees/renewal (E2)', () => {
  it('submits a renewal with the data of the record and copies of the held documents', async () => {
    const { company, send } = await customer()
    const documents = { passport_front: dataString(PDF), photo: dataString(JPEG, 'image/jpeg') }
    await send(submitApplication, { body: newEmployee(company, { visa_type: 'investor', documents }) })
    const { id } = await make.employee(company, { visa_expiry_date: '2026-12-15', designation: 'Accountant' })
    const { status, reply } = await send(renewEmployee, { body: { employee_id: id } })
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      application_type: 'renewal',
      employee_id: id,
      passport_number: 'N1234567',
      visa_type: 'investor',
      visa_expiry_date: '2026-12-15',
      priority: 'normal',
      employee_location: 'inside_uae',
      cost: 7500,
    })
    const full = (await send(getApplication, { params: { id: reply.id } })).reply
    expect(full.documents).toMatchObject({ passport_front: dataString(PDF), existing_visa: null, photo: null })
    expect((await send(listEmployees, {})).reply).toMatchObject([{ renewal_application_id: reply.id }])
    const [line] = historyLines((await send(listEmployeeHistory, { params: { id } })).reply)
    expect(line).toEqual(['renewal_submitted', null, 'Layla Nasser'])
    expect(historyLines((await send(listApplicationHistory, { params: reply })).reply)).toEqual([['submitted', null, 'Layla Nasser']])
  })

  it('leaves out a document that was taken before files were looked into and would be refused today', async () => {
    const { company, send } = await customer()
    const given = { passport_front: dataString(PDF), eid: dataString(JPEG, 'image/jpeg') }
    const { reply: earlier } = await send(submitApplication, { body: newEmployee(company, { documents: given }) })
    const id = earlier.document_details.passport_front?.id ?? ''
    const place = { files_dir: portal.settings.files_dir, master_key: portal.master_key }
    const wrapped_key = await encryptAsBefore(place, id, Buffer.from('%PDF-1.4\ntrailer<</Encrypt 8 0 R>>'))
    await portal.db.update(documents).set({ wrapped_key }).where(eq(documents.id, id))
    const employee = await make.employee(company)
    const { status, reply } = await send(renewEmployee, { body: { employee_id: employee.id } })
    expect(status).toBe(201)
    expect(reply.documents).toMatchObject({ passport_front: null, eid: expect.stringContaining('/api/documents/') })
  })

  it('is 409 with the id of the one under way, also when pressed twice at once', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company)
    const answers = await Promise.all([1, 2, 3].map(() => send(renewEmployee, { body: { employee_id: id } })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409])
    const [refused] = answers.filter((answer) => answer.status === 409)
    expect(refused?.problem.application_id).toBe(answers.find((answer) => answer.status === 201)?.reply.id)
    expect((await send(listApplications, {})).reply).toHaveLength(1)
  })

  it('also counts a renewal that was handed in by the form', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company)
    await send(submitApplication, { body: renewal(company, { employee_id: id }) })
    expect((await send(renewEmployee, { body: { employee_id: id } })).status).toBe(409)
  })

  it('is for active employees, expired ones included, and for both roles (E6)', async () => {
    const { company, send } = await customer()
    const { send: asAdmin } = await admin()
    for (const [index, sender] of [send, asAdmin].entries()) {
      const expired = await make.employee(company, { passport_number: `E${index}`, visa_expiry_date: '2026-01-01' })
      expect((await sender(renewEmployee, { body: { employee_id: expired.id } })).status).toBe(201)
      for (const status of ['cancelled', 'cancellation_requested'] as const) {
        const { id } = await make.employee(company, { passport_number: `C${index}${status}`, status })
        const { status: answer, problem } = await sender(renewEmployee, { body: { employee_id: id } })
        expect([answer, problem.detail]).toEqual([409, 'Only an active employee can be renewed'])
      }
    }
  })
})

describe('POST /employees/cancellation (E3)', () => {
  it('stores the request, once', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company)
    const body = { employee_id: id, reason: 'Left the company', notes: 'Last day 30 November' }
    const answers = await Promise.all([send(requestCancellation, { body }), send(requestCancellation, { body })])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
    expect((await send(listEmployees, {})).reply).toMatchObject([
      {
        status: 'cancellation_requested',
        cancellation: {
          reason: 'Left the company',
          notes: 'Last day 30 November',
          requested_by_name: 'Layla Nasser',
          requested_at: '2026-11-20T06:00:00.000Z',
        },
      },
    ])
  })

  it('is taken for an expired record too (E6)', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company, { visa_expiry_date: '2026-01-01' })
    const { status, reply } = await send(requestCancellation, { body: { employee_id: id, reason: 'Left the company' } })
    expect([status, reply.status]).toEqual([201, 'cancellation_requested'])
  })

  it('needs a reason', async () => {
    const { company, send } = await customer()
    const { id } = await make.employee(company)
    const { status, problem } = await send(requestCancellation, { body: { employee_id: id, reason: '  ' } })
    expect([status, problem.detail]).toEqual([422, 'Reason is required'])
    expect(await portal.db.$count(employees)).toBeGreaterThan(0)
  })

  it('is decided by the admin, who may also take it back; a cancelled record keeps it', async () => {
    const { company, send } = await customer()
    const { id } = (await send(createEmployee, { body: { ...FIELDS, company_id: company.id } })).reply
    await send(requestCancellation, { body: { employee_id: id, reason: 'Left the company' } })
    const { send: asAdmin } = await admin()
    expect((await asAdmin(updateEmployee, { params: { id }, body: { status: 'active' } })).reply).toMatchObject({
      status: 'active',
      cancellation: null,
    })
    await send(requestCancellation, { body: { employee_id: id, reason: 'Really left' } })
    const cancelled = (await asAdmin(updateEmployee, { params: { id }, body: { status: 'cancelled' } })).reply
    expect(cancelled).toMatchObject({ status: 'cancelled', cancellation: { reason: 'Really left' } })
    expect(historyLines((await send(listEmployeeHistory, { params: { id } })).reply)).toEqual([
      ['cancelled', null, 'Huda Salem'],
      ['cancellation_requested', null, 'Layla Nasser'],
      ['reactivated', null, 'Huda Salem'],
      ['cancellation_requested', null, 'Layla Nasser'],
      ['created', null, 'Layla Nasser'],
    ])
  })
})
