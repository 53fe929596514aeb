import type { CompanyReadiness } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import { companyReadiness } from '../db/readiness.table.ts'

const ofCompany = sql`from ${companyReadiness} kept where kept.company_id = ${companies.id}`

/** As it was reckoned last, of the row of companies; where nothing is on record there is no row. */
export const KEPT_LEVEL = sql<CompanyReadiness>`coalesce((select kept.level ${ofCompany}), 'unknown')`
export const KEPT_FINDINGS = sql`coalesce((select kept.findings ${ofCompany}), '[]')`

export const hasLevel = (level: CompanyReadiness): SQL =>
  level === 'unknown'
    ? sql`not exists (select ${ofCompany} and kept.level <> 'unknown')`
    : sql`exists (select ${ofCompany} and kept.level = ${sql.raw(`'${level}'`)})`
