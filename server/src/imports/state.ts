import { createHash } from 'node:crypto'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'

export type Row = Record<string, unknown> & { id: string }

/** An employee record with the papers of its person, as JSON of the database: so it can be put back. */
export interface State {
  record: Row & { employee_name: string; passport_number: string; person_id: string; company_id: string }
  papers: Row[]
}

/** Without what triggers keep. */
export const withoutDerived = (paper: SQLWrapper) => sql`to_jsonb(${paper}) - '{shelf,search_text}'::text[]`

/** By employee record. */
export async function statesOf(tx: Db, ids: string[]): Promise<Map<string, State>> {
  const { rows } = await tx.execute<{ id: string; record: State['record']; papers: Row[] }>(sql`select e.id, to_jsonb(e) as record,
    coalesce((select jsonb_agg(${withoutDerived(sql`p`)} order by p.id) from ${papers} p where p.person_id = e.person_id), '[]') as papers
    from ${employees} e where e.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, record, papers: held }) => [id, { record, papers: held }]))
}

export const digestOf = (state: State | Row[]): string => createHash('sha256').update(JSON.stringify(state)).digest('base64url')
