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
import type { Db } from '../db/open.ts'
import { found } from '../db/search.ts'
import { wallets } from '../db/wallet.table.ts'
import { hasLevel } from '../establishments/level.ts'
import { countUpTo } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { orderOf } from './sorts.ts'

const FACETS = Object.keys(COMPANY_FACETS) as CompanyFacet[]
type Conditions = { [Name in CompanyFacet]: (value: NonNullable<CompanyFilters[Name]>) => SQL }

/** Whether one is active is kept, and what is due has an index. */
const CONDITIONS: Conditions = {
  category: (category) => sql`${companies.category} = ${sql.raw(`'${category}'`)}`,
  cases: (cases) => (cases === 'active' ? sql`not ${companies.idle}` : sql`${companies.idle}`),
  due: () => sql`exists (select 1 from ${wallets} where ${wallets.company_id} = ${companies.id} and ${wallets.due_fils} > 0)`,
  readiness: hasLevel,
}

const conditionOf = (name: CompanyFacet, value: string): SQL => (CONDITIONS[name] as (value: string) => SQL)(value)

/** The filter of all facets that are asked for, but for one. */
export function filterOf(asked: CompanyFilters, without?: CompanyFacet): SQL | undefined {
  const names = FACETS.filter((name) => name !== without && asked[name] !== undefined)
  return and(...names.map((name) => conditionOf(name, asked[name] ?? '')))
}

type Asked = CompanyFilters & { q?: string | undefined }

/** What of the companies has that value, along its own index: where nothing else narrows them. */
const apart = (viewer: Viewer, name: CompanyFacet, value: string): SQL =>
  countUpTo(companies, and(visibleCompany(viewer), conditionOf(name, value)), MAX_FACET_COUNT)

/** The first rows that fit the search and all filters but one. */
function firstBeside(viewer: Viewer, asked: Asked, word: string, without: CompanyFacet | undefined): SQL {
  const filter = filterOf(asked, without)
  const within = visibleCompany(viewer)
  const few = sql<boolean>`${viewer.role !== 'admin'}`
  const search = { word, table: companies, text: companies.search_text, order: orderOf(), few, count_to: MAX_FACET_COUNT, within, filter }
  const where = word ? sql`${companies.id} in ${found(search)}` : and(sql`true`, within, filter)
  return sql`(select ${companies.id}, ${companies.category}, ${companies.idle} from ${companies} where ${where} limit ${sql.raw(String(MAX_FACET_COUNT + 1))})`
}

const named = (without: CompanyFacet | undefined): SQL => sql`${sql.identifier(`beside_${without ?? 'none'}`)}`

/** Each value of a facet, behind how many rows it was counted in; null where those are all. */
function countsOf(viewer: Viewer, asked: Asked, word: string, name: CompanyFacet): SQL {
  const values = COMPANY_FACETS[name]
  if (!word && filterOf(asked, name) === undefined)
    return sql`json_build_array(null, ${sql.join(
      values.map((value) => apart(viewer, name, value)),
      sql`, `,
    )})`
  const own = asked[name] === undefined ? undefined : name
  const counts = values.map((value) => sql`count(*) filter (where ${conditionOf(name, value)})`)
  // Under the table's own name the same conditions fit.
  return sql`(select json_build_array(count(*), ${sql.join(counts, sql`, `)}) from ${named(own)} as companies)`
}

/**
 * In one statement. Without a search and other filters each value is counted by itself; else in the first rows that fit, which are read once for
 * all facets, and once more for each that is asked for itself.
 */
export async function countCompanyFacetsOf(db: Db, viewer: Viewer, asked: Asked): Promise<CompanyFacetCounts> {
  const word = searchable(asked.q ?? '')
  const beside = [undefined, ...FACETS.filter((name) => asked[name] !== undefined)]
  const reads = beside.map((name) => sql`${named(name)} as materialized ${firstBeside(viewer, asked, word, name)}`)
  const columns = FACETS.map((name) => sql`${countsOf(viewer, asked, word, name)} as ${sql.identifier(name)}`)
  const { rows } = await db
    .execute<Record<CompanyFacet, [among: number | null, ...counts: number[]]>>(
      sql`with ${sql.join(reads, sql`, `)} select ${sql.join(columns, sql`, `)}`,
    )
    .execute()
  return keyed(FACETS, (name) => {
    const [among = null, ...counts] = rows[0]?.[name] ?? []
    const isWhole = among === null || among <= MAX_FACET_COUNT
    return COMPANY_FACETS[name].map((value, place) => {
      const count = counts[place] ?? 0
      return { value, count: Math.min(count, MAX_FACET_COUNT), more: !isWhole || count > MAX_FACET_COUNT }
    })
  }) as CompanyFacetCounts
}
