import { randomUUID } from 'node:crypto'
import {
  addNote,
  addStage,
  advanceApplication,
  approveTopup,
  getApplication,
  listNotices,
  login,
  makeTopupReference,
  readMessages,
  readNotices,
  requestTopup,
  runImport,
  saveDraft,
  saveView,
  sendMessage,
  setCaseDates,
  submitApplication,
  updateProvider,
} from 'contract'
import { uncounted } from '../server/src/db/counts.table.ts'
import { establishments } from '../server/src/db/establishments.table.ts'
import { erasures } from '../server/src/db/history.table.ts'
import { accesses } from '../server/src/db/journal.table.ts'
import { orphans } from '../server/src/db/orphans.table.ts'
import { downloadPlaces } from '../server/src/db/places.table.ts'
import { signIns } from '../server/src/db/sessions.table.ts'
import { settleDeadlines } from '../server/src/deadlines/settle.ts'
import { extendChain } from '../server/src/journal/chain.ts'
import { letAccessesLeave } from '../server/src/journal/leaving.ts'
import { queueMail } from '../server/src/mails/queue.ts'
import { RuleBook } from '../server/src/rules/book.ts'
import { as } from './as.ts'
import { dataString, PDF } from './files.ts'
import { BANK, given, PASSWORD } from './given.ts'
import { deliverDue } from './mailDelivery.ts'
import type { Portal } from './portal.ts'
import { asChecked, sheetOf } from './sheets.ts'
import { newEmployee } from './submission.ts'
import { switchOn } from './twoStep.ts'

/** Fills every table, with three documents and with mails that were sent, that wait and that hold a link. */
export async function fillTables(portal: Portal): Promise<void> {
  await letOneLeave(portal)
  const make = given(portal)
  const company = await make.company({ name: 'Falcon "Trading" \\ LLC\n\tشركة' })
  const manager = await make.user('company_admin', { of: [company] })
  await make.employee(company, { visa_expiry_date: '2026-12-01' })
  await settleDeadlines({ db: portal.db, rules: new RuleBook(portal.db), now: () => portal.clock.moment })
  // Its clocks are not written yet.
  await make.employee(company, { passport_number: 'N2', outside_since: '2026-06-01' })
  await work(portal, company, manager)
  await signIn(portal, manager)
  await portal.db.insert(erasures).values({ id: randomUUID(), erased_at: now(portal), cause: 'request' })
  await portal.db.insert(establishments).values({ company_id: company.id, signatory_name: 'Omar Haddad', updated_at: now(portal) })
  await portal.db.insert(uncounted).values({ company_id: randomUUID() })
  const link = 'https://portal.example/set-password#token=secret'
  await queueMail(portal.db, { kind: 'password_reset', user_id: manager.id, link }, now(portal))
  await portal.journal.flush()
  await extendChain(portal.db, portal.master_key, portal.clock.moment)
  await portal.proofs.keep('ledger', { broken: [] })
}

/** An access of years ago, whose term has ended. */
async function letOneLeave({ db, master_key }: Portal): Promise<void> {
  const [written, left] = ['2020-01-05T08:00:00.000Z', '2022-01-05T08:00:00.000Z'].map((time) => new Date(time)) as [Date, Date]
  const seen = { happened_at: written.toISOString(), record_type: 'other' as const, call: 'GET /', outcome: 'seen' as const }
  await db.insert(accesses).values({ ...seen, id: randomUUID(), request_id: randomUUID(), address: '::1' })
  await extendChain(db, master_key, written)
  await letAccessesLeave(db, master_key, { months: 12, moment: left })
}

const now = ({ clock }: Portal): string => clock.moment.toISOString()

async function work(portal: Portal, company: { id: string }, manager: { id: string }): Promise<void> {
  const admin = as(portal, await given(portal).user('admin'))
  const customer = as(portal, manager)
  const { reply: topup } = await customer.send(requestTopup, { body: { amount: 20_000, receipt_document: dataString(PDF) } })
  await admin.send(approveTopup, { params: { id: topup.id }, body: { notes: null } })
  await admin.send(updateProvider, { body: { product_name: 'Visa Portal of Falcon', bank: BANK, password: PASSWORD } })
  await deliverDue(portal)
  const body = newEmployee(company, { documents: { passport_front: dataString(PDF), photo: dataString(PDF) } })
  const { reply } = await customer.send(submitApplication, { body }, { 'idempotency-key': randomUUID() })
  await admin.send(addStage, { params: reply, body: { stage_name: 'Offer Letter', status: 'Approved' } })
  await admin.send(advanceApplication, { params: reply, body: { stage_name: 'Labor Fees' } })
  await admin.send(getApplication, { params: reply })
  const [told] = (await customer.send(listNotices, { query: {} })).reply
  await customer.send(readNotices, { body: { up_to: told?.id } })
  // The notice of the message is behind the mark, and read by itself with it.
  portal.clock.moment = new Date(portal.clock.moment.getTime() + 1_000)
  const asked = (await admin.send(sendMessage, { params: reply, body: { text: 'A clearer scan, please.' } })).reply
  await customer.send(readMessages, { params: reply, body: { up_to: asked.id } })
  await admin.send(setCaseDates, { params: reply, body: { entered_on: '2026-01-05' } })
  await admin.send(addNote, { params: reply, body: { text: 'Called the typing centre.' } })
  await customer.send(saveDraft, { params: { kind: 'new' }, query: { company_id: company.id }, body: { fields: { notes: 'left' } } })
  const ali = { employee_name: 'Ali Raza', passport_number: 'N7654321', nationality: 'Indian', designation: 'Clerk' }
  const sheet = sheetOf(company.id, [ali, { 'establishment_card.number': '2/1/1234567' }])
  await customer.send(runImport, { body: asChecked(sheet) })
  await customer.send(makeTopupReference, {})
  await portal.db.insert(orphans).values({ id: randomUUID(), found_at: '2099-01-01T00:00:00.000Z' })
  await portal.db.insert(downloadPlaces).values({ kind: 'archive', user_id: manager.id, id: randomUUID(), ends_at: now(portal) })
  await customer.send(saveView, { body: { list: 'applications', name: 'Late', filters: { pace: 'late' } } })
}

/** Sign-ins: of a known device, a wrong password, one that waits for its second step, one at the provider. */
async function signIn(portal: Portal, manager: { id: string; email: string }): Promise<void> {
  const visitor = as(portal)
  const known = await given(portal).user('admin')
  await visitor.send(login, { body: { email: known.email, password: PASSWORD } })
  await visitor.send(login, { body: { email: known.email, password: 'mistyped' } })
  await switchOn(portal, manager)
  await visitor.send(login, { body: { email: manager.email, password: PASSWORD } })
  const secrets = { state_hash: 'state', nonce: 'nonce', code_verifier: 'verifier', redirect: '/dashboard' }
  await portal.db.insert(signIns).values({ ...secrets, created_at: now(portal) })
}
