import { COMPANY_NEEDS, type ReadinessFacts } from 'contract'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Counted } from '../db/counts.table.ts'
import { establishments } from '../db/establishments.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import type { Viewer } from '../http/session.ts'
import { visibleCompany } from '../visibility/companies.ts'

const { company_id: _, ...fields } = getTableColumns(establishments)
export type Fields = Omit<typeof establishments.$inferSelect, 'company_id' | 'updated_at'>

/** What is known of a company; the rest of the facts are the rules of the day. */
export type KnownFacts = Omit<ReadinessFacts, 'rules' | 'today'>

/** Of a company that this viewer may open; what is not on record is null. */
export async function findEstablishment(db: Db, viewer: Viewer, company_id: string) {
  const [found] = await db
    .select({ company_id: companies.id, ...fields })
    .from(companies)
    .leftJoin(establishments, eq(establishments.company_id, companies.id))
    .where(and(eq(companies.id, company_id), visibleCompany(viewer)))
  return found
}

export async function putEstablishment(tx: Db, company_id: string, values: Fields, updated_at: string): Promise<void> {
  const set = { ...values, updated_at }
  await tx
    .insert(establishments)
    .values({ company_id, ...set })
    .onConflictDoUpdate({ target: establishments.company_id, set })
}

const needs = sql.raw(COMPANY_NEEDS.map((kind) => `'${kind}'`).join(', '))
const counted = (kind: Counted, value: string) =>
  sql.raw(
    `coalesce((select c.number from company_counts c where c.company_id = companies.id and c.kind = '${kind}' and c.value = '${value}'), 0)`,
  )

const facts = sql`(select json_build_object(
  'establishment', json_build_object('emirate', known.emirate, 'jurisdiction', known.jurisdiction, 'free_zone', known.free_zone,
    'mohre_category', known.mohre_category, 'quota_total', known.quota_total, 'wages_paid_through', known.wages_paid_through),
  'papers', (select coalesce(json_agg(json_build_object('id', held.id, 'kind', held.kind, 'expires_on', held.expires_on)), '[]')
    from ${papers} held where held.company_id = ${companies.id} and held.person_id is null and held.state = 'held' and held.kind in (${needs})),
  'quota_used', case when known.quota_total is null then 0 else ${counted('employee', 'active')} + ${counted('arriving', '')} end)
  from (values (true)) one left join ${establishments} known on known.company_id = ${companies.id})`

// Drizzle 0.45 omits the table's name from columns directly in a field of a query without joins, so they are nested.
/** What decides whether the authorities take something from a company, of the row of companies. Who counts against the quota is kept. */
export const READINESS_FACTS = sql<KnownFacts>`${facts}`

export async function findReadinessFacts(db: Db, viewer: Viewer, company_id: string) {
  const [found] = await db
    .select({ facts: READINESS_FACTS })
    .from(companies)
    .where(and(eq(companies.id, company_id), visibleCompany(viewer)))
  return found?.facts
}
