import type { calls, Role } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { startSession } from '../server/src/auth/sessions.ts'
import { sessions } from '../server/src/db/sessions.table.ts'
import { hashOf } from '../server/src/http/session.ts'
import { dataString, JPEG } from './files.ts'
import { given, PASSWORD } from './given.ts'
import type { Portal } from './portal.ts'
import { asChecked, newPeople } from './sheets.ts'
import { newEmployee } from './submission.ts'

export type CallName = keyof typeof calls
export type Who = 'signed_out' | 'pending' | Role

/** Personal data of the records, different from those of the callers. */
export const NAME = 'Zara Quill'
const PASSPORT = 'Q7700'
export const MOBILE = '+971507700770'
const SALARY = 'Basic 7,770'
const ELSEWHERE = '@elsewhere.example'
export const OF_OTHERS = [NAME, PASSPORT, MOBILE, SALARY, ELSEWHERE]

export const passport = () => `${PASSPORT}-${v7()}`
export const email = () => `${v7()}${ELSEWHERE}`
export const PERSON = { employee_name: NAME, passport_number: PASSPORT, mobile: MOBILE, salary_breakup: SALARY }
const IN_COMPANY = { contact_person: NAME, email: `office${ELSEWHERE}` }
/** An administrator who can carry cases on. */
export const HEIR = '0196f0a0-0000-7000-8000-000000000077'
/** The employee sees an application by its e-mail (V4). */
export const EMPLOYEE = { email: 'sara.khan@people.example' }

export type World = Awaited<ReturnType<typeof makeWorld>>

/** Two companies, an unknown one, and somebody of each role in the first. */
export async function makeWorld(portal: Portal) {
  const make = given(portal)
  const own = await make.company(IN_COMPANY)
  const foreign = await make.company({ ...IN_COMPANY, name: 'Other LLC' })
  await make.user('employee', { of: [own], full_name: NAME, email: email() })
  await make.employee(own, { employee_name: NAME, passport_number: passport() })
  const { password_hash } = await make.user('company_admin', { email: 'known@people.example' })
  const users: Record<Who, { id: string } | undefined> = {
    signed_out: undefined,
    pending: await make.user('company_admin', { of: [own], approved: false }),
    employee: await make.user('employee', { of: [own], ...EMPLOYEE, email_verified_at: '2026-11-01T00:00:00.000Z' }),
    company_admin: await make.user('company_admin', { of: [own] }),
    admin: await make.user('admin'),
  }
  return { companies: [own, foreign, { id: v7() }] as const, users, password_hash }
}

const COMPANY_FIELDS = { ...IN_COMPANY, name: 'New LLC', trade_license: 'CN-2', phone: '04' }
const EMPLOYEE_FIELDS = { employee_name: NAME, nationality: 'Indian', designation: 'Accountant' }

/** A person who is not on record yet. */
const sheetOf = ({ id }: { id: string }) => newPeople(id, [{ employee_name: NAME, passport_number: passport() }])
const importOf = (company: { id: string }) => asChecked(sheetOf(company))

/** Under conditions of its own, so that it meets no other. */
export const newRule = () => ({
  key: 'holiday' as const,
  applies: { free_zone: v7() },
  value: { days: 1, en: 'Founding day', ar: 'يوم التأسيس' },
  in_force_from: '2026-12-24',
  source_name: 'The zone',
  confidence: 'authority' as const,
})

export async function sessionId(portal: Portal, { users }: World, place: number, who: Who): Promise<string> {
  const owner = place === 0 ? users[who] : users[who === 'admin' ? 'employee' : 'admin']
  if (place === 2 || !owner) return v7()
  const token = await startSession(portal.db, owner.id, portal.clock.moment)
  const [found] = await portal.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.token_hash, hashOf(token)))
  return found?.id ?? ''
}

interface Input {
  params?: Record<string, string>
  query?: object
  body?: object
}

/** The input of the call for that record of that company. */
export function inputFor(name: CallName, id: string, company: { id: string }): { input: Input; headers: Record<string, string> } {
  const params = { id }
  const inputs: Partial<Record<CallName, Input>> = {
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
    updateProvider: { body: { support_contact: 'help@portal.example' } },
    listDeadlines: {},
    getRisk: { query: { company_id: company.id } },
    stopDeadline: { params, body: { reason: 'abroad_over_six_months', from: '2026-11-02', note: 'Abroad' } },
    addPaper: { body: { employee_id: id, kind: 'work_permit', number: 'WP-1' } },
    updatePaper: { params, body: { note: 'Kept by the company' } },
    withdrawPaper: { params, body: { reason: 'Lost' } },
    checkImport: { body: sheetOf(company) },
    runImport: { body: importOf(company) },
    undoImport: { params },
    addRule: { body: newRule() },
    confirmRule: { params, body: { confirmed: true } },
    confirmBank: { params, body: { password: PASSWORD } },
    setPreferences: { body: { language: 'en' } },
    setPicture: { body: { picture: null } },
    inviteUser: { body: { email: email(), full_name: NAME, role: 'employee', company_id: company.id } },
    submitApplication: { body: newEmployee(company, PERSON) },
    findDuplicate: { body: { company_id: company.id, passport_number: PERSON.passport_number } },
    search: { body: { q: PASSPORT } },
    setExpiryDate: { params, query: { expiry_date: '2028-01-01' } },
    addStage: { params, body: { stage_name: 'Offer Letter', notes: NAME } },
    updateStage: { params, body: { status: 'Approved', notes: NAME } },
    uploadDocument: { body: JPEG },
    sendMessage: { params, body: { text: NAME, documents: [dataString(JPEG, 'image/jpeg')] } },
    readMessages: { params, body: { up_to: id } },
    readNotices: { body: { up_to: id } },
    addNote: { params, body: { text: NAME } },
    setApplicationDocuments: { params, body: { documents: { degree: dataString(JPEG, 'image/jpeg') } } },
    advanceApplication: { params, body: { stage_name: 'Offer Letter', notes: NAME } },
    advanceApplications: { body: { application_ids: [id] } },
    archiveDocuments: { query: { application_ids: id } },
    setWork: { params, body: { assignee_id: null } },
    setCaseDates: { params, body: { entered_on: '2026-01-05' } },
    assignApplications: { body: { application_ids: [id], assignee_id: null } },
    handOverCases: { body: { from_id: id, to_id: HEIR } },
    correctFacts: { params, body: { designation: 'Engineer', reason: 'As in the contract' } },
    withdrawApplication: { params, body: { reason: NAME } },
    createCompany: { body: { ...COMPANY_FIELDS, category: 'on_demand' } },
    updateCompany: { params, body: COMPANY_FIELDS },
    setCompanyDocuments: { params, body: { documents: { other_doc_1: dataString(JPEG, 'image/jpeg') } } },
    setEstablishment: { params, body: { signatory_name: NAME } },
    switchCompany: { params: { company_id: id } },
    createEmployee: { body: { ...EMPLOYEE_FIELDS, passport_number: passport(), company_id: company.id } },
    updateEmployee: { params, body: { mobile: '+971501234567' } },
    renewEmployee: { body: { employee_id: id } },
    requestCancellation: { body: { employee_id: id, reason: 'Left the company' } },
    getBalance: { query: { company_id: id } },
    requestTopup: { body: { amount: 100, receipt_document: dataString(JPEG, 'image/jpeg') } },
    approveTopup: { params, body: { notes: NAME } },
    rejectTopup: { params, body: { notes: NAME } },
    reverseTransaction: { params, body: { reason: NAME } },
    saveView: { body: { list: 'applications', name: 'Late', filters: { pace: 'late' } } },
    getDraft: { params: { kind: 'new' }, query: { company_id: company.id } },
    saveDraft: { params: { kind: 'new' }, query: { company_id: company.id }, body: { fields: {} } },
    deleteDraft: { params: { kind: 'new' }, query: { company_id: company.id } },
  }
  const headers: Record<string, string> = name === 'uploadDocument' ? { 'content-type': 'image/jpeg', 'x-file-name': 'photo.jpg' } : {}
  return { input: inputs[name] ?? { params }, headers }
}
