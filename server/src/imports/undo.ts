import { DAY_MS, IMPORT_UNDO_DAYS, type Import } from 'contract'
import { eq, lt, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { importPapers, importRows, imports } from '../db/imports.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees, users } from '../db/people.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { writeDeletions } from '../history/deletions.ts'
import { writing } from '../history/queries.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import type { Sealing } from '../keys/vault.ts'
import { undoCompanyPapers } from './companyPapers.ts'
import { undoUntil } from './queries.ts'
import { digestOf, type State, statesOf } from './state.ts'
import { rowContext, tellCompany, type Undo } from './write.ts'

interface Given {
  run: Import
  by: Viewer
  at: string
  vault: Sealing
}

/** So many names are read in a sentence. */
const MOST_NAMED = 10

/** Puts back what the import changed and deletes whom it added. Refuses where somebody, or a paper of the company, was changed since, or has a case. */
export async function undo(tx: Db, { run, by, at, vault }: Given): Promise<void> {
  if (run.undone_at) refuse(409, 'This import was undone before')
  if (at >= undoUntil(run.imported_at)) refuse(409, `An import can be undone for ${IMPORT_UNDO_DAYS} days`)
  const company = await undoCompanyPapers(tx, run, vault)
  const kept = await tx.select().from(importRows).where(eq(importRows.import_id, run.id))
  const undos = new Map(kept.map(({ employee_id, sealed }) => [employee_id, openRow(vault, run.id, employee_id, sealed)]))
  const ids = [...undos.keys()]
  await tx.execute(sql`select from ${employees} where id = ${isOneOf(ids)} order by id for update`)
  const now = await statesOf(tx, ids)
  await refuseTouched(tx, run, undos, now, company === 'touched' ? [run.company_name] : [])
  const before = [...undos.values()].flatMap((each) => each.before ?? [])
  const added = [...now].filter(([id]) => undos.get(id)?.before === null).map(([, { record }]) => record)
  await putBack(tx, before)
  await tx.execute(sql`delete from ${employees} where id = ${isOneOf(added.map(({ id }) => id))}`)
  await tx.update(imports).set({ undone_at: at }).where(eq(imports.id, run.id))
  await tx.delete(importRows).where(eq(importRows.import_id, run.id))
  const lines = before.map(({ record }) => ({ of: { employee: record.id }, by, at, action: 'import_undone' as const }))
  await writing(tx, ...lines, { of: { company: run.company_id }, by, at, action: 'import_undone' })
  if (added.length > 0) await writeDeletions(tx, by, at, { employees: added })
  await tellCompany(tx, run.company_id)
}

export const openRow = (vault: Sealing, import_id: string, employee_id: string, sealed: Buffer): Undo =>
  JSON.parse(vault.decrypt(sealed, rowContext(import_id, employee_id)).toString())

const isOneOf = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`

/** `others` were changed too. */
async function refuseTouched(tx: Db, run: Import, undos: Map<string, Undo>, now: Map<string, State>, others: string[]): Promise<void> {
  const ids = isOneOf([...now.keys()])
  const { rows } = await tx.execute<{ id: string }>(sql`select e.id from ${employees} e where e.id = ${ids} and (
      exists (select from ${applications} a where a.person_id = e.person_id and a.submitted_at >= ${run.imported_at})
      or e.created_at >= ${run.imported_at} and exists (select from ${users} u where u.employee_id = e.id))`)
  const busy = new Set(rows.map(({ id }) => id))
  const touched = [...now].filter(([id, state]) => busy.has(id) || digestOf(state) !== undos.get(id)?.after)
  const names = [...others, ...touched.map(([, { record }]) => record.employee_name).toSorted()]
  if (names.length === 0) return
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  refuse(409, `Changed since the import, or with a case: ${names.slice(0, MOST_NAMED).join(', ')}${more}`)
}

/** The records first, because triggers correct papers by them. */
async function putBack(tx: Db, before: State[]): Promise<void> {
  if (before.length === 0) return
  const records = sql`jsonb_populate_recordset(null::${employees}, ${JSON.stringify(before.map(({ record }) => record))}::jsonb)`
  const held = sql`${JSON.stringify(before.flatMap((state) => state.papers))}::jsonb`
  await tx.execute(sql`update ${employees} e set employee_name = b.employee_name, nationality = b.nationality, designation = b.designation,
      visa_number = b.visa_number, visa_expiry_date = b.visa_expiry_date, eid_number = b.eid_number, eid_expiry_date = b.eid_expiry_date,
      skill_level = b.skill_level, outside_since = b.outside_since, mobile = b.mobile, email = b.email, search_text = b.search_text
    from ${records} b where b.id = e.id`)
  await tx.execute(sql`delete from ${papers} p where p.person_id = ${isOneOf(before.map(({ record }) => record.person_id))}
    and not exists (select from jsonb_array_elements(${held}) b where (b->>'id')::uuid = p.id)`)
  await tx.execute(sql`update ${papers} p set number = b.number, issuer = b.issuer, note = b.note, issued_on = b.issued_on, expires_on = b.expires_on,
      state = b.state, withdrawn_reason = b.withdrawn_reason, updated_at = b.updated_at
    from jsonb_populate_recordset(null::${papers}, ${held}) b where b.id = p.id`)
}

/** What an import changed is kept as long as it can be undone. */
export async function sweepImportRows(db: Db, moment: Date): Promise<number> {
  const least = new Date(moment.getTime() - IMPORT_UNDO_DAYS * DAY_MS).toISOString()
  let swept = 0
  for (const table of [importRows, importPapers]) swept += await deleteInSlices(db, table, table.imported_at, lt(table.imported_at, least))
  return swept
}
