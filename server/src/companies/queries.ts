import { CompanyCard, type CompanyChange, type CompanyFilters, keyed, MAX_FACET_COUNT, type NewCompany, Role, searchable } from 'contract'
import { and, eq, getTableColumns, inArray, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { applications } from '../db/applications.table.ts'
import { aed } from '../db/columns.ts'
import { companies } from '../db/companies.table.ts'
import { type Counted, companyCounts } from '../db/counts.table.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { stageDays } from '../db/stageDays.table.ts'
import { wallets } from '../db/wallet.table.ts'
import { writtenAed, writtenIf } from '../db/written.ts'
import { WRITTEN_COMPANY_LINKS } from '../documents/written.ts'
import { KEPT_LEVEL } from '../establishments/level.ts'
import { ACCOUNT } from '../history/deletions.ts'
import { besideOf, type CountedQuery, countUpTo, type Listing, type Page, pageOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { readWritten } from '../http/writtenPage.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { keptNumber } from '../visibility/counts.ts'
import { filterOf } from './facets.queries.ts'
import { orderOf, type Sort } from './sorts.ts'

const { search_text: _, idle: __, ...shown } = getTableColumns(companies)
const elsewhere = alias(userCompanies, 'elsewhere')

// Drizzle 0.45 omits the table's name from columns directly in a field of a query without joins, so they are nested.
const earlier = sql`from ${companies} earlier where lower(earlier.trade_license) = lower(${companies.trade_license})
  and (earlier.created_at, earlier.id) < (${companies.created_at}, ${companies.id})`
/** For admins: an earlier company has the same trade licence (A2). */
export const licenseSeenBefore = ({ role }: Pick<Viewer, 'role'>): SQL<boolean> =>
  role === 'admin' ? sql`exists (select 1 ${earlier})` : sql`false`
/** The first of them. */
export const licensedBefore = ({ role }: Pick<Viewer, 'role'>): SQL<{ id: string; name: string } | null> =>
  role === 'admin'
    ? sql`(select json_build_object('id', earlier.id, 'name', earlier.name) ${earlier} order by earlier.created_at, earlier.id limit 1)`
    : sql`null::json`

const numberOf = (counted: SQL, from: SQL) => sql<number>`(select count(${counted}) ${from})`.mapWith(Number)
const literal = (word: string) => sql.raw(`'${word}'`)
const kept = (kind: Counted, value?: string) =>
  sql<number>`(select coalesce(sum(kept.number), 0)::int8 from ${companyCounts} kept where kept.company_id = ${companies.id}
    and kept.kind = ${literal(kind)} ${value ? sql`and kept.value = ${literal(value)}` : sql``})`.mapWith(Number)

/** By the index of what is refused, so far as it is counted. */
const refused = numberOf(
  sql`*`,
  sql`from (select 1 from ${applications} where ${applications.company_id} = ${companies.id} and ${applications.status} = 'active'
    and ${applications.refused} limit ${sql.raw(String(MAX_FACET_COUNT))}) counted`,
)
const lastActivity = sql<string | null>`(select to_char(max(${stageDays.day}), 'YYYY-MM-DD') from ${stageDays}
  where ${stageDays.company_id} = ${companies.id})`

/** The counts of a card (B6). */
const counts = {
  employee_count: kept('employee'),
  people_count: kept('people'),
  total_applications: kept('status'),
  pending_applications: kept('status', 'active'),
  completed_applications: kept('status', 'completed'),
  refused_applications: refused,
  last_activity: lastActivity,
  document_count: numberOf(sql`*`, sql`from ${documents} where ${documents.company_id} = ${companies.id}`),
}

/** For admins only: users without another company. Others could infer who they are (V3). */
const soleUsers = ({ role }: Pick<Viewer, 'role'>): SQL<number> =>
  role === 'admin'
    ? numberOf(
        sql`*`,
        sql`from ${userCompanies} where ${userCompanies.company_id} = ${companies.id} and not exists (
      select 1 from ${userCompanies} as elsewhere
      where ${elsewhere.user_id} = ${userCompanies.user_id} and ${elsewhere.company_id} <> ${companies.id})`,
      )
    : sql<number>`0`.mapWith(Number)

const held = sql`coalesce((select ${wallets.balance_fils} from ${wallets} where ${wallets.company_id} = ${companies.id}), 0)`

const owed = sql`coalesce((select ${wallets.due_fils} from ${wallets} where ${wallets.company_id} = ${companies.id}), 0)`

const columnsFor = (viewer: Pick<Viewer, 'role'>) => ({
  ...shown,
  ...counts,
  sole_user_count: soleUsers(viewer),
  // For admins, in AED (W6).
  balance: viewer.role === 'admin' ? aed(held) : sql<null>`null`,
  due: viewer.role === 'admin' ? aed(owed) : sql<null>`null`,
  readiness: viewer.role === 'admin' ? KEPT_LEVEL : sql<null>`null`,
  trade_license_seen_before: licenseSeenBefore(viewer),
})

const written = (role: Role) => {
  const wallet = role === 'admin' ? { balance: writtenAed(held), due: writtenAed(owed) } : {}
  return writtenIf(companies.id, CompanyCard, { ...columnsFor({ role }), ...wallet, documents: WRITTEN_COMPANY_LINKS })
}
/** A card, its documents as links. */
const WRITTEN = keyed(Role.options, written)

interface Asked extends CountedQuery, CompanyFilters {
  sort?: Sort | undefined
  company_ids?: string[] | undefined
}

export async function listCompanies(db: Db, viewer: Viewer, query: Asked): Promise<Page<WrittenRow>> {
  const isAdmin = viewer.role === 'admin'
  const number = isAdmin ? keptNumber('all', 'company') : sql<number>`${viewer.company_ids.length}::int`
  const word = searchable(query.q ?? '')
  const narrowed = filterOf(query)
  const total = narrowed ? countUpTo(companies, and(visibleCompany(viewer), narrowed), query.count_to) : number
  const listing: Listing = {
    order: orderOf(query.sort),
    // What is due, or has a level, is found by its index, and a few companies of one's own are sorted sooner than found along the wallets of all.
    gathered: isAdmin && !query.due && !query.readiness ? undefined : companies,
    within: visibleCompany(viewer),
    filter: and(narrowed, query.company_ids && inArray(companies.id, query.company_ids)),
    counts: { total, unfiltered: number },
    search: word
      ? { word, table: companies, text: companies.search_text, few: sql<boolean>`${!isAdmin}`, count_to: query.count_to }
      : undefined,
  }
  const select = db
    .select({ id: companies.id, text: WRITTEN[viewer.role].text, beside: besideOf(listing) })
    .from(companies)
    .$dynamic()
  return pageOf(db, listing, query, await readWritten(db, select, listing, query, WRITTEN[viewer.role]))
}

/** One company that this viewer may open; any other is like an unknown one (V2). */
export async function findCompany(db: Db, viewer: Viewer, id: string) {
  const [found] = await db
    .select(columnsFor(viewer))
    .from(companies)
    .where(and(eq(companies.id, id), visibleCompany(viewer)))
  return found
}

export async function lockCompany(tx: Db, viewer: Viewer, id: string) {
  const [found] = await tx
    .select(shown)
    .from(companies)
    .where(and(eq(companies.id, id), visibleCompany(viewer)))
    .for('update')
  return found
}

export async function isOwnCompany(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const [found] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, id), visibleCompany(viewer)))
  return Boolean(found)
}

/** A company_admin who adds a company belongs to it. */
export async function insertCompany(tx: Db, viewer: Viewer, given: NewCompany, moment: string): Promise<string> {
  const id = v7()
  await tx.insert(companies).values({ id, ...given, search_text: searchable(given.name), created_at: moment })
  if (viewer.role === 'company_admin') {
    await tx.insert(userCompanies).values({ user_id: viewer.id, company_id: id })
    await tx
      .update(users)
      .set({
        company_id: sql`coalesce(${users.company_id}, ${id}::uuid)`,
        active_company_id: sql`coalesce(${users.active_company_id}, ${users.company_id}, ${id}::uuid)`,
      })
      .where(eq(users.id, viewer.id))
  }
  return id
}

export async function changeCompany(tx: Db, id: string, given: z.output<typeof CompanyChange>): Promise<void> {
  const search_text = given.name === undefined ? undefined : searchable(given.name)
  await tx
    .update(companies)
    .set({ ...given, search_text })
    .where(eq(companies.id, id))
}

/** With its applications, employees, documents, and users without another company (W6), who are answered. */
export async function removeCompany(tx: Db, id: string) {
  const another = tx
    .select({ one: sql`1` })
    .from(elsewhere)
    .where(and(eq(elsewhere.user_id, users.id), ne(elsewhere.company_id, id)))
  const members = tx.select({ id: userCompanies.user_id }).from(userCompanies).where(eq(userCompanies.company_id, id))
  const gone = await tx
    .delete(users)
    .where(and(ne(users.role, 'admin'), inArray(users.id, members), notExists(another)))
    .returning(ACCOUNT)
  await tx.delete(companies).where(eq(companies.id, id))
  return gone
}
