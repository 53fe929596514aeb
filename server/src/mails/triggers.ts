import { type Changes, type Fils, type MessageSide, MINUTE_MS, type StageName, type StageStatus, type TransactionStatus } from 'contract'
import { eq, type WithSubquery } from 'drizzle-orm'
import type { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import type { Actor, Viewer } from '../http/session.ts'
import { hasNotice, writeNotices } from '../notices/write.ts'
import { queueMail, queueMails } from './queue.ts'
import { listAdmins, lockAdminsOf, lockApplicationRecipients, lockCompanyAdmins, lockEveryAdmin } from './recipients.ts'

const HOUR = 'YYYY-MM-DDTHH'.length

interface Registered {
  user: { id: string }
  company: { id: string; name: string }
  link: string
}

/** To the registrant and the administrators. The address is unconfirmed, so the mail repeats nothing that was typed. */
export async function mailRegistration(tx: Db, { user, company, link }: Registered, at: string): Promise<void> {
  await queueMail(tx, { kind: 'registration_received', user_id: user.id, link }, at)
  const facts = { kind: 'registration_waiting', company_name: company.name } as const
  for (const { id } of await listAdmins(tx)) {
    await queueMail(tx, { ...facts, user_id: id, unique_key: `registration_waiting ${id} ${at.slice(0, HOUR)}` }, at)
  }
  await writeNotices(tx, at, [{ ...facts, company_id: company.id }])
}

interface StageChange {
  stage_name: StageName
  before?: StageStatus
  status: StageStatus | undefined
  notes: string | null
}

/** When a stage is Approved or Rejected. For a Medical Test the mail only says that there is news (V7). */
export async function mailStage(
  tx: Db,
  application: typeof applications.$inferSelect,
  change: StageChange,
  { moment, due_at = moment }: { moment: string; due_at?: string },
): Promise<void> {
  const { stage_name, before, status, notes } = change
  if ((status !== 'Approved' && status !== 'Rejected') || status === before) return
  const { id: application_id, company_id, employee_name } = application
  const company_name = await findName(tx, company_id)
  if (company_name === undefined) return
  const facts = {
    kind: 'stage_decided' as const,
    company_id,
    company_name,
    application_id,
    employee_name,
    decision: stage_name === 'Medical Test' ? null : { stage_name, status, notes },
  }
  const readers = await lockApplicationRecipients(tx, application)
  await queueMails(
    tx,
    readers.map(({ user_id }) => ({ ...facts, user_id })),
    moment,
    due_at,
  )
  const { decision, ...told } = facts
  const news = { ...told, ...(decision && { stage_name, decision: status }) }
  await writeNotices(
    tx,
    due_at,
    readers.map(({ user_id }) => ({ ...news, reader_id: user_id })),
  )
}

interface Withdrawal {
  reason: string
  by: Pick<Viewer, 'id' | 'role'>
}

/** To those who can open it, but for whoever withdrew it, and in the portal to administrators. At the Medical Test the mail leaves the reason out (V7). */
export async function mailWithdrawal(
  tx: Db,
  application: typeof applications.$inferSelect,
  { reason, by }: Withdrawal,
  at: string,
): Promise<void> {
  const { id: application_id, company_id, employee_name, current_stage } = application
  const company_name = await findName(tx, company_id)
  if (company_name === undefined) return
  const facts = { kind: 'application_withdrawn' as const, company_id, company_name, application_id, employee_name }
  const told = { ...facts, reason: current_stage === 'Medical Test' ? null : reason }
  const readers = (await lockApplicationRecipients(tx, application)).filter(({ user_id }) => user_id !== by.id)
  await queueMails(
    tx,
    readers.map(({ user_id }) => ({ ...told, user_id })),
    at,
  )
  const toAdministrators = by.role === 'admin' ? [] : [facts]
  await writeNotices(tx, at, [...toAdministrators, ...readers.map(({ user_id }) => ({ ...facts, reader_id: user_id }))])
}

/** To those of the company whom the provider wrote to: only that there is a message, once an hour for each application. */
export async function mailMessage(tx: Db, application: typeof applications.$inferSelect, from: MessageSide, at: string): Promise<void> {
  const { id: application_id, company_id, employee_name } = application
  const company_name = await findName(tx, company_id)
  if (company_name === undefined) return
  const facts = { kind: 'message_received' as const, company_id, company_name, application_id, employee_name }
  if (from === 'company') return writeNotices(tx, at, [facts])
  const readers = await lockAdminsOf(tx, [company_id])
  const once = (user_id: string) => `message_received ${user_id} ${application_id} ${at.slice(0, HOUR)}`
  await queueMails(
    tx,
    readers.map(({ user_id }) => ({ ...facts, user_id, unique_key: once(user_id) })),
    at,
  )
  await writeNotices(
    tx,
    at,
    readers.map(({ user_id }) => ({ ...facts, reader_id: user_id })),
  )
}

/** To the administrators: the company has handed in documents. Those of a minute are one notice, because each slot is sent by itself. */
export async function tellDocuments(tx: Db, { id, company_id, employee_name }: Case, at: string): Promise<void> {
  const company_name = await findName(tx, company_id)
  if (company_name === undefined || (await hasNotice(tx, id, 'documents_received', new Date(Date.parse(at) - MINUTE_MS)))) return
  await writeNotices(tx, at, [{ kind: 'documents_received', company_id, company_name, application_id: id, employee_name }])
}

type Case = Pick<typeof applications.$inferSelect, 'id' | 'company_id' | 'employee_name'>
type Record = { id: string; company_id: string; employee_name: string }

export async function tellCancellationAsked(tx: Db, { id, company_id, employee_name }: Record, at: string): Promise<void> {
  const company_name = await findName(tx, company_id)
  if (company_name === undefined) return
  await writeNotices(tx, at, [{ kind: 'cancellation_requested', company_id, company_name, employee_id: id, employee_name }])
}

/** To those of the company that asked for it. */
export async function tellCancellationDecided(
  tx: Db,
  { id, company_id, employee_name }: Record,
  decision: 'cancelled' | 'active',
  at: string,
) {
  const company_name = await findName(tx, company_id)
  if (company_name === undefined) return
  const facts = { kind: 'cancellation_decided' as const, company_id, company_name, employee_id: id, employee_name, decision }
  await writeNotices(
    tx,
    at,
    (await lockAdminsOf(tx, [company_id])).map(({ user_id }) => ({ ...facts, reader_id: user_id })),
  )
}

/** Answers the top-up's id. */
export async function tellTopupAsked(tx: Db, topup: { id: string; company_id: string; amount: Fils }, at: string): Promise<string> {
  const { id, company_id, amount: amount_fils } = topup
  const company_name = await findName(tx, company_id)
  if (company_name !== undefined) await writeNotices(tx, at, [{ kind: 'topup_requested', company_id, company_name, amount_fils }])
  return id
}

interface DecidedTopup {
  company_id: string
  amount_fils: Fils
  reference: string | null
  status: TransactionStatus
  notes: string | null
}

/** To the company's admins, of whom a deleted company has none. `beside` is written with the look for them. */
export async function mailTopup(tx: Db, { company_id, ...topup }: DecidedTopup, at: string, beside: WithSubquery): Promise<void> {
  const facts = { kind: 'topup_decided' as const, company_id, ...topup }
  const readers = await lockCompanyAdmins(tx, company_id, beside)
  await queueMails(
    tx,
    readers.map((reader) => ({ ...facts, ...reader })),
    at,
  )
  const { kind, amount_fils, status } = facts
  const told = readers.map(({ user_id, company_name }) => ({ reader_id: user_id, company_name }))
  await writeNotices(
    tx,
    at,
    told.map((reader) => ({ kind, company_id, amount_fils, decision: status, ...reader })),
  )
}

/** Locks the company against deletion. */
async function findName(tx: Db, company_id: string): Promise<string | undefined> {
  const [company] = await tx.select({ name: companies.name }).from(companies).where(eq(companies.id, company_id)).for('key share')
  return company?.name
}

/** To the admins of the company, in mail and portal: what an administrator changed in its data. */
export async function mailCorrection(tx: Db, company: { id: string; name: string }, changes: Changes, at: string): Promise<void> {
  const facts = { kind: 'company_corrected' as const, company_id: company.id, company_name: company.name, changes }
  const readers = await lockAdminsOf(tx, [company.id])
  await queueMails(
    tx,
    readers.map(({ user_id }) => ({ ...facts, user_id })),
    at,
  )
  await writeNotices(
    tx,
    at,
    readers.map(({ user_id }) => ({ ...facts, reader_id: user_id })),
  )
}

/** To the administrator who is to carry the cases of another. Must be locked against deletion. */
export async function mailHandOver(tx: Db, to: { id: string }, { number, by }: { number: number; by: Viewer }, at: string): Promise<void> {
  if (to.id === by.id) return
  await queueMails(tx, [{ kind: 'cases_assigned', user_id: to.id, number, by: by.full_name }], at)
  await writeNotices(tx, at, [{ kind: 'cases_assigned', admin_id: to.id, number }])
}

type Told = { kind: 'reversal_made'; company_name: string; amount_fils: Fils } | { kind: 'company_deleted'; company_name: string }

/** To every administrator but the one who did it, in mail and portal. */
export async function tellOtherAdmins(tx: Db, by: Actor, told: Told, at: string): Promise<void> {
  const others = (await lockEveryAdmin(tx)).filter(({ id }) => id !== by.id)
  await queueMails(
    tx,
    others.map(({ id }) => ({ ...told, by: by.full_name, user_id: id })),
    at,
  )
  await writeNotices(
    tx,
    at,
    others.map(({ id }) => ({ ...told, admin_id: id })),
  )
}
