import { dubaiDate, getApplication, getDocument, listApplications, setExpiryDate, submitApplication, uploadDocument } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, HTML, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { applications } from '../db/applications.table.ts'
import { documents } from '../db/documents.table.ts'

const portal = startPortal()
const make = given(portal)

const customer = async (company = make.company()) => {
  const own = await company
  const user = await make.user('company_admin', { of: [own] })
  return { company: own, user, send: as(portal, user).send }
}
const admin = async () => as(portal, await make.user('admin'))
const UNKNOWN = '019a9e3c-0000-7000-8000-00000000dead'

describe('POST /visa-applications', () => {
  it('stores a new employee with the defaults and the price of §9', async () => {
    const { company, send } = await customer()
    const { status, reply } = await send(submitApplication, { body: newEmployee(company, { passport_number: ' n7654321 ' }) })
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      application_type: 'new',
      company_id: company.id,
      company_name: 'Falcon Trading LLC',
      passport_number: 'N7654321',
      current_stage: 'Offer Letter',
      status: 'active',
      cost: 6500,
      annual_leave_type: 'working_days',
      ticket_frequency: 'annual',
      designation: null,
      expiry_date: null,
      submitted_at: '2026-11-20T06:00:00.000Z',
    })
    expect(Object.values(reply.documents)).toEqual(Array(7).fill(null))
  })

  it('prices by the server, whatever the sender claims (T14, T45)', async () => {
    const { company, send } = await customer()
    const claimed = {
      cost: 1,
      cost_fils: 1,
      status: 'completed',
      current_stage: 'Visa Stamping',
      submitted_at: '2020-01-01T00:00:00Z',
      id: UNKNOWN,
    }
    const { reply } = await send(submitApplication, { body: { ...newEmployee(company, { employee_location: 'inside_uae' }), ...claimed } })
    expect(reply).toMatchObject({ cost: 7500, status: 'active', current_stage: 'Offer Letter', submitted_at: '2026-11-20T06:00:00.000Z' })
    expect(reply.id).not.toBe(UNKNOWN)
  })

  it('stores a renewal with its three files, counted as inside the UAE (S5, S6, W2)', async () => {
    const { company, send } = await customer()
    const { status, reply } = await send(submitApplication, { body: renewal(company) })
    expect(status).toBe(201)
    expect(reply).toMatchObject({ application_type: 'renewal', cost: 7500, employee_location: 'inside_uae', passport_number: null })
    expect(reply.document_details.eid).toMatchObject({ type: 'image/jpeg', size: JPEG.length })
    const file = await send(getDocument, { params: { id: reply.document_details.passport_front?.id ?? '' } })
    expect(file.raw.rawPayload).toEqual(PDF)
    expect(file.headers['content-disposition']).toContain('Sara-Khan_passport_front.pdf')
  })

  it('copies the passport number of the employee it names', async () => {
    const { company, send } = await customer()
    const employee = await make.employee(company, { passport_number: 'P9000001' })
    const { reply } = await send(submitApplication, { body: renewal(company, { employee_id: employee.id }) })
    expect(reply).toMatchObject({ employee_id: employee.id, passport_number: 'P9000001' })
  })

  it('takes files that were uploaded before, each once', async () => {
    const { company, send } = await customer()
    const upload = await send(uploadDocument, { body: PDF as never }, { 'content-type': 'application/pdf', 'x-file-name': 'passport.pdf' })
    expect(upload.status).toBe(201)
    const body = newEmployee(company, { documents: { passport_front: upload.reply.url } })
    const { reply } = await send(submitApplication, { body })
    expect(reply.documents.passport_front).toBe(upload.reply.url)
    const again = await send(submitApplication, { body })
    expect(again.status).toBe(422)
    expect(again.problem.errors).toMatchObject([{ field: 'documents.passport_front' }])
  })

  it('refuses a file of someone else (T17)', async () => {
    const owner = await customer()
    const other = await customer(make.company({ name: 'Other LLC' }))
    const upload = await owner.send(
      uploadDocument,
      { body: PDF as never },
      { 'content-type': 'application/pdf', 'x-file-name': 'passport.pdf' },
    )
    const { status } = await other.send(submitApplication, { body: newEmployee(other.company, { documents: { photo: upload.reply.url } }) })
    expect(status).toBe(422)
  })

  it('names each missing field and stores nothing', async () => {
    const { company, send } = await customer()
    const before = await portal.db.$count(applications)
    const { status, problem } = await send(submitApplication, { body: { ...newEmployee(company), mobile: '', employee_name: '   ' } })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([
      { field: 'employee_name', detail: 'Employee name is required' },
      { field: 'mobile', detail: 'Mobile is required' },
    ])
    const noCompany = await send(submitApplication, { body: { ...newEmployee(company), company_id: '' } })
    expect(noCompany.problem.detail).toBe('Please ensure a company is selected. Contact support if this persists.')
    expect(await portal.db.$count(applications)).toBe(before)
  })

  it('stores neither application nor file when one of the files is refused', async () => {
    const { company, send } = await customer()
    const before = [await portal.db.$count(applications), await portal.db.$count(documents)]
    const mixed = { passport_front: dataString(PDF), photo: dataString(HTML, 'image/png') }
    const { status, problem } = await send(submitApplication, { body: newEmployee(company, { documents: mixed }) })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([{ field: 'documents.photo', detail: 'The selected file must be a PDF, JPG or PNG' }])
    expect([await portal.db.$count(applications), await portal.db.$count(documents)]).toEqual(before)
  })

  it('answers 404 for a company of others and 422 for an employee of others (T15)', async () => {
    const mine = await customer()
    const theirs = await make.company({ name: 'Other LLC' })
    expect((await mine.send(submitApplication, { body: newEmployee(theirs) })).status).toBe(404)
    expect((await mine.send(submitApplication, { body: newEmployee({ id: UNKNOWN }) })).status).toBe(404)
    const stranger = await make.employee(theirs)
    expect((await mine.send(submitApplication, { body: renewal(mine.company, { employee_id: stranger.id }) })).status).toBe(422)
  })

  it('lets a company_admin submit for another own company, and the admin for any', async () => {
    const one = await make.company()
    const two = await make.company({ name: 'Second LLC' })
    const both = await make.user('company_admin', { of: [one, two] })
    expect((await as(portal, both).send(submitApplication, { body: newEmployee(two) })).status).toBe(201)
    expect((await (await admin()).send(submitApplication, { body: newEmployee(one) })).status).toBe(201)
  })
})

describe('GET /visa-applications', () => {
  it('shows the active company of a company_admin, everything to the admin, newest first (V3)', async () => {
    const one = await make.company({ name: 'Alpha LLC' })
    const two = await make.company({ name: 'Beta LLC' })
    const older = await make.application(one, { submitted_at: '2026-01-01T00:00:00.000Z' })
    const newer = await make.application(one)
    const other = await make.application(two)
    const user = await make.user('company_admin', { of: [one, two] })
    const list = await as(portal, user).send(listApplications, {})
    expect(list.reply.map((row) => row.id)).toEqual([newer.id, older.id])
    expect(list.headers).toMatchObject({ 'x-total-count': '2', 'x-unfiltered-count': '2' })
    const all = (await (await admin()).send(listApplications, {})).reply.map((row) => row.id)
    expect(all).toEqual(expect.arrayContaining([newer.id, other.id]))
  })

  it('narrows to one company, never beyond what the viewer sees', async () => {
    const [one, two] = [await make.company(), await make.company()]
    const own = await make.application(one)
    const other = await make.application(two)
    const administrator = await admin()
    const found = await administrator.send(listApplications, { query: { company_id: two.id } })
    expect(found.reply.map((row) => row.id)).toEqual([other.id])
    expect(found.headers['x-total-count']).toBe('1')
    expect((await administrator.send(listApplications, { query: { company_id: UNKNOWN } })).reply).toEqual([])
    const { send } = as(portal, await make.user('company_admin', { of: [one] }))
    expect((await send(listApplications, { query: { company_id: one.id } })).reply.map((row) => row.id)).toEqual([own.id])
    expect((await send(listApplications, { query: { company_id: two.id } })).reply).toEqual([])
    const broken = await send(listApplications, { query: { company_id: 'two' } })
    expect([broken.status, broken.problem.errors?.[0]?.field]).toEqual([422, 'company_id'])
  })

  it('searches name, passport, visa type and company without case, accents or wildcards (§5, T26)', async () => {
    const company = await make.company({ name: 'Crescent Marine' })
    await make.application(company, { employee_name: 'José Álvarez', passport_number: 'XK55', visa_type: 'investor' })
    await make.application(company, { employee_name: 'أحمد علي', passport_number: 'AH77' })
    const { send } = as(portal, await make.user('company_admin', { of: [company] }))
    const found = async (q: string) => (await send(listApplications, { query: { q } })).reply.length
    expect(await found('JOSE')).toBe(1)
    expect(await found('xk5')).toBe(1)
    expect(await found('Invest')).toBe(1)
    expect(await found('احمد')).toBe(1)
    expect(await found('crescent')).toBe(2)
    expect(await found('')).toBe(2)
    for (const q of ['%', '_', '\\', '*', "' or 1=1--", 'alvarez xk']) expect(await found(q)).toBe(0)
  })

  it('pages by keyset, each row once', async () => {
    const company = await make.company()
    for (let count = 0; count < 5; count++) await make.application(company)
    const { send } = as(portal, await make.user('company_admin', { of: [company] }))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await send(listApplications, { query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...page.reply.map((row) => row.id))
      cursor = /cursor=([^&>]+)/.exec(String(page.headers.link ?? ''))?.[1]
    } while (cursor)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  it('carries links, not bytes, and stays under 1 KB a row (T56)', async () => {
    const { company, send } = await customer()
    await send(submitApplication, { body: renewal(company) })
    const list = await send(listApplications, {})
    expect(list.reply[0]?.documents.eid).toMatch(/^\/api\/documents\//)
    expect(list.raw.payload.length).toBeLessThan(1024 + 2)
    const asData = await send(listApplications, { query: { documents: 'data' } })
    expect(asData.reply[0]?.documents.eid).toBe(dataString(JPEG, 'image/jpeg'))
  })
})

describe('GET /visa-applications/{id}', () => {
  it('answers documents as data strings, or as links when asked (D2)', async () => {
    const { company, send } = await customer()
    const { reply: made } = await send(submitApplication, { body: renewal(company) })
    const params = { id: made.id }
    expect((await send(getApplication, { params })).reply.documents.passport_front).toBe(dataString(PDF))
    expect((await send(getApplication, { params, query: { documents: 'link' } })).reply).toEqual(made)
  })

  it('answers a foreign, an unknown and a malformed id alike (V2)', async () => {
    const { send } = await customer()
    const foreign = await make.application(await make.company({ name: 'Other LLC' }))
    const answers = await Promise.all([foreign.id, UNKNOWN, 'x', "' or 1=1--"].map((id) => send(getApplication, { params: { id } })))
    expect(new Set(answers.map((answer) => answer.raw.payload)).size).toBe(1)
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
    expect(answers[0]?.problem.detail).toBe('Application not found')
  })

  it('shows an employee their own case only, by record or by verified e-mail (V4)', async () => {
    const company = await make.company()
    const record = await make.employee(company, { passport_number: 'E100' })
    const byRecord = await make.application(company, { passport_number: 'E100' })
    const byMail = await make.application(company, { passport_number: 'E200', email: 'Noor@people.example' })
    await make.application(company, { passport_number: 'E300', email: 'someone@people.example' })
    const linked = as(portal, await make.user('employee', { of: [company], employee_id: record.id }))
    const verified = as(
      portal,
      await make.user('employee', { of: [company], email: 'noor@people.example', email_verified_at: '2026-11-01T00:00:00.000Z' }),
    )
    const unverified = as(portal, await make.user('employee', { of: [company], email: 'someone@people.example' }))
    const seen = async (who: typeof linked) => (await who.send(listApplications, {})).reply.map((row) => row.id)
    expect(await seen(linked)).toEqual([byRecord.id])
    expect(await seen(verified)).toEqual([byMail.id])
    expect(await seen(unverified)).toEqual([])
    expect((await linked.send(getApplication, { params: { id: byMail.id } })).status).toBe(404)
  })
})

describe('PUT /visa-applications/{id}?expiry_date=', () => {
  it('sets and clears the date', async () => {
    const application = await make.application(await make.company())
    const { send } = await admin()
    const params = { id: application.id }
    expect((await send(setExpiryDate, { params, query: { expiry_date: '2028-11-19' } })).reply.expiry_date).toBe('2028-11-19')
    expect((await send(setExpiryDate, { params, query: { expiry_date: '' } })).reply.expiry_date).toBeNull()
  })

  it.each(['2028-02-30', 'soon', '19/11/2028'])('refuses %s', async (expiry_date) => {
    const { status, problem } = await (await admin()).send(setExpiryDate, { params: { id: UNKNOWN }, query: { expiry_date } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'expiry_date'])
  })

  it('refuses a change of a state that is gone (P5)', async () => {
    const { id } = await make.application(await make.company())
    const { send } = await admin()
    const set = (expiry_date: string, etag = '') =>
      send(setExpiryDate, { params: { id }, query: { expiry_date } }, etag ? { 'if-match': etag } : {})
    const etag = String((await set('2028-11-19')).headers.etag)
    expect((await set('2028-11-20', etag)).status).toBe(200)
    expect((await set('2028-11-21', etag)).status).toBe(412)
  })

  it('is 404 for an unknown application', async () => {
    const query = { expiry_date: dubaiDate(portal.clock.moment) }
    expect((await (await admin()).send(setExpiryDate, { params: { id: UNKNOWN }, query })).status).toBe(404)
  })
})
