import type { CompanyReadiness, Finding, ListQuery, ReadinessRow } from 'contract'
import { sql } from 'drizzle-orm'
import { orderOf } from '../companies/sorts.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { besideOf, countUpTo, type Listing, type Page, pageOf, readPage } from '../http/list.ts'
import { keptNumber } from '../visibility/counts.ts'
import { hasLevel, KEPT_FINDINGS, KEPT_LEVEL } from './level.ts'

type Query = ListQuery & { level?: CompanyReadiness | undefined }

const ROW = { id: companies.id, name: companies.name, level: KEPT_LEVEL, findings: sql<Finding[]>`${KEPT_FINDINGS}` }

/** For administrators, who see every company. */
export async function listReadiness(db: Db, { level, ...query }: Query): Promise<Page<ReadinessRow>> {
  const filter = level && hasLevel(level)
  const all = keptNumber('all', 'company')
  const listing: Listing = {
    order: orderOf(),
    within: undefined,
    filter,
    // Few have a level that is asked for, and are found by it.
    gathered: filter && companies,
    counts: { total: filter ? countUpTo(companies, filter) : all, unfiltered: all },
  }
  const select = db
    .select({ row: ROW, beside: besideOf(listing) })
    .from(companies)
    .$dynamic()
  const page = await pageOf(db, listing, query, await readPage(select, listing, query))
  return { ...page, rows: page.rows.map(shown) }
}

const shown = ({
  id,
  name,
  level,
  findings,
}: {
  id: string
  name: string
  level: CompanyReadiness
  findings: Finding[]
}): ReadinessRow => ({
  company_id: id,
  company_name: name,
  level,
  findings: findings.filter((finding) => finding.level !== 'unknown'),
})
