import {
  COMPANY_FACETS,
  type CompanyFacet,
  type CompanyFacetCounts,
  type CompanyFilters,
  keyed,
  MAX_FACET_COUNT,
  searchable,
} from 'contract'
import { and, type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import { companyCounts } from '../db/counts.table.ts'
import type { Db } from '../db/open.ts'
import { found } from '../db/search.ts'
import { wallets } from '../db/wallet.table.ts'
import { countUpTo } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { orderOf } from './sorts.ts'

const FACETS = Object.keys(COMPANY_FACETS) as CompanyFacet[]
type Conditions = { [Name in CompanyFacet]: (value: NonNullable<CompanyFilters[Name]>) => SQL }

/** What is active is kept, and what is due has an index. */
const hasActive = sql`exists (select 1 from ${companyCounts} kept where kept.company_id = ${companies.id}
  and kept.kind = 'status' and kept.value = 'active' and kept.number > 0)`
const CONDITIONS: Conditions = {
  category: (category) => sql`${companies.category} = ${sql.raw(`'${category}'`)}`,
  cases: (cases) => (cases === 'active' ? hasActive : sql`not ${hasActive}`),
  due: () => sql`${companies.id} in (select ${wallets.company_id} from ${wallets} where ${wallets.due_fils} > 0)`,
}

const conditionOf = (name: CompanyFacet, value: string): SQL => (CONDITIONS[name] as (value: string) => SQL)(value)

/** The filter of all facets that are asked for, but for one. */
export function filterOf(asked: CompanyFilters, without?: CompanyFacet): SQL | undefined {
  const names = FACETS.filter((name) => name !== without && asked[name] !== undefined)
  return and(...names.map((name) => conditionOf(name, asked[name] ?? '')))
}

/** What of the companies fits the other filters and the search, and has that value. */
function countOf(viewer: Viewer, asked: CompanyFilters & { q?: string | undefined }, name: CompanyFacet, value: string): SQL {
  const word = searchable(asked.q ?? '')
  const within = visibleCompany(viewer)
  const filter = and(filterOf(asked, name), conditionOf(name, value))
  if (!word) return countUpTo(companies, and(within, filter), MAX_FACET_COUNT)
  const few = sql<boolean>`${viewer.role !== 'admin'}`
  const search = { word, table: companies, text: companies.search_text, order: orderOf(), few, count_to: MAX_FACET_COUNT, within, filter }
  return countUpTo(companies, sql`${companies.id} in ${found(search)}`, MAX_FACET_COUNT)
}

/** In one statement. */
export async function countCompanyFacetsOf(
  db: Db,
  viewer: Viewer,
  asked: CompanyFilters & { q?: string | undefined },
): Promise<CompanyFacetCounts> {
  const columns = FACETS.map((name) => {
    const counts = COMPANY_FACETS[name].map((value) => countOf(viewer, asked, name, value))
    return sql`json_build_array(${sql.join(counts, sql`, `)}) as ${sql.identifier(name)}`
  })
  const { rows } = await db.execute<Record<CompanyFacet, number[]>>(sql`select ${sql.join(columns, sql`, `)}`).execute()
  return keyed(FACETS, (name) =>
    COMPANY_FACETS[name].map((value, place) => {
      const count = rows[0]?.[name][place] ?? 0
      return { value, count: Math.min(count, MAX_FACET_COUNT), more: count > MAX_FACET_COUNT }
    }),
  ) as CompanyFacetCounts
}
