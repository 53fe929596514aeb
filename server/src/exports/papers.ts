import {
  COMPANY_COLUMNS,
  type CompanyColumn,
  type Employee,
  IMPORT_COLUMNS,
  type ImportColumn,
  importLabel,
  isDateColumn,
  type Language,
  PAPER_COLUMNS,
  type PaperColumn,
  type PaperFilters,
  RECORD_COLUMNS,
  type RecordColumn,
  type Role,
} from 'contract'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { orderOf } from '../companies/sorts.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { besideOf, countUpTo, type Page, pageOf, readPage } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { isNewestRecord } from '../papers/shown.ts'
import { listedCompany } from '../visibility/companies.ts'
import { listedPaper } from '../visibility/papers.ts'
import { asDay, type Columns, type Paging } from './table.ts'
import { wordsOf } from './words.ts'

/** An employee record with what the papers of its person say, or a company with what its own say. */
export interface Holder {
  id: string
  company_name: string
  record: Partial<Record<RecordColumn, string | number | null>>
  papers: Partial<Record<PaperColumn | CompanyColumn, string | null>>
}

/** The papers of a person stand beside the newest record, which an import would change. */
export async function withPapers(db: Db, viewer: Viewer, page: Page<Employee>): Promise<Page<Holder>> {
  const ids = page.rows.map(({ id }) => id)
  const held = await db
    .select({ of: employees.id, paper: papers })
    .from(papers)
    .innerJoin(employees, isNewestRecord)
    .where(and(isOfRecords(ids), eq(papers.state, 'held'), listedPaper(viewer), inArray(employees.id, ids)))
  const said = saidBy(held)
  const rows = page.rows.map((row) => ({ id: row.id, company_name: row.company_name, record: row, papers: { ...said.get(row.id) } }))
  return { ...page, rows }
}

const isOfRecords = (ids: string[]) =>
  sql`${papers.person_id} = any(array(select own.person_id from ${employees} own where own.id = any(${sql.param(ids)}::uuid[])))`

/** Companies with what their own papers say; all, or those of a condition. */
export async function listCompanyPapers(
  db: Db,
  viewer: Viewer,
  { company_id, among, cursor, limit, count_to }: Paging & { company_id: string | undefined; among: SQL | undefined },
): Promise<Page<Holder>> {
  const within = and(listedCompany(viewer), company_id ? eq(companies.id, company_id) : undefined)
  const total = countUpTo(companies, and(within, among), count_to)
  const listing = { order: orderOf(), within, filter: among, counts: { total, unfiltered: total } }
  const { id, name, trade_license } = companies
  const select = db
    .select({ row: { id, name, trade_license }, beside: besideOf(listing) })
    .from(companies)
    .$dynamic()
  const page = await pageOf(db, listing, { limit, cursor }, await readPage(select, listing, { limit, cursor }))
  const held = await db
    .select({ of: papers.company_id, paper: papers })
    .from(papers)
    .where(and(inArray(papers.company_id, [...page.rows.map((row) => row.id)]), isNull(papers.person_id), eq(papers.state, 'held')))
  const said = saidBy(held)
  const rows = page.rows.map((row) => ({
    ...{ id: row.id, company_name: row.name, record: {} },
    papers: { ...said.get(row.id), 'trade_license.number': row.trade_license },
  }))
  return { ...page, rows }
}

const PARTS = ['number', 'issued_on', 'expires_on', 'issuer'] as const

const partsOf = (paper: typeof papers.$inferSelect) => Object.fromEntries(PARTS.map((part) => [`${paper.kind}.${part}`, paper[part]]))

function saidBy(held: { of: string; paper: typeof papers.$inferSelect }[]): Map<string, Holder['papers']> {
  const by = Map.groupBy(held, ({ of }) => of)
  return new Map([...by].map(([of, each]) => [of, Object.assign({}, ...each.map(({ paper }) => partsOf(paper)))]))
}

const isOfRecord = (column: ImportColumn): column is RecordColumn => (RECORD_COLUMNS as readonly string[]).includes(column)

const cellOf = (column: ImportColumn, { record, papers: said }: Holder): string | null =>
  (isOfRecord(column) ? record[column]?.toString() : said[column]) ?? null

/** Those of the import, and the company where rows of several may stand. */
export function paperColumns(owner: PaperFilters['owner'], role: Role): Columns<Holder> {
  const ofPeople = owner === 'company' ? [] : [...RECORD_COLUMNS, ...PAPER_COLUMNS]
  const columns: ImportColumn[] = [...ofPeople, ...(owner === 'people' ? [] : COMPANY_COLUMNS)]
  const cells = columns.map((column) => [
    column,
    (row: Holder) => (isDateColumn(column) ? asDay(cellOf(column, row)) : cellOf(column, row)),
  ])
  const company = role === 'admin' || owner === 'company' ? [['company', (row: Holder) => row.company_name]] : []
  return Object.fromEntries(owner === 'company' ? [...company, ...cells] : [...cells, ...company])
}

/** The headings by which an import knows its columns. */
export const headsOf = (language: Language): Record<string, string> => ({
  ...Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, importLabel(column, language)])),
  company: wordsOf(language).heads.applications.company,
})
