import { addDays, addMonths, EMPLOYEE_FACETS, type EmployeeFilters, type EmployeeStatus } from 'contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { isNationalOf } from '../db/nationality.ts'
import { employees } from '../db/people.table.ts'
import type { Scope } from '../visibility/counts.ts'

/** The facets, without the company, whose rows have indexes of their own. */
export type Facets = Omit<EmployeeFilters, 'company_id'>
export type FacetName = keyof Facets
const FACETS = ['status', 'expires', 'renewal', 'nationality'] as const satisfies readonly FacetName[]

/** A word of the contract stands in the statement itself: partial indexes are only found by what the planner reads. */
const isStored = (status: string): SQL => sql`${employees.status} = ${sql.raw(`'${status}'`)}`

/** Like the status of a record, so that an index over status and date fits (E4). */
function hasStatus(status: EmployeeStatus, today: string): SQL | undefined {
  const isExpired = sql`${employees.visa_expiry_date} < ${today}::date`
  if (status === 'expired') return and(isStored('active'), isExpired)
  return and(isStored(status), status === 'active' ? sql`${isExpired} is not true` : undefined)
}

export const lastDay = (within: (typeof EMPLOYEE_FACETS.expires)[number], today: string): string => addDays(today, Number(within))

/** From today on, within so many days or in a month. */
function expiresIn(within: NonNullable<Facets['expires']>, today: string): SQL | undefined {
  const isDays = EMPLOYEE_FACETS.expires.find((days) => days === within)
  const [from, to] = isDays ? [today, lastDay(isDays, today)] : [`${within}-01`, addDays(`${addMonths(within, 1)}-01`, -1)]
  return and(isStored('active'), sql`${employees.visa_expiry_date} between ${from > today ? from : today}::date and ${to}::date`)
}

const renewing = sql`${applications.application_type} = 'renewal' and ${applications.status} = 'active'`
function isWithin(scope: Scope<string>): SQL | undefined {
  if (scope === 'none') return sql`false`
  return scope === 'all' ? undefined : eq(applications.company_id, scope.company_id)
}
/** The renewals that run: of a company, whose people have no others, of all, or none. */
export const renewalsOf = (scope: Scope<string>): SQL => sql`from ${applications} where ${and(renewing, isWithin(scope))}`

// By the person alone: of a company's, whose number a plan that is kept does not know, too few are expected, and all are compared with each row.
const isRenewed = sql`exists (select from ${applications} where ${applications.person_id} = ${employees.person_id} and ${renewing})`

/** Each facet's condition, of the columns of a row and of the person's renewal. */
export function facetsOn(today: string): { [Name in FacetName]: (value: NonNullable<Facets[Name]>) => SQL | undefined } {
  return {
    status: (status) => hasStatus(status, today),
    expires: (within) => expiresIn(within, today),
    renewal: (is) => (is === 'running' ? isRenewed : sql`not ${isRenewed}`),
    nationality: (word) => isNationalOf(employees.nationality_word, word),
  }
}

/** Who is renewed is found by the renewals that run. */
const isRenewing = (scope: Scope<string>): SQL =>
  sql`${employees.person_id} = any(array(select ${applications.person_id} ${renewalsOf(scope)}))`

/** The filter of all facets that are asked for, but for one. */
export function filterOf(asked: Facets, today: string, scope: Scope<string>, without?: FacetName): SQL | undefined {
  const facets = facetsOn(today)
  const conditionOf = <Name extends FacetName>(name: Name) => {
    const value = asked[name]
    return value === undefined || name === without ? undefined : facets[name](value as NonNullable<Facets[Name]>)
  }
  const found = asked.renewal === 'running' && without !== 'renewal' ? isRenewing(scope) : undefined
  return and(...FACETS.map((name) => conditionOf(name)), found)
}
