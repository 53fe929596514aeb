import type { RecordKind } from 'contract'
import type { CallName, Who } from './everyCall.ts'

/** The statuses for an own, a foreign and an unknown record; for a call without a record, one status. */
export type Cells = readonly [own: number, foreign: number, unknown: number] | number
/** The answers of a call by role, and the kind of record under which a success is recorded (T62). */
export interface Row {
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
export const ACCESS: Record<CallName, Row> = {
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
  countFacets: signedIn('none', 200, 200, 200),
  listPeople: signedIn('company', 403, READ, READ_ALL),
  findDuplicate: signedIn('application', 403, 200, 200),
  getApplication: signedIn('application', READ, READ, READ_ALL),
  submitApplication: signedIn('application', 403, [201, 404, 404], [201, 201, 404]),
  setExpiryDate: signedIn('application', 403, 403, READ_ALL),
  listStages: signedIn('application', READ, READ, READ_ALL),
  addStage: signedIn('application', 403, 403, [201, 201, 404]),
  updateStage: signedIn('application', 403, 403, READ_ALL),
  setApplicationDocuments: signedIn('application', 403, READ, READ_ALL),
  correctFacts: signedIn('application', 403, 403, READ_ALL),
  withdrawApplication: signedIn('application', 403, READ, READ_ALL),
  advanceApplication: signedIn('application', 403, 403, READ_ALL),
  undoAdvance: signedIn('application', 403, 403, [409, 409, 404]),
  advanceApplications: signedIn('application', 403, 403, 200),
  listCarriers: signedIn('user', 403, 403, 200),
  getWork: signedIn('application', 403, 403, READ_ALL),
  setWork: signedIn('application', 403, 403, READ_ALL),
  assignApplications: signedIn('application', 403, 403, 200),
  listApplicationHistory: signedIn('application', READ, READ, READ_ALL),
  listMessages: signedIn('application', 403, READ, READ_ALL),
  sendMessage: signedIn('application', 403, [201, 404, 404], [201, 201, 404]),
  readMessages: signedIn('none', 403, READ, READ_ALL),
  listNotes: signedIn('application', 403, 403, READ_ALL),
  addNote: signedIn('application', 403, 403, [201, 201, 404]),
  getAnalytics: signedIn('none', 200, 200, 200),
  getToday: signedIn('application', 200, 200, 200),
  countWaiting: signedIn('none', 200, 200, 200),
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
  getOwnRecord: signedIn('employee', 200, 403, 403),
  createEmployee: signedIn('employee', 403, [201, 404, 404], [201, 201, 404]),
  updateEmployee: signedIn('employee', 403, READ, READ_ALL),
  deleteEmployee: signedIn('none', 403, 403, [204, 204, 404]),
  renewEmployee: signedIn('application', 403, [201, 404, 404], [201, 201, 404]),
  requestCancellation: signedIn('employee', 403, [201, 404, 404], [201, 201, 404]),
  listEmployeeHistory: signedIn('employee', 403, READ, READ_ALL),
  listViews: signedIn('none', 200, 200, 200),
  saveView: signedIn('none', 201, 201, 201),
  // It is the person's own.
  deleteView: signedIn('none', 404, 404, 404),
  getDraft: signedIn('none', 403, READ, READ_ALL),
  saveDraft: signedIn('none', 403, READ, READ_ALL),
  deleteDraft: signedIn('none', 403, [204, 404, 404], [204, 204, 404]),
  getBalance: signedIn('none', 403, READ, READ_ALL),
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
  listWaitingMails: signedIn('user', 403, 403, 200),
  copyMailLink: signedIn('user', 403, 403, [200, 200, 404]),
  listNotices: signedIn('other', 200, 200, 200),
  getUnreadNotices: signedIn('none', 200, 200, 200),
  readNotices: signedIn('none', 200, 200, 200),
  streamChanges: signedIn('none', 200, 200, 200),
}
