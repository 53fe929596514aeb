import { type Call, calls, type RecordKind } from 'contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { type CallName, inputFor, makeWorld, recordId, sessionId, type Who, type World } from '../../test/everyCall.ts'
import { type Kept, keptOf, recordOf } from '../../test/kept.ts'
import { startPortal } from '../../test/portal.ts'
import { users } from '../src/db/schema.ts'

/** The statuses for an own, a foreign and an unknown record; for a call without a record, one status. */
type Cells = readonly [own: number, foreign: number, unknown: number] | number
/** The answers of a call by role, and the kind of record under which a success is recorded (T62). */
interface Row {
  journal: RecordKind | 'none'
  answers: Record<Who, Cells>
}

const everyone = (journal: Row['journal'], status: number): Row => ({
  journal,
  answers: { signed_out: status, pending: status, employee: status, company_admin: status, admin: status },
})
const signedIn = (journal: Row['journal'], employee: Cells, company_admin: Cells, admin: Cells): Row => ({
  journal,
  answers: { signed_out: 401, pending: 401, employee, company_admin, admin },
})
const READ = [200, 404, 404] as const
const DELETE = [204, 404, 404] as const
/** The admin owns nothing and sees everything. */
const READ_ALL = [200, 200, 404] as const

/** The access matrix (T11). A call without a row does not compile; a wrong row fails. */
const MATRIX: Record<CallName, Row> = {
  login: everyone('sign_in', 200),
  logout: everyone('none', 204),
  startGoogleSignIn: everyone('sign_in', 302),
  finishGoogleSignIn: everyone('sign_in', 302),
  takeSession: everyone('sign_in', 401),
  passSecondStep: everyone('sign_in', 410),
  registerClient: everyone('none', 201),
  forgotPassword: everyone('none', 204),
  setPassword: everyone('none', 204),
  confirmEmail: everyone('none', 204),
  changePassword: signedIn('none', 204, 204, 204),
  listSessions: signedIn('none', 200, 200, 200),
  endSession: signedIn('none', DELETE, DELETE, DELETE),
  endOtherSessions: signedIn('none', 204, 204, 204),
  getPreferences: signedIn('none', 200, 200, 200),
  setPreferences: signedIn('none', 200, 200, 200),
  setPicture: signedIn('none', 200, 200, 200),
  getTwoStep: signedIn('none', 200, 200, 200),
  // Nothing was begun yet, so there is nothing to confirm, end or renew.
  confirmTwoStep: signedIn('none', 409, 409, 409),
  endTwoStep: signedIn('none', 409, 409, 409),
  renewRecoveryCodes: signedIn('none', 409, 409, 409),
  beginTwoStep: signedIn('none', 200, 200, 200),
  getSettings: everyone('none', 200),
  me: signedIn('none', 200, 200, 200),
  getStats: signedIn('none', 200, 200, 200),
  listExpiringVisas: signedIn('application', 200, 200, 200),
  listApplications: signedIn('application', 200, 200, 200),
  listPeople: signedIn('company', 403, READ, READ_ALL),
  findDuplicate: signedIn('application', 403, 200, 200),
  getApplication: signedIn('application', READ, READ, READ_ALL),
  submitApplication: signedIn('application', 403, [201, 404, 404], [201, 201, 404]),
  setExpiryDate: signedIn('application', 403, 403, READ_ALL),
  listStages: signedIn('application', READ, READ, READ_ALL),
  addStage: signedIn('application', 403, 403, [201, 201, 404]),
  updateStage: signedIn('application', 403, 403, READ_ALL),
  setApplicationDocuments: signedIn('application', 403, READ, READ_ALL),
  listApplicationHistory: signedIn('application', READ, READ, READ_ALL),
  getAnalytics: signedIn('none', 200, 200, 200),
  listCompanies: signedIn('company', 403, 200, 200),
  getCompany: signedIn('company', 403, READ, READ_ALL),
  createCompany: signedIn('company', 403, 201, 201),
  updateCompany: signedIn('company', 403, READ, READ_ALL),
  deleteCompany: signedIn('none', 403, 403, [204, 204, 404]),
  setCompanyDocuments: signedIn('company', 403, READ, READ_ALL),
  listCompanyHistory: signedIn('company', 403, READ, READ_ALL),
  listUsers: signedIn('user', 403, 200, 200),
  getUser: signedIn('user', 403, READ, READ_ALL),
  inviteUser: signedIn('user', 403, [201, 404, 404], [201, 201, 404]),
  approveUser: signedIn('user', 403, 403, READ_ALL),
  deleteUser: signedIn('none', 403, 403, [204, 204, 404]),
  switchCompany: signedIn('none', 403, READ, 403),
  listEmployees: signedIn('employee', 403, 200, 200),
  getEmployee: signedIn('employee', 403, READ, READ_ALL),
  createEmployee: signedIn('employee', 403, [201, 404, 404], [201, 201, 404]),
  updateEmployee: signedIn('employee', 403, READ, READ_ALL),
  deleteEmployee: signedIn('none', 403, 403, [204, 204, 404]),
  renewEmployee: signedIn('application', 403, [201, 404, 404], [201, 201, 404]),
  requestCancellation: signedIn('employee', 403, [201, 404, 404], [201, 201, 404]),
  listEmployeeHistory: signedIn('employee', 403, READ, READ_ALL),
  getDraft: signedIn('none', 403, READ, READ_ALL),
  saveDraft: signedIn('none', 403, READ, READ_ALL),
  deleteDraft: signedIn('none', 403, [204, 404, 404], [204, 204, 404]),
  getBalance: signedIn('none', 403, 200, 403),
  listTransactions: signedIn('transaction', 403, 200, 200),
  getStatement: signedIn('transaction', 403, 200, 403),
  requestTopup: signedIn('transaction', 403, 201, 403),
  approveTopup: signedIn('transaction', 403, 403, READ_ALL),
  rejectTopup: signedIn('transaction', 403, 403, READ_ALL),
  reverseTransaction: signedIn('transaction', 403, 403, [201, 201, 404]),
  listTransactionHistory: signedIn('transaction', 403, READ, READ_ALL),
  uploadDocument: signedIn('none', 201, 201, 201),
  getDocument: signedIn('document', READ, READ, READ_ALL),
  listJournal: signedIn('journal', 403, 403, 200),
  streamChanges: signedIn('none', 200, 200, 200),
}

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
let world: World
beforeAll(async () => {
  world = await makeWorld(portal)
})

async function answers(name: CallName, who: Who): Promise<{ statuses: number[]; refusals: string[] }> {
  const { companies, users: people, password_hash } = world
  const statuses: number[] = []
  const refusals: string[] = []
  for (const [place, company] of companies.entries()) {
    const id = name === 'endSession' ? await sessionId(portal, world, place, who) : await recordId(portal, name, company, place < 2)
    // The call before has changed the password.
    if (name === 'changePassword' || name === 'beginTwoStep') await portal.db.update(users).set({ password_hash })
    const { input, headers } = inputFor(name, id, company)
    const { answer, kept } = await keptOf(portal, () => as(portal, people[who]).send<Call>(calls[name], input as never, headers))
    statuses.push(answer.status)
    if (answer.status === 404) refusals.push(answer.raw.payload)
    if (answer.status >= 300) continue
    expectSaid(calls[name], answer.headers)
    expectKept(MATRIX[name].journal, kept, { actor_id: people[who]?.id, record_id: recordOf(calls[name], answer.reply, id) })
  }
  return { statuses, refusals }
}

/** A list comes with its counts, a record with the ETag of its state; nothing else does. */
function expectSaid({ answers }: Call, headers: object): void {
  expect({ list: 'x-total-count' in headers, record: 'etag' in headers }).toEqual({
    list: answers === 'list',
    record: answers === 'record',
  })
}

/** A success leaves a line about the record it shows: in the history where it changed something, else in the journal. */
function expectKept(journal: Row['journal'], kept: Kept, of: { actor_id: string | undefined; record_id: string | null }): void {
  const changed = kept.changes.filter((line) => line.record_type === journal && line.record_id === of.record_id)
  for (const line of kept.changes) expect(line.actor_id).toBe(of.actor_id)
  const lines = [...kept.accesses, ...changed.slice(0, 1)]
  if (journal === 'none') expect(lines).toEqual([])
  else
    expect(lines).toMatchObject([
      { record_type: journal, record_id: of.record_id, ...(journal !== 'sign_in' && { actor_id: of.actor_id }) },
    ])
}

describe.each(Object.keys(MATRIX) as CallName[])('%s', (name) => {
  const row = MATRIX[name]

  it.each(Object.entries(row.answers) as [Who, Cells][])('as %s', async (who, cells) => {
    const expected = typeof cells === 'number' ? [cells, cells, cells] : [...cells]
    const { statuses, refusals } = await answers(name, who)
    expect(statuses).toEqual(expected)
    expect(new Set(refusals).size, 'a foreign record is answered as an unknown one (V2)').toBeLessThan(2)
  })

  it(`is kept in the journal as: ${row.journal}`, () => {
    const call: Call = calls[name]
    expect(call.journal ?? 'none').toBe(row.journal)
  })
})
