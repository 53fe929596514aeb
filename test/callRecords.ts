import { addRule, runImport } from 'contract'
import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { insertLink } from '../server/src/auth/oneTimeTokens.ts'
import { applications } from '../server/src/db/applications.table.ts'
import { deadlines } from '../server/src/db/deadlines.table.ts'
import { establishments } from '../server/src/db/establishments.table.ts'
import { mails } from '../server/src/db/mails.table.ts'
import { papers } from '../server/src/db/papers.table.ts'
import { users } from '../server/src/db/people.table.ts'
import { providerSettings } from '../server/src/db/provider.table.ts'
import { settleDeadlines } from '../server/src/deadlines/settle.ts'
import { queueMail } from '../server/src/mails/queue.ts'
import { RuleBook } from '../server/src/rules/book.ts'
import { as } from './as.ts'
import { type CallName, EMPLOYEE, email, HEIR, MOBILE, NAME, newRule, PERSON, passport } from './everyCall.ts'
import { JPEG } from './files.ts'
import { BANK, given } from './given.ts'
import type { Portal } from './portal.ts'
import { asChecked, newPeople } from './sheets.ts'

const OF_COMPANY = new Set<CallName>([
  'getCompany',
  'updateCompany',
  'setCompanyDocuments',
  'getEstablishment',
  'setEstablishment',
  'getReadiness',
  'listCompanyHistory',
  'switchCompany',
  'listPeople',
  'getBalance',
  'getRisk',
])
const OF_EMPLOYEE = new Set<CallName>([
  'getEmployee',
  'getPerson',
  'updateEmployee',
  'deleteEmployee',
  'renewEmployee',
  'requestCancellation',
  'listEmployeeHistory',
  'addPaper',
])
const OF_PERSON = new Set<CallName>(['getUser', 'approveUser', 'deleteUser'])
const OF_TOPUP = new Set<CallName>(['approveTopup', 'rejectTopup', 'reverseTransaction', 'listTransactionHistory'])

/** A residence, which can be withdrawn. */
const OF_PAPER = new Set<CallName>(['getPaper', 'listPapers', 'updatePaper', 'withdrawPaper'])
const OF_DEADLINE = new Set<CallName>(['listDeadlines', 'stopDeadline', 'resumeDeadline'])
const OF_RULE = new Set<CallName>(['getRule', 'confirmRule'])
const OF_SETTINGS = new Set<CallName>(['getProvider', 'updateProvider', 'confirmBank', 'cancelBank'])

/** A fresh record of that company for the call; the unknown company has none. */
export async function recordId(portal: Portal, name: CallName, company: { id: string }, exists: boolean): Promise<string> {
  const make = given(portal)
  if (name === 'setPassword') return tokenOfLink(portal, 'reset')
  if (name === 'confirmEmail') return tokenOfLink(portal, 'confirm')
  if (!exists) return v7()
  if (name === 'getEstablishment') return known(portal, company)
  if (OF_COMPANY.has(name)) return company.id
  // What waits for it moves with it.
  if (name === 'getStatement') return (await make.topup(company, { approved: true })).id
  if (name === 'copyMailLink' || name === 'listWaitingMails') return invitationOf(portal, company)
  if (OF_PAPER.has(name)) return residenceOf(portal, company)
  if (OF_DEADLINE.has(name)) return clockOf(portal, company)
  if (name === 'undoImport' || name === 'listImports') return importInto(portal, company)
  if (OF_RULE.has(name)) return writtenRule(portal)
  if (OF_SETTINGS.has(name)) return waitingBank(portal)
  if (OF_EMPLOYEE.has(name)) {
    const { id } = await make.employee(company, { employee_name: NAME, passport_number: passport(), mobile: MOBILE })
    if (name === 'getPerson') await make.user('employee', { of: [company], employee_id: id, email: email() })
    return id
  }
  if (OF_TOPUP.has(name)) return (await make.topup(company, { approved: name === 'reverseTransaction' })).id
  if (name === 'deleteCompany') return (await make.company()).id
  if (OF_PERSON.has(name)) return (await make.user('company_admin', { of: [company], approved: false, full_name: NAME, email: email() })).id
  const expiring = name === 'listExpiringVisas' && { passport_number: passport(), visa_expiry_date: '2026-12-01' }
  const application = await make.application(company, { ...PERSON, ...expiring })
  if (name === 'handOverCases') return carrierOf(portal, application)
  if (name === 'listMessages' || name === 'readMessages') await make.message(application, { id: application.id, author_name: NAME })
  if (name === 'listNotes') await make.note(application, { author_name: NAME })
  if (name === 'updateStage') return (await make.stage(application, 'Offer Letter')).id
  if (name === 'archiveDocuments') await make.document({ application_id: application.id, slot: 'photo' }, JPEG)
  if (name === 'getDocument') return (await make.document({ application_id: application.id, slot: 'photo' }, JPEG)).id
  return application.id
}

/** A company whose signatory is on record. */
async function known({ db, clock }: Portal, { id }: { id: string }): Promise<string> {
  await db
    .insert(establishments)
    .values({ company_id: id, signatory_name: NAME, updated_at: clock.moment.toISOString() })
    .onConflictDoNothing()
  return id
}

/** Of a record that is the employee's own, where it is of their company. */
async function residenceOf(portal: Portal, company: { id: string }): Promise<string> {
  const own = { employee_name: NAME, passport_number: passport(), visa_number: '201/2026/7', email: EMPLOYEE.email }
  const { person_id } = await given(portal).employee(company, own)
  const [held] = await portal.db
    .select({ id: papers.id })
    .from(papers)
    .where(and(eq(papers.person_id, person_id), eq(papers.kind, 'residence')))
  return held?.id ?? ''
}

/** Whom a clock is about: in the journal a clock stands as they do. */
export const personOfClock = new Map<string, string>()

/** A clock that stands still, of a person who is the employee where it is their company. */
async function clockOf(portal: Portal, company: { id: string }): Promise<string> {
  const own = { employee_name: NAME, passport_number: passport(), eid_expiry_date: '2026-10-01', email: EMPLOYEE.email }
  const { id, person_id } = await given(portal).employee(company, own)
  await settleDeadlines({ db: portal.db, rules: new RuleBook(portal.db), now: () => portal.clock.moment })
  const [clock] = await portal.db
    .update(deadlines)
    .set({ stop_reason: 'abroad_over_six_months', stopped_from: '2026-11-01', stop_note: NAME })
    .where(eq(deadlines.person_id, person_id))
    .returning({ id: deadlines.id })
  personOfClock.set(clock?.id ?? '', id)
  return clock?.id ?? ''
}

/** The mail of an invitation that waits. */
async function invitationOf(portal: Portal, company: { id: string }): Promise<string> {
  const at = portal.clock.moment.toISOString()
  const { id: user_id } = await given(portal).user('employee', { of: [company], full_name: NAME, email: email(), password_hash: null })
  await queueMail(portal.db, { kind: 'invitation', user_id, link: 'link', invited_by: 'Omar', company_name: 'Own LLC' }, at)
  const [mail] = await portal.db.select({ id: mails.id }).from(mails).where(eq(mails.user_id, user_id))
  return mail?.id ?? ''
}

/** An administrator who carries the application, beside one who could. */
async function carrierOf(portal: Portal, application: { id: string }): Promise<string> {
  const make = given(portal)
  const [heir] = await portal.db.select().from(users).where(eq(users.id, HEIR))
  if (!heir) await make.user('admin', { id: HEIR, full_name: NAME, email: email() })
  const { id: assignee_id } = await make.user('admin', { full_name: NAME, email: email() })
  await portal.db.update(applications).set({ assignee_id }).where(eq(applications.id, application.id))
  return assignee_id
}

/** An import of one person. */
async function importInto(portal: Portal, company: { id: string }): Promise<string> {
  const admin = await given(portal).user('admin', { full_name: NAME, email: email() })
  const body = asChecked(newPeople(company.id, [{ employee_name: NAME, passport_number: passport() }]))
  return (await as(portal, admin).send(runImport, { body })).reply.id
}

async function writtenRule(portal: Portal): Promise<string> {
  const admin = await given(portal).user('admin', { full_name: NAME, email: email() })
  return (await as(portal, admin).send(addRule, { body: newRule() })).reply.id
}

/** Bank details that an administrator asked for. */
async function waitingBank(portal: Portal): Promise<string> {
  const { id: waiting_by } = await given(portal).user('admin', { full_name: NAME, email: email() })
  const values = { waiting_id: v7(), waiting_bank: BANK, waiting_by, waiting_since: portal.clock.moment.toISOString() }
  await portal.db.insert(providerSettings).values(values).onConflictDoUpdate({ target: providerSettings.only, set: values })
  return values.waiting_id
}

/** The token of a fresh link to a new password. */
async function tokenOfLink(portal: Portal, purpose: 'reset' | 'confirm'): Promise<string> {
  const { id } = await given(portal).user('employee', { full_name: NAME, email: email() })
  const link = await insertLink(portal.db, { user_id: id, purpose, public_url: '', moment: portal.clock.moment })
  return link.split('token=')[1] ?? ''
}
