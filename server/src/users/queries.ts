import { activeCompanyId, searchable, type UserCard, type UserFilters } from 'contract'
import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { userColumns } from '../auth/sessions.ts'
import { licensedBefore, licenseSeenBefore } from '../companies/queries.ts'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { ACCOUNT, COMPANY } from '../history/deletions.ts'
import { besideOf, type CountedQuery, countUpTo, type Listing, NOTHING_BESIDE, pageOf, readPage } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { keptNumber } from '../visibility/counts.ts'
import { visibleUser } from '../visibility/users.ts'
import { filterOf, orderOf, type Sort } from './sorts.ts'

/** Has set no password and not signed in through the provider, which removes the password (A5, A6). */
export const isInvited = sql<boolean>`${users.password_hash} is null and ${users.oidc_subject} is null`

/** The company of a card: the user's first one; for a company_admin the active one, which all users of the list share. */
const shownCompany = (viewer: Viewer): SQL =>
  viewer.role === 'admin' ? sql`${users.company_id}` : sql`${activeCompanyId(viewer) ?? null}::uuid`

const columnsOf = (viewer: Viewer) => ({
  ...userColumns,
  created_at: users.created_at,
  company_name: sql<string | null>`${companies.name}`,
  invited: isInvited,
  email_confirmed: sql<boolean>`${users.email_verified_at} is not null`,
  trade_license_seen_before: sql<boolean>`${companies.id} is not null and ${licenseSeenBefore(viewer)}`,
  licensed_before: licensedBefore(viewer),
})

const cards = (db: Db, viewer: Viewer, beside = NOTHING_BESIDE) =>
  db
    .select({ row: columnsOf(viewer), beside })
    .from(users)
    .leftJoin(companies, eq(companies.id, shownCompany(viewer)))
    .$dynamic()

/** A viewer learns only of companies that are theirs too (V3). */
function narrowed<Card extends UserCard>(card: Card, viewer: Viewer): Card {
  if (viewer.role === 'admin') return card
  const shared = (id: string | null) => (id && viewer.company_ids.includes(id) ? id : null)
  return {
    ...card,
    company_id: shared(card.company_id),
    active_company_id: shared(card.active_company_id),
    company_ids: card.company_ids.filter(shared),
  }
}

/** In this form it has its index. */
const searchText = sql`lower(${users.full_name} || E'\n' || ${users.email})`

type Asked = CountedQuery & UserFilters & { sort?: Sort | undefined }

function listingOf(db: Db, viewer: Viewer, { q, sort, count_to, ...asked }: Asked): Listing {
  const isAdmin = viewer.role === 'admin'
  const within = visibleUser(db, viewer)
  const filter = filterOf(asked)
  const unfiltered = isAdmin ? keptNumber('all', 'user') : countUpTo(users, within, count_to)
  const total = filter ? countUpTo(users, and(within, filter), count_to) : unfiltered
  const company = { id: shownCompany(viewer), name: searchable(q ?? '') }
  const search = { word: sql`lower(${q?.trim()})`, table: users, text: searchText, company, few: sql<boolean>`${!isAdmin}`, count_to }
  return { order: orderOf(sort), within, filter, counts: { total, unfiltered }, search: q?.trim() ? search : undefined }
}

export async function listUsers(db: Db, viewer: Viewer, query: Asked) {
  const listing = listingOf(db, viewer, query)
  const read = await readPage(cards(db, viewer, besideOf(listing)), listing, query)
  const page = await pageOf(db, listing, query, read)
  return { ...page, rows: page.rows.map((row) => narrowed(row, viewer)) }
}

export async function findUser(db: Db, viewer: Viewer, id: string): Promise<UserCard | undefined> {
  const [found] = await cards(db, viewer).where(and(eq(users.id, id), visibleUser(db, viewer)))
  return found && narrowed(found.row, viewer)
}

/** False for an approved user, who does not change (A11). */
export async function approve(db: Db, id: string): Promise<boolean> {
  const approved = await db
    .update(users)
    .set({ approved: true })
    .where(and(eq(users.id, id), eq(users.approved, false)))
    .returning({ id: users.id })
  return approved.length > 0
}

export async function lockUser(tx: Db, id: string) {
  const [found] = await tx
    .select({ ...ACCOUNT, approved: users.approved, company_id: users.company_id })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return found
}

/** Also removes the company of a pending user, if it has no other users and no applications (A11), and answers it. */
export async function removeUser(tx: Db, user: { id: string; approved: boolean; company_id: string | null }) {
  await tx.delete(users).where(eq(users.id, user.id))
  if (user.approved || !user.company_id) return []
  const members = tx.select({ one: sql`1` }).from(userCompanies).where(eq(userCompanies.company_id, companies.id))
  const submitted = tx.select({ one: sql`1` }).from(applications).where(eq(applications.company_id, companies.id))
  const money = tx.select({ one: sql`1` }).from(transactions).where(eq(transactions.company_id, companies.id))
  return tx
    .delete(companies)
    .where(and(eq(companies.id, user.company_id), notExists(members), notExists(submitted), notExists(money)))
    .returning(COMPANY)
}

export async function setActiveCompany(db: Db, id: string, active_company_id: string): Promise<void> {
  await db.update(users).set({ active_company_id }).where(eq(users.id, id))
}
