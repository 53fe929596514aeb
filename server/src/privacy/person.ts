import { searchable } from 'contract'
import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { advances } from '../db/advances.table.ts'
import { applications, stages } from '../db/applications.table.ts'
import { caseDates } from '../db/caseDates.table.ts'
import { companies } from '../db/companies.table.ts'
import { deadlines } from '../db/deadlines.table.ts'
import { documents } from '../db/documents.table.ts'
import { importRows, imports } from '../db/imports.table.ts'
import { internalNotes, messages } from '../db/messages.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees, userCompanies, users } from '../db/people.table.ts'
import { views } from '../db/views.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { openRow } from '../imports/undo.ts'
import type { Vault } from '../keys/vault.ts'
import { unattached } from '../visibility/documents.ts'
import { listDraftsOf } from './drafts.ts'
import { among, bareNumber, type Identity, type Ids, wholeWords } from './identity.ts'
import { listPersonIds, passportsOf } from './passports.ts'
import { listHistory } from './personHistory.ts'
import { listSignatoriesOf } from './signatories.ts'
import { listMails, listNotices } from './told.ts'

type ApplicationRow = typeof applications.$inferSelect

/** Everything stored about the person with one passport number (T63). */
export type Person = Awaited<ReturnType<typeof findPerson>>

/** Ignores case, spaces and dashes of the number. */
export async function findPerson({ db, vault }: { db: Db; vault: Vault }, given: string) {
  const passport_number = given.trim()
  const person_ids = await listPersonIds(db, passport_number)
  const records = await db.select().from(employees).where(inArray(employees.person_id, person_ids))
  const own = await db.select().from(applications).where(inArray(applications.person_id, person_ids))
  const people = [...records, ...own]
  const held = await db.select().from(papers).where(inArray(papers.person_id, person_ids))
  const identity = identityOf(passport_number, records, own, held)
  const found = await listAccounts(db, identity)
  const accounts = found.filter((row) => row.role === 'employee')
  const recorded = await db.select().from(stages).where(inArray(stages.application_id, identity.application_ids))
  const written = await db.select().from(messages).where(inArray(messages.application_id, identity.application_ids))
  const companyRows = await db.select().from(companies).where(inArray(companies.id, identity.company_ids))
  const drafts = await listDraftsOf(db, vault, identity)
  const drafted = drafts.flatMap(({ document_ids }) => document_ids)
  const payments = await listPayments(db, identity)
  const ids = {
    ...identity,
    user_ids: accounts.map((row) => row.id),
    stage_ids: recorded.map((row) => row.id),
    message_ids: written.map((row) => row.id),
    paper_ids: held.map((row) => row.id),
    payment_ids: payments.map((row) => row.id),
  }
  return {
    identity,
    /** Applications without a passport number for the same name; they may be another person's (S5). */
    unsure: await listUnsure(db, person_ids, people),
    companies: companyRows,
    employees: records,
    papers: held,
    signatories: await listSignatoriesOf(db, identity),
    imports: await listImportRowsOf(db, vault, identity),
    importedFiles: await listImportedFiles(db, identity),
    applications: own,
    stages: recorded,
    dates: await db.select().from(caseDates).where(inArray(caseDates.application_id, identity.application_ids)),
    clocks: await db.select().from(deadlines).where(inArray(deadlines.person_id, person_ids)),
    messages: written,
    notes: await db.select().from(internalNotes).where(inArray(internalNotes.application_id, identity.application_ids)),
    accounts,
    /** Accounts that run a company with that e-mail are not the visa's person. */
    otherAccounts: found.filter((row) => row.role !== 'employee'),
    views: await db.select().from(views).where(inArray(views.user_id, ids.user_ids)),
    drafts,
    documents: await listDocuments(db, ids, drafted),
    mails: await listMails(db, ids, companyRows),
    notices: await listNotices(db, ids),
    payments,
    history: await listHistory(db, ids),
  }
}

function identityOf(
  passport_number: string,
  records: (typeof employees.$inferSelect)[],
  own: ApplicationRow[],
  held: (typeof papers.$inferSelect)[],
): Identity {
  const people = [...records, ...own]
  return {
    passport_number,
    passport_numbers: among([passport_number, ...people.map((row) => row.passport_number), ...passportsOf(held)]),
    company_ids: among(people.map((row) => row.company_id)),
    application_ids: own.map((row) => row.id),
    employee_ids: records.map((row) => row.id),
    names: among(people.map((row) => searchable(row.employee_name))),
    emails: among(people.map((row) => row.email?.toLowerCase())),
  }
}

type Named = Pick<ApplicationRow, 'company_id' | 'employee_name' | 'nationality'>

async function listUnsure(db: Db, person_ids: string[], people: Named[]): Promise<ApplicationRow[]> {
  const found = await Promise.all(
    people.map((row) =>
      db
        .select()
        .from(applications)
        .where(
          and(
            eq(applications.company_id, row.company_id),
            sql`person_name(${applications.employee_name}, ${applications.nationality}) = any(person_names(${row.employee_name}, ${row.nationality}))`,
            isNull(applications.passport_number),
            notInArray(applications.person_id, person_ids),
          ),
        ),
    ),
  )
  return [...new Map(found.flat().map((row) => [row.id, row])).values()]
}

/** Linked to the record, or with the person's e-mail in the same company (A6, V4). */
async function listAccounts(db: Db, { employee_ids, emails, company_ids }: Identity) {
  const member = db.select({ id: userCompanies.user_id }).from(userCompanies).where(inArray(userCompanies.company_id, company_ids))
  const sameAddress = and(isNull(users.employee_id), inArray(sql`lower(${users.email})`, emails), inArray(users.id, member))
  return db
    .select()
    .from(users)
    .where(or(inArray(users.employee_id, employee_ids), sameAddress))
}

/** What the person's records were before imports that can still be undone. */
async function listImportRowsOf(db: Db, vault: Vault, { employee_ids }: Identity) {
  const found = await db.select().from(importRows).where(inArray(importRows.employee_id, employee_ids))
  return found.map(({ sealed, ...row }) => ({ ...row, before: openRow(vault, row.import_id, row.employee_id, sealed).before }))
}

/** Imports of the person's companies whose file is named after the person. */
async function listImportedFiles(db: Db, { company_ids, names, passport_numbers }: Identity) {
  const found = await db
    .select({ id: imports.id, file_name: imports.file_name, imported_at: imports.imported_at })
    .from(imports)
    .where(inArray(imports.company_id, company_ids))
  const words = wholeWords(names)
  const numbers = passport_numbers.map(bareNumber)
  return found.filter(({ file_name }) => {
    const isNamed = searchable(file_name.replace(/[_.-]+/g, ' ')).search(words) >= 0
    return isNamed || numbers.some((number) => bareNumber(file_name).includes(number))
  })
}

function listDocuments(db: Db, { application_ids, stage_ids, message_ids, paper_ids, user_ids }: Ids, uploads: string[]) {
  // An undo would put them back.
  const replaced = db.select({ id: advances.replaced_id }).from(advances).where(inArray(advances.application_id, application_ids))
  return db
    .select()
    .from(documents)
    .where(
      or(
        inArray(documents.application_id, application_ids),
        inArray(documents.stage_id, stage_ids),
        inArray(documents.message_id, message_ids),
        inArray(documents.paper_id, paper_ids),
        inArray(documents.user_id, user_ids),
        and(unattached, or(inArray(documents.id, uploads), inArray(documents.uploaded_by, user_ids), inArray(documents.id, replaced))),
      ),
    )
}

async function listPayments(db: Db, { application_ids }: Identity) {
  const paid = await db.select().from(transactions).where(inArray(transactions.application_id, application_ids))
  const reversed = inArray(
    transactions.reverses_id,
    paid.map((row) => row.id),
  )
  return [...paid, ...(await db.select().from(transactions).where(reversed))]
}
