import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { changes } from '../db/changes.table.ts'
import { importRows, imports } from '../db/imports.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { searchText } from '../employees/queries.ts'
import { changesOf, writing } from '../history/queries.ts'
import type { Viewer } from '../http/session.ts'
import type { Sealing } from '../keys/vault.ts'
import { writeCompanyPapers } from './companyPapers.ts'
import { type Judged, recordValues } from './judge.ts'
import type { PaperWrite } from './rowPapers.ts'
import { digestOf, type State, statesOf } from './state.ts'

interface Given {
  company_id: string
  file_name: string
  judged: Judged[]
  by: Viewer
  at: string
  vault: Sealing
}

/** What undoing a row needs. */
export interface Undo {
  /** Null: the row made the record. */
  before: State | null
  /** The digest of what it was then. */
  after: string
}

/** Binds what is encrypted to its row. */
export const rowContext = (import_id: string, employee_id: string): string => `import ${import_id} ${employee_id}`

const json = (rows: object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** Writes all rows by the same few statements, however many there are; the records are locked. */
export async function writeImport(tx: Db, { company_id, file_name, judged, by, at, vault }: Given): Promise<string> {
  const id = v7()
  const made = judged.filter(({ outcome }) => outcome === 'created').map((row) => ({ id: v7(), row }))
  const changed = judged.flatMap((row) => (row.outcome === 'changed' && row.known ? [{ id: row.known.record.id, row }] : []))
  const before = await statesOf(
    tx,
    changed.map((each) => each.id),
  )
  await insertRecords(tx, company_id, made, at)
  await updateRecords(tx, changed)
  const all = [...made, ...changed]
  await writePapers(tx, company_id, all, at)
  const own = judged.find(({ of, outcome }) => of === 'company' && outcome === 'changed')
  await writeLines(tx, { id, company_id, made, changed, own, by, at })
  const counts = { row_count: judged.length, created_count: made.length, changed_count: changed.length }
  const written = own?.papers ?? []
  await tx
    .insert(imports)
    .values({ id, company_id, file_name, ...counts, company_paper_count: written.length, imported_at: at, imported_by: by.id })
  await writeCompanyPapers(tx, { import_id: id, company_id, written, at, vault })
  await keepRows(tx, { id, all, before, at, vault })
  await tellCompany(tx, company_id)
  return id
}

interface Written {
  id: string
  row: Judged
}

async function insertRecords(tx: Db, company_id: string, made: Written[], at: string): Promise<void> {
  const rows = made.map(({ id, row }) => {
    const values = recordValues(row)
    return {
      ...values,
      id,
      search_text: searchText({ employee_name: values.employee_name ?? '', passport_number: values.passport_number ?? '' }),
    }
  })
  if (rows.length === 0) return
  await tx.execute(sql`with given as materialized (select * from jsonb_populate_recordset(null::${employees}, ${json(rows)}))
    , keys as materialized (select distinct unnest(person_keys(${company_id}::uuid, passport_number, employee_name, nationality)) as key from given order by 1)
    select pg_advisory_xact_lock(7036, key) from keys order by key`)
  await tx.execute(sql`insert into ${employees} (id, company_id, employee_name, passport_number, nationality, designation, visa_number, visa_expiry_date,
      eid_number, eid_expiry_date, skill_level, outside_since, mobile, email, status, search_text, created_at)
    select id, ${company_id}::uuid, employee_name, passport_number, nationality, designation, visa_number, visa_expiry_date,
      eid_number, eid_expiry_date, skill_level, outside_since, mobile, email, 'active', search_text, ${at}::timestamptz from jsonb_populate_recordset(null::${employees}, ${json(rows)})`)
}

async function updateRecords(tx: Db, changed: Written[]): Promise<void> {
  const rows = changed.flatMap(({ id, row }) => {
    if (!row.known || row.changes.every(({ field }) => field.includes('.'))) return []
    const values = { ...row.known.record, ...recordValues(row) }
    return [{ ...values, id, search_text: searchText(values) }]
  })
  if (rows.length > 0)
    await tx.execute(sql`update ${employees} e set employee_name = g.employee_name, nationality = g.nationality, designation = g.designation,
        visa_number = g.visa_number, visa_expiry_date = g.visa_expiry_date, eid_number = g.eid_number, eid_expiry_date = g.eid_expiry_date,
        skill_level = g.skill_level, outside_since = g.outside_since, mobile = g.mobile, email = g.email, search_text = g.search_text
      from jsonb_populate_recordset(null::${employees}, ${json(rows)}) g where g.id = e.id`)
}

/** The triggers have written what the records say: number and end of residence and Emirates ID stay theirs, and the number of a passport. */
async function writePapers(tx: Db, company_id: string, all: Written[], at: string): Promise<void> {
  const rows = all.flatMap(({ id, row }) => row.papers.map((paper: PaperWrite) => ({ record: id, id: v7(), ...paper })))
  if (rows.length === 0) return
  const given = sql`jsonb_to_recordset(${json(rows)}) as g(record uuid, id uuid, kind text, number text, issuer text, issued_on date, expires_on date)`
  await tx.execute(sql`update ${papers} p set issuer = g.issuer, issued_on = g.issued_on, updated_at = ${at}::timestamptz,
      number = case when p.kind in ('passport', 'residence', 'emirates_id') then p.number else g.number end,
      expires_on = case when p.kind in ('residence', 'emirates_id') then p.expires_on else g.expires_on end
    from ${given} join ${employees} e on e.id = g.record
    where p.person_id = e.person_id and p.kind = g.kind and p.state = 'held'`)
  await tx.execute(sql`insert into ${papers} (id, company_id, person_id, kind, number, issuer, issued_on, expires_on, state, created_at, updated_at, shelf, search_text)
    select g.id, ${company_id}::uuid, e.person_id, g.kind, g.number, g.issuer, g.issued_on, g.expires_on, 'held', ${at}::timestamptz, ${at}::timestamptz, '', ''
    from ${given} join ${employees} e on e.id = g.record
    where not exists (select from ${papers} p where p.person_id = e.person_id and p.kind = g.kind and p.state = 'held')`)
}

interface Lines {
  id: string
  company_id: string
  made: Written[]
  changed: Written[]
  /** The row of the company. */
  own: Judged | undefined
  by: Viewer
  at: string
}

/** A line for each person, and one for the company, with what changes of its papers. */
async function writeLines(tx: Db, { company_id, made, changed, own, by, at }: Lines): Promise<void> {
  const counts = { created: made.length, changed: changed.length }
  await writing(
    tx,
    ...made.map(({ id, row }) => ({ of: { employee: id }, by, at, action: 'imported' as const, changes: changesOf({}, row.said) })),
    ...changed.map(({ id, row }) => ({ of: { employee: id }, by, at, action: 'imported' as const, changes: row.changes })),
    { of: { company: company_id }, by, at, action: 'imported', changes: [...changesOf({}, counts), ...(own?.changes ?? [])] },
  )
}

interface Kept {
  id: string
  all: Written[]
  before: Map<string, State>
  at: string
  vault: Sealing
}

async function keepRows(tx: Db, { id, all, before, at, vault }: Kept): Promise<void> {
  if (all.length === 0) return
  const after = await statesOf(
    tx,
    all.map((each) => each.id),
  )
  const rows = [...after].map(([employee_id, state]) => {
    const undo: Undo = { before: before.get(employee_id) ?? null, after: digestOf(state) }
    const sealed = vault.encrypt(Buffer.from(JSON.stringify(undo)), rowContext(id, employee_id))
    return { import_id: id, employee_id, sealed, imported_at: at }
  })
  await tx.insert(importRows).values(rows)
}

/** One change in place of one for each record. */
export async function tellCompany(tx: Db, company_id: string): Promise<void> {
  await tx.execute(sql`delete from ${changes} where tx = pg_current_xact_id() and noun = 'employee'`)
  await tx.insert(changes).values({ noun: 'company', id: company_id, company_id }).onConflictDoNothing()
}
