import {
  addDays,
  COMPANY_PAPERS,
  documentUrl,
  type ListQuery,
  MAX_COUNTED,
  PAPER_STATES,
  Paper,
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
import { writtenIf } from '../db/written.ts'
import { besideOf, countUpTo, type Listing, type Page, pageOf } from '../http/list.ts'
import type { Viewer } from '../http/session.ts'
import type { WrittenRow } from '../http/written.ts'
import { readWritten } from '../http/writtenPage.ts'
import { keptNumber, listedScope } from '../visibility/counts.ts'
import { listedPaper } from '../visibility/papers.ts'
import { COLUMNS, type Day, fileOf, isNewestRecord } from './shown.ts'

type Query = ListQuery & PaperFilters

/** A paper without a date comes last. */
const END = sql`coalesce(${papers.expires_on}, 'infinity'::date)`
const SOONEST: Order = { key: END, type: 'date', descending: false, id: papers.id }

/** People of so few records have so few papers that reading them all is best. */
const FEW = 700

/** The shelves on which papers stand that are asked for, each in the order of their ends. */
function shelvesOf({ state, owner, kind }: Pick<PaperFilters, 'state' | 'owner' | 'kind'>): string[] {
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
  const ofState = shelvesOf({ state: query.state })
  const all = countOn(ofState, listedPaper(viewer))
  const isAll = !isOfOne && !company_id && asked === undefined && shelves.length === ofState.length
  return {
    order: SOONEST,
    within,
    filter,
    counts: {
      total: isAll ? all : isOfOne ? countUpTo(papers, and(within, filter)) : countOn(shelves, and(within, asked)),
      unfiltered: all,
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

type Holding = Pick<PaperFilters, 'kind' | 'standing' | 'expires'> & { q?: string | undefined }

/** Employee records of people who hold such a paper; undefined where none is asked for. */
export function holdersOf(viewer: Viewer, { kind, standing, expires, q }: Holding, day: Day): SQL | undefined {
  const word = searchable(q ?? '')
  const asked = and(
    kind && eq(papers.kind, kind),
    standingIs(standing, day),
    endsWithin(expires, day),
    word ? sql`position(${word} in ${papers.search_text}) > 0` : undefined,
  )
  const held = and(sql`${papers.person_id} = ${employees.person_id}`, eq(papers.state, 'held'), listedPaper(viewer), asked)
  return asked && sql`exists (select from ${papers} where ${held})`
}

const [today, until] = [sql`day.today`, sql`(day.until ->> ${papers.kind})::date`]
const standing = sql`case when ${papers.expires_on} is null then 'no_date' when ${papers.expires_on} < ${today} then 'expired'
  when ${papers.expires_on} <= ${until} then 'soon' else 'valid' end`

const writtenFor = (viewer: Viewer) =>
  writtenIf(papers.id, Paper, {
    ...COLUMNS,
    standing,
    days_left: sql`${papers.expires_on} - ${today}`,
    document: sql`${sql.raw(`'${documentUrl('')}'`)} || ${fileOf(viewer)}`,
  })
const WRITTEN = writtenFor({ role: 'admin' } as Viewer)

export async function listPapers(db: Db, viewer: Viewer, query: Query, day: Day): Promise<Page<WrittenRow>> {
  const listing = listingOf(viewer, query, day)
  const written = viewer.role === 'employee' ? writtenFor(viewer) : WRITTEN
  const select = db
    .select({ id: papers.id, text: written.text, beside: besideOf(listing) })
    .from(papers)
    .innerJoin(companies, eq(companies.id, papers.company_id))
    .leftJoin(employees, isNewestRecord)
    .crossJoin(sql`(select ${day.today}::date as today, ${JSON.stringify(day.until)}::jsonb as until) as day`)
    .$dynamic()
  return pageOf(db, listing, query, await readWritten(db, select, listing, query, written))
}
