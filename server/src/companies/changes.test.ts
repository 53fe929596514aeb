import {
  approveUser,
  createCompany,
  deleteCompany,
  FRESH_SIGN_IN_MINUTES,
  getCompany,
  listCompanies,
  listCompanyHistory,
  listEmployees,
  listNotices,
  listUsers,
  login,
  me,
  setCompanyDocuments,
  submitApplication,
  updateCompany,
} from 'contract'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, HTML, JPEG, PDF } from '../../../test/files.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { historyLines } from '../../../test/historyLines.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { mails } from '../db/mails.table.ts'
import { employees, users } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)
const FIELDS = {
  name: 'Oryx Stone LLC',
  trade_license: 'CN-77',
  contact_person: 'Mona Aziz',
  email: 'mona@oryx.example',
  phone: '+971 4 111 1111',
}

const customer = async () => {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  return { company, user, params: { id: company.id }, ...as(portal, user) }
}
const admin = async () => as(portal, await make.user('admin', { full_name: 'Huda Salem' }))

describe('GET /companies', () => {
  it('shows all to the admin, their own to a company_admin, with the counts of a card (B6)', async () => {
    const { company, send } = await customer()
    await make.application(company, { passport_number: 'A' })
    await make.application(company, { passport_number: 'A', status: 'completed', completed_at: '2026-11-01T00:00:00.000Z' })
    await make.application(company, { passport_number: null })
    await make.application(company, { passport_number: null, employee_name: 'Maya Nair' })
    await make.employee(company)
    await send(setCompanyDocuments, { params: { id: company.id }, body: { documents: { trade_license: dataString(PDF) } } })
    const { reply, headers } = await send(listCompanies, {})
    expect(reply).toMatchObject([
      {
        id: company.id,
        employee_count: 1,
        people_count: 2,
        total_applications: 4,
        pending_applications: 3,
        completed_applications: 1,
        document_count: 1,
        sole_user_count: 0,
      },
    ])
    expect(headers['x-total-count']).toBe('1')
    const all = (await (await admin()).send(listCompanies, {})).reply
    expect(all.length).toBeGreaterThan(0)
    expect(all.find((row) => row.id === company.id)?.sole_user_count).toBe(1)
  })
})

describe('POST /companies', () => {
  it('gives a company_admin one company more, the active one staying (U55)', async () => {
    const { company, send } = await customer()
    const { status, reply } = await send(createCompany, { body: { ...FIELDS, category: 'monthly_retainer' } })
    expect(status).toBe(201)
    expect(reply).toMatchObject({ ...FIELDS, category: 'monthly_retainer', employee_count: 0, document_count: 0 })
    const user = (await send(me, {})).reply
    expect(user.active_company_id).toBe(company.id)
    expect(new Set(user.company_ids)).toEqual(new Set([company.id, reply.id]))
    expect(historyLines((await send(listCompanyHistory, { params: reply })).reply)).toEqual([['created', null, 'Layla Nasser']])
  })

  it('gives a company_admin without company an active one', async () => {
    const { send } = as(portal, await make.user('company_admin'))
    const { reply } = await send(createCompany, { body: { ...FIELDS, category: 'on_demand' } })
    expect((await send(me, {})).reply).toMatchObject({ company_id: reply.id, active_company_id: reply.id })
  })

  it('belongs to nobody when the admin makes it', async () => {
    const { send } = await admin()
    await send(createCompany, { body: { ...FIELDS, category: 'on_demand' } })
    expect((await send(me, {})).reply.company_ids).toEqual([])
  })

  it.each(['name', 'trade_license', 'contact_person', 'email', 'phone', 'category'] as const)('needs %s', async (field) => {
    const { send } = await customer()
    const before = await portal.db.$count(companies)
    const { status, problem } = await send(createCompany, { body: { ...FIELDS, category: 'on_demand', [field]: '' } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
    expect(await portal.db.$count(companies)).toBe(before)
  })
})

describe('PUT /companies/{id}', () => {
  it('changes the five fields and keeps the category (P8)', async () => {
    const { params, send } = await customer()
    const { status, reply } = await send(updateCompany, { params, body: FIELDS })
    expect(status).toBe(200)
    expect(reply).toMatchObject({ ...FIELDS, category: 'on_demand' })
    expect((await send(getCompany, { params })).reply).toMatchObject(FIELDS)
  })

  it('is found by its new name', async () => {
    const { params, send } = await customer()
    await send(updateCompany, { params, body: { ...FIELDS, name: 'Zarooni Marble' } })
    expect((await send(listCompanies, { query: { q: 'zarooni' } })).reply).toHaveLength(1)
  })

  it('needs each of the five fields', async () => {
    const { params, send } = await customer()
    const { phone, ...rest } = FIELDS
    const { status, problem } = await send(updateCompany, { params, body: rest })
    expect([status, problem.detail, phone]).toEqual([422, 'Phone is required', FIELDS.phone])
  })

  it('refuses a company_admin another category, in the body and in the query, and stores nothing (T19)', async () => {
    const { params, send } = await customer()
    expect((await send(updateCompany, { params, body: { ...FIELDS, category: 'monthly_retainer' } })).status).toBe(403)
    for (const category of ['monthly_retainer', 'on_demand', 'unknown', ''] as never[])
      for (const body of [undefined, FIELDS, { name: 5 } as never])
        expect((await send(updateCompany, { params, query: { category }, body })).status).toBe(403)
    expect((await send(getCompany, { params })).reply).toMatchObject({ name: 'Falcon Trading LLC', category: 'on_demand' })
    expect((await send(updateCompany, { params, body: { ...FIELDS, category: 'on_demand' } })).status).toBe(200)
  })

  it.each([{ name: 5 }, [], '{'])('reads no body with ?category= (P8), whatever is sent: %#', async (body) => {
    const { params } = await customer()
    const { send } = await admin()
    const json = { 'content-type': 'application/json' }
    const changed = await send(updateCompany, { params, query: { category: 'monthly_retainer' }, body: body as never }, json)
    expect([changed.status, changed.reply.category, changed.reply.name]).toEqual([200, 'monthly_retainer', 'Falcon Trading LLC'])
    expect((await send(updateCompany, { params, query: { category: 'unknown' as never }, body: body as never }, json)).status).toBe(422)
  })

  it('lets the admin change the category without a body', async () => {
    const { params, send } = await customer()
    const { send: asAdmin } = await admin()
    const { status, reply } = await asAdmin(updateCompany, { params, query: { category: 'monthly_retainer' }, body: undefined })
    expect([status, reply.category]).toEqual([200, 'monthly_retainer'])
    expect((await send(listCompanyHistory, { params })).reply).toMatchObject([
      {
        action: 'category_changed',
        actor_name: 'Huda Salem',
        changes: [{ field: 'category', from: 'on_demand', to: 'monthly_retainer' }],
      },
    ])
  })

  it('refuses a change of a state that is gone (P5)', async () => {
    const { params, send } = await customer()
    const { headers } = await send(getCompany, { params })
    const etag = String(headers.etag)
    expect((await send(updateCompany, { params, body: FIELDS }, { 'if-match': etag })).status).toBe(200)
    const stale = await send(updateCompany, { params, body: { ...FIELDS, name: 'Late LLC' } }, { 'if-match': etag })
    expect(stale.status).toBe(412)
    expect((await send(getCompany, { params })).reply.name).toBe(FIELDS.name)
    expect((await send(updateCompany, { params, body: FIELDS }, { 'if-match': '*' })).status).toBe(200)
  })
})

describe('PUT /companies/{id}/documents (D6)', () => {
  it('adds, keeps and deletes single slots, so that two tabs both survive', async () => {
    const { params, send } = await customer()
    await send(setCompanyDocuments, { params, body: { documents: { trade_license: dataString(PDF) } } })
    const { reply } = await send(setCompanyDocuments, { params, body: { establishment_card: dataString(JPEG, 'image/jpeg') } })
    expect(reply.document_details).toMatchObject({ trade_license: { type: 'application/pdf' }, establishment_card: { type: 'image/jpeg' } })
    const unchanged = await send(setCompanyDocuments, { params, body: { documents: { ...reply.documents, other_doc_1: '' } } })
    expect(unchanged.reply.documents).toEqual(reply.documents)
    const gone = await send(setCompanyDocuments, { params, body: { documents: { trade_license: '' } } })
    expect(gone.reply.documents).toMatchObject({ trade_license: null, establishment_card: reply.documents.establishment_card })
    expect(historyLines((await send(listCompanyHistory, { params })).reply)).toEqual([
      ['document_deleted', 'trade_license', 'Layla Nasser'],
      ['document_added', 'establishment_card', 'Layla Nasser'],
      ['document_added', 'trade_license', 'Layla Nasser'],
    ])
  })

  it('takes the map for the whole truth with If-Match', async () => {
    const { params, send } = await customer()
    await send(setCompanyDocuments, { params, body: { documents: { trade_license: dataString(PDF), other_doc_1: dataString(PDF) } } })
    const { headers, reply } = await send(getCompany, { params, query: { documents: 'link' } })
    const whole = { documents: { trade_license: reply.documents.trade_license } }
    const after = await send(setCompanyDocuments, { params, body: whole }, { 'if-match': String(headers.etag) })
    expect(after.reply.documents).toMatchObject({ trade_license: reply.documents.trade_license, other_doc_1: null })
    expect((await send(setCompanyDocuments, { params, body: whole }, { 'if-match': String(headers.etag) })).status).toBe(412)
  })

  it.each([undefined, '', 'null'])('refuses a body of %j, which with If-Match would have deleted everything', async (payload) => {
    const { params, send } = await customer()
    await send(setCompanyDocuments, { params, body: { documents: { trade_license: dataString(PDF) } } })
    const { headers, reply } = await send(getCompany, { params, query: { documents: 'link' } })
    const state = { 'if-match': String(headers.etag), ...(payload !== undefined && { 'content-type': 'application/json' }) }
    const { status, problem } = await send(setCompanyDocuments, { params, body: payload as never }, state)
    expect([status, problem.detail]).toEqual([422, 'A body is required here'])
    expect((await send(getCompany, { params, query: { documents: 'link' } })).reply.documents).toEqual(reply.documents)
    expect((await send(setCompanyDocuments, { params, body: {} }, state)).reply.documents.trade_license).toBeNull()
  })

  it('refuses an unknown slot and a wrong file, storing nothing', async () => {
    const { params, send } = await customer()
    const before = await portal.db.$count(documents)
    const slot = await send(setCompanyDocuments, { params, body: { documents: { selfie: dataString(PDF) } as never } })
    expect(slot.status).toBe(422)
    const file = await send(setCompanyDocuments, {
      params,
      body: { documents: { other_doc_1: dataString(PDF), other_doc_2: dataString(HTML) } },
    })
    expect([file.status, file.problem.errors?.[0]?.field]).toEqual([422, 'documents.other_doc_2'])
    expect(await portal.db.$count(documents)).toBe(before)
  })
})

describe('DELETE /companies/{id} (W6)', () => {
  it('is refused for a state that is gone (P5)', async () => {
    const { params, send } = await customer()
    const { send: asAdmin } = await admin()
    const etag = { 'if-match': String((await asAdmin(getCompany, { params })).headers.etag) }
    await send(updateCompany, { params, body: FIELDS })
    expect((await asAdmin(deleteCompany, { params }, etag)).status).toBe(412)
    expect((await send(getCompany, { params })).status).toBe(200)
  })

  it('takes applications, employees, documents and the users who belong to it alone', async () => {
    const { company, user, params, send } = await customer()
    const other = await make.company({ name: 'Second LLC' })
    const shared = await make.user('company_admin', { of: [company, other] })
    const both = as(portal, shared)
    await send(submitApplication, { body: newEmployee(company, { documents: { photo: dataString(JPEG, 'image/jpeg') } }) })
    await make.employee(company)
    expect((await (await admin()).send(deleteCompany, { params })).status).toBe(204)
    expect(await portal.db.$count(applications, eq(applications.company_id, company.id))).toBe(0)
    expect(await portal.db.$count(employees, eq(employees.company_id, company.id))).toBe(0)
    expect(await portal.db.$count(users, eq(users.id, user.id))).toBe(0)
    expect((await send(me, {})).status).toBe(401)
    expect((await both.send(me, {})).reply).toMatchObject({ company_id: null, active_company_id: null, company_ids: [other.id] })
    expect((await both.send(listEmployees, {})).reply).toEqual([])
    expect((await both.send(getCompany, { params })).status).toBe(404)
  })
})

describe('the deletion of a company, by an administrator who did not just sign in', () => {
  it('needs the password and a code again, and is told to the other administrators', async () => {
    const [huda, sami] = [await make.user('admin'), await make.user('admin')]
    const session = as(portal, huda)
    await session.send(me, {})
    const kept = await customer()
    portal.clock.moment = new Date(portal.clock.moment.getTime() + (FRESH_SIGN_IN_MINUTES - 1) * 60_000)
    expect((await session.send(deleteCompany, { params: await make.company({ name: 'Early LLC' }) })).status).toBe(204)
    portal.clock.moment = new Date(portal.clock.moment.getTime() + 60_000)
    const { params } = kept
    const problemsOf = async (body?: object) => (await session.send(deleteCompany, { params, body })).problem.errors
    for (const body of [undefined, {}, { password: null }, { password: '' }])
      expect(await problemsOf(body)).toEqual([{ field: 'password', detail: 'Password is required' }])
    expect(await problemsOf({ password: 'wrong' })).toEqual([{ field: 'password', detail: 'The current password is wrong' }])
    expect((await kept.send(getCompany, { params })).status).toBe(200)
    expect((await session.send(deleteCompany, { params, body: { password: PASSWORD } })).status).toBe(204)
    const told = async (reader: { id: string }) =>
      (await as(portal, reader).send(listNotices, { query: {} })).reply.filter(({ kind }) => kind === 'company_deleted')
    expect((await told(sami)).map(({ company_name }) => company_name)).toEqual(['Falcon Trading LLC', 'Early LLC'])
    expect(await told(huda)).toEqual([])
    const queued = await portal.db
      .select()
      .from(mails)
      .where(inArray(mails.user_id, [huda.id, sami.id]))
      .orderBy(mails.created_at)
    expect(queued.map(({ kind, user_id, facts }) => [kind, user_id, facts])).toEqual(
      ['Early LLC', 'Falcon Trading LLC'].map((company_name) => ['company_deleted', sami.id, { company_name, by: huda.full_name }]),
    )

    const next = { params: await make.company() }
    const { session: careful, secret } = await switchOn(portal, sami)
    expect((await careful.send(deleteCompany, { ...next, body: { password: PASSWORD } })).problem.errors).toEqual([
      { field: 'code', detail: 'Code is required' },
    ])
    const code = codeOf(secret, portal.clock.moment)
    expect((await careful.send(deleteCompany, { ...next, body: { password: PASSWORD, code } })).status).toBe(204)
  })

  it('refuses a wrong password although the sign-in was just now', async () => {
    const { params } = await customer()
    const wrong = await (await admin()).send(deleteCompany, { params, body: { password: 'wrong' } })
    expect(wrong.problem.errors).toEqual([{ field: 'password', detail: 'The current password is wrong' }])
  })
})

describe('a company under way', () => {
  it('keeps who approved its first user in its history (S10)', async () => {
    const { company, params, send } = await customer()
    const pending = await make.user('company_admin', { of: [company], approved: false, email: 'second@falcon.example' })
    await (await admin()).send(approveUser, { params: { id: pending.id } })
    expect((await send(listCompanyHistory, { params })).reply).toMatchObject([{ action: 'user_approved', actor_name: 'Huda Salem' }])
    expect((await as(portal).send(login, { body: { email: 'second@falcon.example', password: PASSWORD } })).status).toBe(200)
    expect((await send(listUsers, {})).reply).toHaveLength(2)
  })
})
