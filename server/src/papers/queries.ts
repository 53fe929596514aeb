import type { PaperKind } from 'contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { changeEmployee } from '../employees/queries.ts'
import type { Viewer } from '../http/session.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { visibleEmployee } from '../visibility/employees.ts'
import { visiblePaper } from '../visibility/papers.ts'

export type PaperRow = typeof papers.$inferSelect
type RecordRow = typeof employees.$inferSelect

/** Whose papers are written: a company, or a person of it with the employee records, newest first. */
export interface Owner {
  company_id: string
  person_id: string | null
  records: RecordRow[]
}

/** Writers of a person's records and papers wait for each other by the records, those of a company's papers by the company. */
export async function lockPerson(tx: Db, person_id: string): Promise<Owner | undefined> {
  const records = await tx.select().from(employees).where(eq(employees.person_id, person_id)).orderBy(asc(employees.id)).for('update')
  const [newest] = records.toSorted((one, other) => (`${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? 1 : -1))
  return newest && { company_id: newest.company_id, person_id, records: [newest, ...records.filter(({ id }) => id !== newest.id)] }
}

export async function lockCompany(tx: Db, viewer: Viewer, id: string): Promise<Owner | undefined> {
  const [found] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, id), visibleCompany(viewer)))
    .for('no key update')
  return found && { company_id: found.id, person_id: null, records: [] }
}

export async function lockOwnerOfRecord(tx: Db, viewer: Viewer, employee_id: string): Promise<Owner | undefined> {
  const [found] = await tx
    .select({ person_id: employees.person_id })
    .from(employees)
    .where(and(eq(employees.id, employee_id), visibleEmployee(viewer)))
  return found && lockPerson(tx, found.person_id)
}

export async function findRow(tx: Db, viewer: Viewer, id: string): Promise<PaperRow | undefined> {
  const [found] = await tx
    .select()
    .from(papers)
    .where(and(eq(papers.id, id), visiblePaper(viewer)))
  return found
}

const isOf = ({ company_id, person_id }: Omit<Owner, 'records'>) =>
  and(eq(papers.company_id, company_id), person_id === null ? sql`${papers.person_id} is null` : eq(papers.person_id, person_id))

/** The one on record; of other papers there may be many. */
export async function findHeld(tx: Db, owner: Owner, kind: PaperKind): Promise<PaperRow | undefined> {
  const [held] = await tx
    .select()
    .from(papers)
    .where(and(isOf(owner), eq(papers.kind, kind), ne(papers.kind, 'other_paper'), eq(papers.state, 'held')))
  return held
}

export const isOfOwner = (paper: PaperRow, { company_id, person_id }: Owner): boolean =>
  paper.company_id === company_id && paper.person_id === person_id

export type Values = {
  title: string | null
  number: string | null
  issuer: string | null
  note: string | null
  issued_on: string | null
  expires_on: string | null
}

interface Insert {
  owner: Owner
  kind: PaperKind
  values: Values
  renews: PaperRow | undefined
  at: string
}

export async function insertPaper(tx: Db, { owner, kind, values, renews, at }: Insert): Promise<string> {
  const id = v7()
  if (renews) await tx.update(papers).set({ state: 'renewed', updated_at: at }).where(eq(papers.id, renews.id))
  const { company_id, person_id } = owner
  const row = { id, company_id, person_id, kind, ...values, renews_id: renews?.id ?? null }
  await tx.insert(papers).values({ ...row, state: 'held', created_at: at, updated_at: at })
  await followPaper(tx, owner, kind, values, at)
  return id
}

export async function changePaper(tx: Db, owner: Owner, { id, kind }: PaperRow, values: Values, at: string): Promise<void> {
  await tx
    .update(papers)
    .set({ ...values, updated_at: at })
    .where(eq(papers.id, id))
  await followPaper(tx, owner, kind, values, at)
}

export async function setWithdrawn(tx: Db, owner: Owner, { id, kind }: PaperRow, reason: string, at: string): Promise<void> {
  await tx.update(papers).set({ state: 'withdrawn', withdrawn_reason: reason, updated_at: at }).where(eq(papers.id, id))
  await followPaper(tx, owner, kind, { number: null, expires_on: null }, at)
}

/** The employee records of the person say what the paper says; a passport's number is said by the newest alone, because each record has its own. */
async function followPaper(
  tx: Db,
  { records }: Owner,
  kind: PaperKind,
  { number, expires_on }: Pick<Values, 'number' | 'expires_on'>,
  at: string,
): Promise<void> {
  const [newest] = records
  if (!newest) return
  if (kind === 'passport') await changeEmployee(tx, newest, { passport_number: number ?? undefined }, { status: undefined, at })
  const all = eq(employees.person_id, newest.person_id)
  // By one statement, so that the trigger sees all of them.
  if (kind === 'residence') await tx.update(employees).set({ visa_number: number, visa_expiry_date: expires_on }).where(all)
  if (kind === 'emirates_id') await tx.update(employees).set({ eid_number: number, eid_expiry_date: expires_on }).where(all)
}
