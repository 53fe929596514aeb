import { addDays, COMPANY_PAPERS, PAPER_STATES, type PaperFilters, PERSON_PAPERS, searchable } from 'contract'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { listedPaper } from '../visibility/papers.ts'
import type { Day } from './shown.ts'

type Value = string | SQLWrapper

/** A paper without a date comes last. */
export const END = sql`coalesce(${papers.expires_on}, 'infinity'::date)`

/** The shelves on which papers stand that are asked for, each in the order of their ends. */
export function shelvesOf({ state, owner, kind }: Pick<PaperFilters, 'state' | 'owner' | 'kind'>): string[] {
  const states = state === 'all' ? PAPER_STATES : [state]
  const ofOwner = [
    ...(owner === 'company' ? [] : PERSON_PAPERS.map((each) => ['person', each])),
    ...(owner === 'people' ? [] : COMPANY_PAPERS.map((each) => ['company', each])),
  ]
  const ofKind = ofOwner.filter(([, each]) => kind === undefined || each === kind)
  return states.flatMap((each) => ofKind.map((rest) => [each, ...rest].join(' ')))
}

/** The day, and what of it a statement needs; in one that is built once, placeholders. */
export interface Days {
  today: Value
  /** JSON of the last end of each kind that is soon. */
  until: Value
  /** The least and the most of those. */
  least: Value
  most: Value
}

export function daysOf({ today, until }: Day): Record<keyof Days, string> {
  const ends = Object.values(until).toSorted()
  return { today, until: JSON.stringify(until), least: ends.at(0) ?? today, most: ends.at(-1) ?? today }
}

/** The bounds of all kinds first, because an index has the ends alone. */
export function standingIs(standing: PaperFilters['standing'], { today, until, least, most }: Days): SQL | undefined {
  if (standing === undefined) return undefined
  if (standing === 'no_date') return sql`${END} = 'infinity'::date`
  if (standing === 'expired') return sql`${END} < ${today}::date`
  const last = sql`(${until}::jsonb ->> ${papers.kind})::date`
  return standing === 'soon'
    ? sql`${END} between ${today}::date and ${most}::date and ${END} <= ${last}`
    : sql`${END} > ${least}::date and ${END} < 'infinity'::date and ${END} > ${last}`
}

export const endsFrom = (today: Value, last: Value): SQL => sql`${END} between ${today}::date and ${last}::date`
export const lastOf = (days: PaperFilters['expires'], { today }: Day): string | undefined => days && addDays(today, Number(days))

type Holding = Pick<PaperFilters, 'kind' | 'standing' | 'expires'> & { q?: string | undefined }

/** Papers such as are asked for; undefined where none is. */
function isSuch({ kind, standing, expires, q }: Holding, day: Day): SQL | undefined {
  const [word, ends] = [searchable(q ?? ''), lastOf(expires, day)]
  return and(
    kind && eq(papers.kind, kind),
    standingIs(standing, daysOf(day)),
    ends ? endsFrom(day.today, ends) : undefined,
    word ? sql`position(${word} in ${papers.search_text}) > 0` : undefined,
  )
}

const existsHeld = (viewer: Viewer, of: SQL | undefined): SQL =>
  sql`exists (select from ${papers} where ${and(eq(papers.state, 'held'), listedPaper(viewer), of)})`

/** Employee records of people who hold such a paper; undefined where none is asked for. */
export function holdersOf(viewer: Viewer, holding: Holding, day: Day): SQL | undefined {
  const such = isSuch(holding, day)
  return such && existsHeld(viewer, and(sql`${papers.person_id} = ${employees.person_id}`, such))
}

/** Companies that hold such a paper of their own; undefined where none is asked for. */
export function companiesHolding(viewer: Viewer, holding: Holding, day: Day): SQL | undefined {
  const such = isSuch(holding, day)
  return such && existsHeld(viewer, and(sql`${papers.company_id} = ${companies.id} and ${papers.person_id} is null`, such))
}
