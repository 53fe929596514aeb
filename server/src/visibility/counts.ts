import { activeCompanyId, addMonths } from 'contract'
import { and, eq, gte, inArray, lt, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Counted, companyCounts, totalCounts } from '../db/counts.table.ts'
import type { Viewer } from '../http/session.ts'
import { listedCompanies, type Reader } from './reader.ts'

type Kept = typeof companyCounts | typeof totalCounts

/** Whose rows lists and counts show (V3): all, one company's, or none. Undefined where they are not whole companies' (V4). */
export function listedScope(viewer: Viewer, company_id?: string): Scope<string> | undefined {
  if (viewer.role === 'employee') return undefined
  if (viewer.role === 'admin') return company_id ? { company_id } : 'all'
  const active = activeCompanyId(viewer)
  return active && (company_id ?? active) === active ? { company_id: active } : 'none'
}
/** The same where all own companies may be asked for. */
export function readScope(reader: Reader, company_id?: string): WideScope<string> | undefined {
  if (reader.companies !== 'all') return listedScope(reader, company_id)
  const company_ids = listedCompanies(reader)
  if (!company_id) return { company_ids }
  return company_ids.includes(company_id) ? { company_id } : 'none'
}

/** In a statement that is built once, the company is no value. */
export type Scope<Value = string | SQLWrapper> = 'all' | 'none' | { company_id: Value }
export type WideScope<Value = string | SQLWrapper> = Scope<Value> | { company_ids: readonly string[] }

/** Whether it is of several companies, whose rows lie apart in an index. */
export const isOfSeveral = (scope: WideScope | undefined): scope is { company_ids: readonly string[] } =>
  typeof scope === 'object' && 'company_ids' in scope

const tableOf = (scope: WideScope): Kept => (scope === 'all' ? totalCounts : companyCounts)

/** The kept rows of the scope that fit. */
export function keptRows(scope: WideScope, fits: (kept: Kept) => SQL | undefined): SQL {
  const kept = tableOf(scope)
  return sql`from ${kept} where ${and(withinScope(scope), fits(kept))}`
}

function withinScope(scope: WideScope): SQL | undefined {
  if (scope === 'all') return undefined
  if (scope === 'none') return sql`false`
  return isOfSeveral(scope)
    ? sql`${companyCounts.company_id} = any(${sql.param(scope.company_ids)}::uuid[])`
    : eq(companyCounts.company_id, scope.company_id)
}

/** A literal: a plan that is made once for all values knows how few rows have it. */
const isKind = (kept: Kept, kind: Counted): SQL => sql`${kept.kind} = ${sql.raw(`'${kind}'`)}`

const ofKind =
  (kind: Counted, ...values: (string | Placeholder)[]) =>
  (kept: Kept) =>
    and(isKind(kept, kind), values.length > 0 ? inArray(kept.value, values) : undefined)

/** How many rows of a kind there are, of some values or of all. */
export const keptNumber = (scope: WideScope, kind: Counted, ...values: (string | Placeholder)[]): SQL<number> =>
  sql`(select coalesce(sum(number), 0)::int8 ${keptRows(scope, ofKind(kind, ...values))})`.mapWith(Number) as SQL<number>

/** All values of a kind with their numbers, as JSON. */
export const keptNumbers = (scope: Scope, kind: Counted): SQL<Record<string, number>> =>
  sql`(select coalesce(json_object_agg(value, number), '{}')
    from (select value, sum(number)::int8 as number ${keptRows(scope, ofKind(kind))} group by value) kept)`

/** The same of values from one on. */
export const keptSince = (scope: Scope, kind: Counted, first: string): SQL<Record<string, number>> =>
  sql`(select coalesce(json_object_agg(value, number), '{}') from (select value, sum(number)::int8 as number
    ${keptRows(scope, (kept) => and(isKind(kept, kind), gte(kept.value, first)))} group by value) kept)`

/** Cases that were completed in a month. */
export const keptCompleted = (scope: WideScope, month: string): SQL<number> =>
  sql`(select coalesce(sum(number), 0)::int8 ${keptRows(scope, (kept) =>
    and(isKind(kept, 'took'), gte(kept.value, month), lt(kept.value, addMonths(month, 1))),
  )})`.mapWith(Number) as SQL<number>

/** Active employees whose visa expired before today (E4). */
export const keptExpired = (scope: WideScope, today: string): SQL<number> =>
  sql`(select coalesce(sum(number), 0)::int8 ${keptRows(scope, (kept) => and(isKind(kept, 'expiry'), lt(kept.value, today)))})`.mapWith(
    Number,
  ) as SQL<number>
