import { type Call, calls, type Role } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertLink } from '../src/auth/links.ts'
import { startSession } from '../src/auth/sessions.ts'
import { users } from '../src/db/schema.ts'
import { sessions } from '../src/db/sessions.table.ts'
import { hashOf } from '../src/http/session.ts'
import { as } from './as.ts'
import { dataString, JPEG } from './files.ts'
import { given, PASSWORD } from './given.ts'
import { startPortal } from './portal.ts'
import { newEmployee } from './submission.ts'

/** For a call on a record: what it answers for an own, a foreign and an unknown one. For any other call: what it answers. */
type Cells = readonly [own: number, foreign: number, unknown: number] | number
type Row = Record<'signed_out' | 'pending' | Role, Cells>

const everyone = (status: number): Row => ({ signed_out: status, pending: status, employee: status, company_admin: status, admin: status })
const signedIn = (employee: Cells, company_admin: Cells, admin: Cells): Row => ({
  signed_out: 401,
  pending: 401,
  employee,
  company_admin,
  admin,
})
const READ = [200, 404, 404] as const
const DELETE = [204, 404, 404] as const
/** The admin owns nothing and sees everything. */
const READ_ALL = [200, 200, 404] as const

/** The access matrix (T11): a call without a row does not compile, a row that does not hold fails. */
const MATRIX: Record<keyof typeof calls, Row> = {
  login: everyone(200),
  logout: everyone(204),
  startGoogleSignIn: everyone(302),
  finishGoogleSignIn: everyone(302),
  takeSession: everyone(401),
  passSecondStep: everyone(410),
  registerClient: everyone(201),
  forgotPassword: everyone(204),
  setPassword: everyone(204),
  confirmEmail: everyone(204),
  changePassword: signedIn(204, 204, 204),
  listSessions: signedIn(200, 200, 200),
  endSession: signedIn(DELETE, DELETE, DELETE),
  endOtherSessions: signedIn(204, 204, 204),
  getPreferences: signedIn(200, 200, 200),
  setPreferences: signedIn(200, 200, 200),
  setPicture: signedIn(200, 200, 200),
  getTwoStep: signedIn(200, 200, 200),
  // Before the one that begins it: of these there is nothing to confirm, end or renew.
  confirmTwoStep: signedIn(409, 409, 409),
  endTwoStep: signedIn(409, 409, 409),
  renewRecoveryCodes: signedIn(409, 409, 409),
  beginTwoStep: signedIn(200, 200, 200),
  getSettings: everyone(200),
  me: signedIn(200, 200, 200),
  getStats: signedIn(200, 200, 200),
  listExpiringVisas: signedIn(200, 200, 200),
  listApplications: signedIn(200, 200, 200),
  findDuplicate: signedIn(403, 200, 200),
  getApplication: signedIn(READ, READ, READ_ALL),
  submitApplication: signedIn(403, [201, 404, 404], [201, 201, 404]),
  setExpiryDate: signedIn(403, 403, READ_ALL),
  listStages: signedIn(READ, READ, READ_ALL),
  addStage: signedIn(403, 403, [201, 201, 404]),
  updateStage: signedIn(403, 403, READ_ALL),
  setApplicationDocuments: signedIn(403, READ, READ_ALL),
  listApplicationHistory: signedIn(READ, READ, READ_ALL),
  getAnalytics: signedIn(200, 200, 200),
  listCompanies: signedIn(403, 200, 200),
  getCompany: signedIn(403, READ, READ_ALL),
  createCompany: signedIn(403, 201, 201),
  updateCompany: signedIn(403, READ, READ_ALL),
  deleteCompany: signedIn(403, 403, [204, 204, 404]),
  setCompanyDocuments: signedIn(403, READ, READ_ALL),
  listCompanyHistory: signedIn(403, READ, READ_ALL),
  listUsers: signedIn(403, 200, 200),
  inviteUser: signedIn(403, [201, 404, 404], [201, 201, 404]),
  approveUser: signedIn(403, 403, READ_ALL),
  deleteUser: signedIn(403, 403, [204, 204, 404]),
  switchCompany: signedIn(403, READ, 403),
  listEmployees: signedIn(403, 200, 200),
  createEmployee: signedIn(403, [201, 404, 404], [201, 201, 404]),
  updateEmployee: signedIn(403, READ, READ_ALL),
  deleteEmployee: signedIn(403, 403, [204, 204, 404]),
  renewEmployee: signedIn(403, [201, 404, 404], [201, 201, 404]),
  requestCancellation: signedIn(403, [201, 404, 404], [201, 201, 404]),
  listEmployeeHistory: signedIn(403, READ, READ_ALL),
  getDraft: signedIn(403, READ, READ_ALL),
  saveDraft: signedIn(403, READ, READ_ALL),
  deleteDraft: signedIn(403, [204, 404, 404], [204, 204, 404]),
  getBalance: signedIn(403, 200, 403),
  listTransactions: signedIn(403, 200, 200),
  requestTopup: signedIn(403, 201, 403),
  approveTopup: signedIn(403, 403, READ_ALL),
  rejectTopup: signedIn(403, 403, READ_ALL),
  reverseTransaction: signedIn(403, 403, [201, 201, 404]),
  listTransactionHistory: signedIn(403, READ, READ_ALL),
  uploadDocument: signedIn(201, 201, 201),
  getDocument: signedIn(READ, READ, READ_ALL),
  listJournal: signedIn(403, 403, 200),
  streamChanges: signedIn(200, 200, 200),
}

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
const make = given(portal)
const PERSON = { email: 'sara.khan@people.example' }

async function makeWorld() {
  const own = await make.company()
  const foreign = await make.company({ name: 'Other LLC' })
  const { password_hash } = await make.user('company_admin', { email: 'known@people.example' })
  const users: Record<keyof Row, { id: string } | undefined> = {
    signed_out: undefined,
    pending: await make.user('company_admin', { of: [own], approved: false }),
    employee: await make.user('employee', { of: [own], ...PERSON, email_verified_at: '2026-11-01T00:00:00.000Z' }),
    company_admin: await make.user('company_admin', { of: [own] }),
    admin: await make.user('admin'),
  }
  return { companies: [own, foreign, { id: v7() }], users, password_hash }
}
let world: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  world = await makeWorld()
})

const OF_COMPANY = new Set<keyof typeof calls>([
  'getCompany',
  'updateCompany',
  'setCompanyDocuments',
  'listCompanyHistory',
  'switchCompany',
])
const OF_EMPLOYEE = new Set<keyof typeof calls>([
  'updateEmployee',
  'deleteEmployee',
  'renewEmployee',
  'requestCancellation',
  'listEmployeeHistory',
])
const OF_TOPUP = new Set<keyof typeof calls>(['approveTopup', 'rejectTopup', 'reverseTransaction', 'listTransactionHistory'])
const COMPANY_FIELDS = { name: 'New LLC', trade_license: 'CN-2', contact_person: 'Omar', email: 'o@new.example', phone: '04' }
const EMPLOYEE_FIELDS = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Accountant' }

/** A fresh record of that company for the call to work on; a company that is not there has none. */
async function recordId(name: keyof typeof calls, company: { id: string }, exists: boolean): Promise<string> {
  if (name === 'setPassword') return tokenOfLink('reset')
  if (name === 'confirmEmail') return tokenOfLink('confirm')
  if (!exists) return v7()
  if (OF_COMPANY.has(name)) return company.id
  if (OF_EMPLOYEE.has(name)) return (await make.employee(company, { passport_number: v7() })).id
  if (OF_TOPUP.has(name)) return (await make.topup(company, { approved: name === 'reverseTransaction' })).id
  if (name === 'deleteCompany') return (await make.company()).id
  if (name === 'approveUser' || name === 'deleteUser') return (await make.user('company_admin', { of: [company], approved: false })).id
  const application = await make.application(company)
  if (name === 'updateStage') return (await make.stage(application, 'Offer Letter')).id
  if (name === 'getDocument') return (await make.document({ application_id: application.id, slot: 'photo' }, JPEG)).id
  return application.id
}

/** The token of a fresh link. */
async function tokenOfLink(purpose: 'reset' | 'confirm'): Promise<string> {
  const { id } = await make.user('employee')
  const link = await insertLink(portal.db, { user_id: id, purpose, public_url: '', moment: portal.clock.moment })
  return link.split('token=')[1] ?? ''
}

/** A session: of the user itself, of somebody else, of nobody. */
async function sessionId(place: number, who: keyof Row): Promise<string> {
  const owner = place === 0 ? world.users[who] : world.users[who === 'admin' ? 'employee' : 'admin']
  if (place === 2 || !owner) return v7()
  const token = await startSession(portal.db, owner.id, portal.clock.moment)
  const [found] = await portal.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.token_hash, hashOf(token)))
  return found?.id ?? ''
}

function inputFor(name: keyof typeof calls, id: string, company: { id: string }): { input: object; headers?: Record<string, string> } {
  const params = { id }
  const inputs: Partial<Record<keyof typeof calls, object>> = {
    login: { body: { email: 'known@people.example', password: PASSWORD } },
    startGoogleSignIn: { query: { redirect: 'http://localhost:3000/dashboard' } },
    finishGoogleSignIn: {},
    takeSession: { body: { session_id: 'unknown' } },
    registerClient: {
      body: {
        company_name: 'New LLC',
        trade_license: 'CN-2',
        contact_person: 'Omar',
        company_email: 'o@new.example',
        company_phone: '04',
        user_full_name: 'Omar',
        user_email: `${v7()}@new.example`,
        user_password: PASSWORD,
      },
    },
    forgotPassword: { body: { email: 'nobody@people.example' } },
    setPassword: { body: { token: id, password: PASSWORD } },
    confirmEmail: { body: { token: id } },
    changePassword: { body: { current_password: PASSWORD, new_password: `${PASSWORD}-again` } },
    passSecondStep: { body: { code: '123456' } },
    beginTwoStep: { body: { password: PASSWORD } },
    confirmTwoStep: { body: { code: '123456' } },
    endTwoStep: { body: { password: PASSWORD, code: '123456' } },
    renewRecoveryCodes: { body: { password: PASSWORD, code: '123456' } },
    setPreferences: { body: { language: 'en' } },
    setPicture: { body: { picture: null } },
    inviteUser: { body: { email: `${v7()}@new.example`, full_name: 'Sara Khan', role: 'employee', company_id: company.id } },
    submitApplication: { body: newEmployee(company) },
    findDuplicate: { body: { company_id: company.id, passport_number: 'N1234567' } },
    setExpiryDate: { params, query: { expiry_date: '2028-01-01' } },
    addStage: { params, body: { stage_name: 'Offer Letter' } },
    updateStage: { params, body: { status: 'Approved' } },
    uploadDocument: { body: JPEG },
    setApplicationDocuments: { params, body: { documents: { degree: dataString(JPEG, 'image/jpeg') } } },
    createCompany: { body: { ...COMPANY_FIELDS, category: 'on_demand' } },
    updateCompany: { params, body: COMPANY_FIELDS },
    setCompanyDocuments: { params, body: { documents: { other_doc_1: dataString(JPEG, 'image/jpeg') } } },
    switchCompany: { params: { company_id: id } },
    createEmployee: { body: { ...EMPLOYEE_FIELDS, passport_number: v7(), company_id: company.id } },
    updateEmployee: { params, body: { mobile: '+971501234567' } },
    renewEmployee: { body: { employee_id: id } },
    requestCancellation: { body: { employee_id: id, reason: 'Left the company' } },
    requestTopup: { body: { amount: 100, receipt_document: dataString(JPEG, 'image/jpeg') } },
    approveTopup: { params, body: {} },
    rejectTopup: { params, body: {} },
    reverseTransaction: { params, body: { reason: 'Wrong company' } },
    getDraft: { params: { kind: 'new' }, query: { company_id: company.id } },
    saveDraft: { params: { kind: 'new' }, query: { company_id: company.id }, body: { fields: {} } },
    deleteDraft: { params: { kind: 'new' }, query: { company_id: company.id } },
  }
  const headers = name === 'uploadDocument' ? { 'content-type': 'image/jpeg', 'x-file-name': 'photo.jpg' } : {}
  return { input: inputs[name] ?? { params }, headers }
}

async function answers(name: keyof typeof calls, who: keyof Row): Promise<{ statuses: number[]; refusals: string[] }> {
  const { companies, users: people } = world
  const statuses: number[] = []
  const refusals: string[] = []
  for (const [place, company] of companies.entries()) {
    const id = name === 'endSession' ? await sessionId(place, who) : await recordId(name, company, place < 2)
    // A password that the call before has changed.
    if (name === 'changePassword' || name === 'beginTwoStep') await portal.db.update(users).set({ password_hash: world.password_hash })
    const { input, headers } = inputFor(name, id, company)
    const answer = await as(portal, people[who]).send<Call>(calls[name], input as never, headers)
    statuses.push(answer.status)
    if (answer.status === 404) refusals.push(answer.raw.payload)
  }
  return { statuses, refusals }
}

describe.each(Object.keys(MATRIX) as (keyof typeof calls)[])('%s', (name) => {
  it.each(Object.entries(MATRIX[name]) as [keyof Row, Cells][])('as %s', async (who, cells) => {
    const expected = typeof cells === 'number' ? [cells, cells, cells] : [...cells]
    const { statuses, refusals } = await answers(name, who)
    expect(statuses).toEqual(expected)
    expect(new Set(refusals).size, 'a foreign record is answered as an unknown one (V2)').toBeLessThan(2)
  })
})
