import { randomBytes } from 'node:crypto'
import { ERASED } from 'contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { searchText } from '../applications/queries.ts'
import type { Context } from '../context.ts'
import { advances } from '../db/advances.table.ts'
import { applications, stages } from '../db/applications.table.ts'
import { caseDates } from '../db/caseDates.table.ts'
import { deadlines } from '../db/deadlines.table.ts'
import { documents } from '../db/documents.table.ts'
import { drafts } from '../db/drafts.table.ts'
import { establishments } from '../db/establishments.table.ts'
import { erasures, history } from '../db/history.table.ts'
import { imports } from '../db/imports.table.ts'
import { mails } from '../db/mails.table.ts'
import { internalNotes, messages } from '../db/messages.table.ts'
import { notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { employees, users } from '../db/people.table.ts'
import { idempotencyKeys, transactions } from '../db/wallet.table.ts'
import { removeFiles } from '../documents/removal.ts'
import { writeHistory } from '../history/queries.ts'
import { wholeWords } from './identity.ts'
import { listOutbox, removeFromOutbox } from './outbox.ts'
import { findPerson, type Person } from './person.ts'
import { isUnknown, many, type Plan, planOf } from './plan.ts'

export type Given = Pick<Context, 'db' | 'files' | 'vault' | 'settings'>

const idsOf = (rows: { id: string }[]): string[] => rows.map((row) => row.id)

/** A mail in the outbox with one of these is about this person alone. */
export const marksOf = ({ identity, accounts }: Person): string[] => [
  ...accounts.map((row) => row.email),
  ...identity.application_ids,
  ...identity.passport_numbers,
]

/** No mail in the outbox may contain these afterwards. */
const wordsOf = (person: Person): string[] => [
  ...[...person.applications, ...person.employees].map((row) => row.employee_name),
  ...person.accounts.map((row) => row.full_name),
  ...marksOf(person),
]

/** Undefined when nothing is stored. Throws a sentence if the erasure is not possible yet. */
export async function planErasure({ db, vault, settings }: Given, passport: string): Promise<Plan | undefined> {
  const person = await findPerson({ db, vault }, passport)
  refuseOpen(person)
  return isUnknown(person) ? undefined : planOf(person, await listOutbox(settings.outbox_dir, wordsOf(person)))
}

/** Erases what no law requires to keep, in one transaction (T63). Files go after it: without the keys in their rows they are useless. */
export async function erase(given: Given, passport: string, moment: Date): Promise<Plan | undefined> {
  const { db, vault, settings } = given
  const person = await db.transaction(async (tx) => {
    await lockRecords(tx, await findPerson({ db: tx, vault }, passport))
    const found = await findPerson({ db: tx, vault }, passport)
    refuseOpen(found)
    if (!isUnknown(found)) await eraseRows(tx, found, moment.toISOString())
    return found
  })
  if (isUnknown(person)) return undefined
  await removeFiles(given, idsOf(person.documents))
  const outbox = await listOutbox(settings.outbox_dir, wordsOf(person))
  await removeFromOutbox(settings.outbox_dir, outbox)
  return planOf(person, outbox)
}

/** An open application needs the data, and somebody has paid for it. */
function refuseOpen({ identity, applications }: Person): void {
  const open = applications.filter((row) => row.status === 'active')
  if (open.length === 0) return
  const which = open.map((row) => row.id).join(', ')
  throw new Error(
    `Nothing was erased: ${many(open.length, 'application')} of the passport number ${identity.passport_number} ${open.length === 1 ? 'is' : 'are'} still open (${which}). Complete or withdraw what is open first.`,
  )
}

async function lockRecords(tx: Db, { identity }: Person): Promise<void> {
  const lock = (table: typeof applications | typeof employees, ids: string[]) =>
    tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for('update')
  await lock(applications, identity.application_ids)
  await lock(employees, identity.employee_ids)
}

async function eraseRows(tx: Db, person: Person, at: string): Promise<void> {
  const alias = `Erased person ${randomBytes(4).toString('hex')}`
  await tx.insert(erasures).values({ id: v7(), erased_at: at, cause: 'request' })
  await eraseHistory(tx, person, at)
  await eraseNames(tx, person, alias)
  await eraseApplications(tx, person, alias)
  for (const table of [messages, internalNotes]) await eraseWritten(tx, table, person)
  await eraseSignatories(tx, person, at)
  const user_ids = idsOf(person.accounts)
  await tx.delete(documents).where(inArray(documents.id, idsOf(person.documents)))
  for (const { user_id, company_id, kind } of person.drafts)
    await tx.delete(drafts).where(and(eq(drafts.user_id, user_id), eq(drafts.company_id, company_id), eq(drafts.kind, kind)))
  await tx.delete(mails).where(inArray(mails.id, idsOf(person.mails)))
  await tx
    .update(imports)
    .set({ file_name: ERASED })
    .where(inArray(imports.id, idsOf(person.importedFiles)))
  await tx.delete(advances).where(inArray(advances.application_id, idsOf(person.applications)))
  await tx.delete(notices).where(inArray(notices.id, idsOf(person.notices)))
  await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.user_id, user_ids))
  await tx.delete(users).where(inArray(users.id, user_ids))
  await tx.delete(deadlines).where(inArray(deadlines.id, idsOf(person.clocks)))
  await tx.delete(employees).where(inArray(employees.id, idsOf(person.employees)))
}

/** A trigger allows only values that become `erased`, with a row in `erasures`. */
async function eraseHistory(tx: Db, { applications, employees, accounts, history: lines }: Person, at: string): Promise<void> {
  await tx
    .update(history)
    .set({
      changes: sql`erased_changes(${history.changes})`,
      subject: sql`case when ${history.action} = 'user_invited' then erased(${history.subject}) else ${history.subject} end`,
    })
    .where(inArray(history.id, idsOf(lines)))
  await tx
    .update(history)
    .set({ actor_name: ERASED })
    .where(and(inArray(history.actor_id, idsOf(accounts)), sql`${history.actor_name} is not null`))
  const erased = { by: null, at, action: 'erased' } as const
  for (const application of idsOf(applications)) await writeHistory(tx, { ...erased, of: { application } })
  for (const employee of idsOf(employees)) await writeHistory(tx, { ...erased, of: { employee } })
  for (const user of idsOf(accounts)) await writeHistory(tx, { ...erased, of: { user } })
}

/** Texts on the person's applications go, and the name of an account that goes; who else wrote and when stays. A trigger allows nothing else. */
async function eraseWritten(tx: Db, table: typeof messages | typeof internalNotes, { identity, accounts }: Person): Promise<void> {
  await tx.update(table).set({ text: null }).where(inArray(table.application_id, identity.application_ids))
  await tx
    .update(table)
    .set({ author_name: ERASED })
    .where(inArray(table.author_id, idsOf(accounts)))
}

/** The company says anew who signs. */
async function eraseSignatories(tx: Db, { signatories }: Person, updated_at: string): Promise<void> {
  const companies = signatories.map(({ company_id }) => company_id)
  await tx.update(establishments).set({ signatory_name: null, updated_at }).where(inArray(establishments.company_id, companies))
}

/** Of financial records, only the person's names. */
async function eraseNames(tx: Db, { payments, ...person }: Person, alias: string): Promise<void> {
  const words = wholeWords(wordsOf({ payments, ...person }))
  for (const { id, notes } of payments)
    await tx
      .update(transactions)
      .set({ employee_name: alias, notes: notes?.replace(words, alias) ?? null })
      .where(eq(transactions.id, id))
}

const NOBODY = {
  employee_id: null,
  passport_number: null,
  nationality: 'Erased',
  designation: null,
  email: null,
  mobile: null,
  salary_breakup: null,
  notice_period: null,
  probation_period: null,
  visa_expiry_date: null,
  expiry_date: null,
}

async function eraseApplications(tx: Db, person: Person, alias: string): Promise<void> {
  for (const { id, visa_type } of person.applications) {
    const row = { ...NOBODY, employee_name: alias, search_text: searchText({ employee_name: alias, visa_type }) }
    await tx.update(applications).set(row).where(eq(applications.id, id))
  }
  await tx.delete(caseDates).where(inArray(caseDates.application_id, idsOf(person.applications)))
  await tx
    .update(stages)
    .set({ notes: null })
    .where(inArray(stages.id, idsOf(person.stages)))
}
