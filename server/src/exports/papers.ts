import {
  type Employee,
  IMPORT_COLUMNS,
  importLabel,
  isDateColumn,
  type Language,
  PAPER_COLUMNS,
  type PaperColumn,
  RECORD_COLUMNS,
  type Role,
} from 'contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import type { Page } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { isNewestRecord } from '../papers/shown.ts'
import { listedPaper } from '../visibility/papers.ts'
import { asDay, type Columns } from './table.ts'
import { wordsOf } from './words.ts'

/** An employee record with what the papers of its person say. */
export interface WithPapers extends Employee {
  papers: Partial<Record<PaperColumn, string | null>>
}

/** The papers of a person stand beside the newest record, which an import would change. */
export async function readWithPapers(db: Db, viewer: Viewer, page: Page<Employee>): Promise<Page<WithPapers>> {
  const ids = page.rows.map(({ id }) => id)
  const held = await db
    .select({ record: employees.id, paper: papers })
    .from(papers)
    .innerJoin(employees, isNewestRecord)
    .where(and(isOfRecords(ids), eq(papers.state, 'held'), listedPaper(viewer), inArray(employees.id, ids)))
  const byRecord = Map.groupBy(held, ({ record }) => record)
  const rows = page.rows.map((row) => ({
    ...row,
    papers: Object.assign({}, ...(byRecord.get(row.id) ?? []).map(({ paper }) => partsOf(paper))),
  }))
  return { ...page, rows }
}

const isOfRecords = (ids: string[]) =>
  sql`${papers.person_id} = any(array(select own.person_id from ${employees} own where own.id = any(${sql.param(ids)}::uuid[])))`

const PARTS = ['number', 'issued_on', 'expires_on', 'issuer'] as const

const partsOf = (paper: typeof papers.$inferSelect) => Object.fromEntries(PARTS.map((part) => [`${paper.kind}.${part}`, paper[part]]))

/** Those of the import, and for administrators the company. */
export function paperColumns(role: Role): Columns<WithPapers> {
  const ofRecord = RECORD_COLUMNS.map((column) => [
    column,
    (row: WithPapers) => (isDateColumn(column) ? asDay(row[column] as string | null) : (row[column]?.toString() ?? null)),
  ])
  const ofPapers = PAPER_COLUMNS.map((column) => {
    const cellOf = (row: WithPapers) => row.papers[column] ?? null
    return [column, (row: WithPapers) => (isDateColumn(column) ? asDay(cellOf(row)) : cellOf(row))]
  })
  const company = role === 'admin' ? [['company', (row: WithPapers) => row.company_name]] : []
  return Object.fromEntries([...ofRecord, ...ofPapers, ...company])
}

/** The headings by which an import knows its columns. */
export const headsOf = (language: Language): Record<string, string> => ({
  ...Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, importLabel(column, language)])),
  company: wordsOf(language).heads.applications.company,
})
