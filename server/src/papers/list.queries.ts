import {
  addDays,
  COMPANY_PAPERS,
  type ListQuery,
  MAX_COUNTED,
  PAPER_STATES,
  type Paper,
  type PaperFilters,
  PERSON_PAPERS,
  searchable,
} from 'contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { besideOf, countUpTo, type Listing, type Page, pageOf, readPage } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import { keptNumber, listedScope } from '../visibility/counts.ts'
import { listedPaper } from '../visibility/papers.ts'
import { columnsFor, type Day, isNewestRecord, type PaperRow, shownOn } from './shown.ts'

type Query = ListQuery & PaperFilters

/** A paper without a date comes last. */
const END = sql`coalesce(${papers.expires_on}, 'infinity'::date)`
const SOONEST: Order = { key: END, type: 'date', descending: false, id: papers.id }

/** People of so few records have so few papers that reading them all is best. */
const FEW = 700

/** The shelves on which papers stand that are asked for, each in the order of their ends. */
function shelvesOf({ state, owner, kind }: PaperFilters): string[] {
  const states = state === 'all' ? PAPER_STATES : [state]
  const ofOwner = [
    ...(owner === 'company' ? [] : PERSON_PAPERS.map((each) => ['person', each])),
    ...(owner === 'people' ? [] : COMPANY_PAPERS.map((each) => ['company', each])),
  ]
  const ofKind = ofOwner.filter(([, each]) => kind === undefined || each === kind)
  return states.flatMap((each) => ofKind.map((rest) => [each, ...rest].join(' ')))
}

/** The bounds of all kinds first, because an index has the ends alone. */
function standingIs(standing: PaperFilters['standing'], { today, until }: Day): SQL | undefined {
  if (standing === undefined) return undefined
  if (standing === 'no_date') return sql`${END} = 'infinity'::date`
  if (standing === 'expired') return sql`${END} < ${today}::date`
  const [least, most] = [Object.values(until).toSorted().at(0), Object.values(until).toSorted().at(-1)]
  const last = sql`(${JSON.stringify(until)}::jsonb ->> ${papers.kind})::date`
  return standing === 'soon'
    ? sql`${END} between ${today}::date and ${most}::date and ${END} <= ${last}`
    : sql`${END} > ${least}::date and ${END} < 'infinity'::date and ${END} > ${last}`
}

const endsWithin = (days: PaperFilters['expires'], { today }: Day): SQL | undefined =>
  days && sql`${END} between ${today}::date and ${addDays(today, Number(days))}::date`

/** As many as are counted, read along each shelf. */
const countOn = (shelves: string[], where: SQL | undefined): SQL<number> => {
  const most = sql.raw(String(MAX_COUNTED + 1))
  return sql`(select count(*) from (select 1 from unnest(${sql.param(shelves)}::text[]) as owners(owner)
    cross join lateral (select 1 from ${papers} where ${and(sql`${papers.shelf} = owners.owner`, where)} limit ${most}) each limit ${most}) counted)`.mapWith(
    Number,
  ) as SQL<number>
}

function listingOf(viewer: Viewer, query: Query, day: Day): Listing {
  const { company_id, employee_id, q } = query
  const within = and(listedPaper(viewer), company_id ? eq(papers.company_id, company_id) : undefined)
  const shelves = shelvesOf(query)
  const asked = and(standingIs(query.standing, day), endsWithin(query.expires, day))
  const person = employee_id ? sql`${papers.person_id} = (select e.person_id from ${employees} e where e.id = ${employee_id})` : undefined
  const filter = and(sql`${papers.shelf} = any(${sql.param(shelves)}::text[])`, person, asked)
  const isOfOne = person !== undefined || viewer.role === 'employee'
  const scope = listedScope(viewer, company_id)
  const few =
    scope === undefined || scope === 'none'
      ? sql<boolean>`true`
      : scope === 'all'
        ? sql<boolean>`false`
        : sql<boolean>`${keptNumber(scope, 'employee')} <= ${FEW}`
  const word = searchable(q ?? '')
  return {
    order: SOONEST,
    within,
    filter,
    counts: {
      total: isOfOne ? countUpTo(papers, and(within, filter)) : countOn(shelves, and(within, asked)),
      unfiltered: countUpTo(papers, listedPaper(viewer)),
    },
    search: word
      ? {
          ...{ word, table: papers, text: papers.search_text, few },
          ...(viewer.role === 'admin' && { company: { id: papers.company_id, name: word } }),
        }
      : undefined,
    gathered: isOfOne ? papers : undefined,
    owned: { from: papers, by: [{ of: papers.shelf, owners: shelves }] },
  }
}

export async function listPapers(db: Db, viewer: Viewer, query: Query, day: Day): Promise<Page<Paper>> {
  const listing = listingOf(viewer, query, day)
  const select = db
    .select({ row: columnsFor(viewer), beside: besideOf(listing) })
    .from(papers)
    .innerJoin(companies, eq(companies.id, papers.company_id))
    .leftJoin(employees, isNewestRecord)
    .$dynamic()
  const page = await pageOf<PaperRow>(db, listing, query, (await readPage(select, listing, query)) as { row: PaperRow; beside: string }[])
  return { ...page, rows: page.rows.map((row) => shownOn(row, day)) }
}
