import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { companies } from '../db/companies.table.ts'
import { importPapers } from '../db/imports.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import type { Sealing } from '../keys/vault.ts'
import type { PaperWrite } from './rowPapers.ts'
import { digestOf, type Row, withoutDerived } from './state.ts'

/** What undoing the row of the company needs: its papers as they were, and the digest of what they were then. */
interface Undo {
  before: Row[]
  after: string
}

/** Binds what is encrypted to its import. */
export const papersContext = (import_id: string): string => `papers of the company in import ${import_id}`

const isOfCompany = (company_id: string) => and(eq(papers.company_id, company_id), isNull(papers.person_id))

/** All, also earlier ones. */
async function papersNow(tx: Db, company_id: string): Promise<Row[]> {
  const { rows } = await tx.execute<{ paper: Row }>(
    sql`select ${withoutDerived(papers)} as paper from ${papers} where ${isOfCompany(company_id)} order by ${papers.id}`,
  )
  return rows.map(({ paper }) => paper)
}

interface Given {
  import_id: string
  company_id: string
  written: PaperWrite[]
  at: string
  vault: Sealing
}

/** Corrects what the company holds and adds what it does not. The company is locked. */
export async function writeCompanyPapers(tx: Db, { import_id, company_id, written, at, vault }: Given): Promise<void> {
  if (written.length === 0) return
  const before = await papersNow(tx, company_id)
  const rows = JSON.stringify(written.map((paper) => ({ id: v7(), ...paper })))
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g(id uuid, kind text, number text, issuer text, issued_on date, expires_on date)`
  await tx.execute(sql`update ${papers} set number = g.number, issuer = g.issuer, issued_on = g.issued_on, expires_on = g.expires_on,
      updated_at = ${at}::timestamptz from ${given} where ${isOfCompany(company_id)} and ${papers.kind} = g.kind and ${papers.state} = 'held'`)
  await tx.execute(sql`insert into ${papers} (id, company_id, kind, number, issuer, issued_on, expires_on, state, created_at, updated_at, shelf, search_text)
    select g.id, ${company_id}::uuid, g.kind, g.number, g.issuer, g.issued_on, g.expires_on, 'held', ${at}::timestamptz, ${at}::timestamptz, '', '' from ${given}
    where not exists (select from ${papers} where ${isOfCompany(company_id)} and ${papers.kind} = g.kind and ${papers.state} = 'held')`)
  const undo: Undo = { before, after: digestOf(await papersNow(tx, company_id)) }
  const sealed = vault.encrypt(Buffer.from(JSON.stringify(undo)), papersContext(import_id))
  await tx.insert(importPapers).values({ import_id, sealed, imported_at: at })
}

interface Run {
  id: string
  company_id: string
}

/** Puts the company's papers back, or answers that they were changed since; undefined where the import wrote none. */
export async function undoCompanyPapers(tx: Db, { id, company_id }: Run, vault: Sealing): Promise<'undone' | 'touched' | undefined> {
  const [kept] = await tx.select().from(importPapers).where(eq(importPapers.import_id, id))
  if (!kept) return undefined
  await tx.execute(sql`select from ${companies} where ${companies.id} = ${company_id} for no key update`)
  const { before, after }: Undo = JSON.parse(vault.decrypt(kept.sealed, papersContext(id)).toString())
  if (digestOf(await papersNow(tx, company_id)) !== after) return 'touched'
  const held = sql`${JSON.stringify(before)}::jsonb`
  await tx.execute(sql`delete from ${papers} where ${isOfCompany(company_id)}
    and not exists (select from jsonb_array_elements(${held}) b where (b->>'id')::uuid = ${papers.id})`)
  await tx.execute(sql`update ${papers} set number = b.number, issuer = b.issuer, issued_on = b.issued_on, expires_on = b.expires_on, updated_at = b.updated_at
    from jsonb_populate_recordset(null::${papers}, ${held}) b where b.id = ${papers.id}`)
  await tx.delete(importPapers).where(eq(importPapers.import_id, id))
  return 'undone'
}
