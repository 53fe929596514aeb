import { daysLeftOf, dubaiDate, PAPER_KINDS, type Paper, type PaperKind, paperStanding, soonUntil } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { rules } from '../db/rules.table.ts'
import type { Viewer } from '../http/session.ts'
import { listRules } from '../rules/queries.ts'
import { visiblePaper } from '../visibility/papers.ts'

/** The newest record of the person names them. */
export const isNewestRecord = sql`${employees.id} = (select e.id from ${employees} e where e.person_id = ${papers.person_id}
  order by e.created_at desc, e.id desc limit 1)`

export const COLUMNS = {
  id: papers.id,
  company_id: papers.company_id,
  company_name: companies.name,
  employee_id: sql<string | null>`${employees.id}`,
  employee_name: sql<string | null>`${employees.employee_name}`,
  kind: papers.kind,
  title: papers.title,
  number: sql<string | null>`case when ${papers.kind} = 'trade_license' then ${companies.trade_license} else ${papers.number} end`,
  issuer: papers.issuer,
  note: papers.note,
  issued_on: papers.issued_on,
  expires_on: papers.expires_on,
  state: papers.state,
  renewed_by_id: sql<string | null>`(select later.id from ${papers} later where later.renews_id = ${papers.id})`,
  withdrawn_reason: papers.withdrawn_reason,
  application_id: papers.application_id,
  created_at: papers.created_at,
  updated_at: papers.updated_at,
}
export type PaperRow = Omit<Paper, 'standing' | 'days_left'>

/** A Dubai day, and the last end of each kind that is soon then. */
export interface Day {
  today: string
  until: Record<PaperKind, string>
}

export async function dayOf(db: Db, now: Date): Promise<Day> {
  const today = dubaiDate(now)
  const said = await listRules(db, eq(rules.key, 'paper_warn_days'))
  return { today, until: Object.fromEntries(PAPER_KINDS.map((kind) => [kind, soonUntil(kind, said, today)])) as Day['until'] }
}

export const shownOn = (row: PaperRow, { today, until }: Day): Paper => ({
  ...row,
  standing: paperStanding(row.expires_on, { today, until: until[row.kind] }),
  days_left: daysLeftOf(row.expires_on, today),
})

/** One paper that this viewer may open; any other is like an unknown one (V2). */
export async function findPaper(db: Db, viewer: Viewer, id: string, now: Date): Promise<Paper | undefined> {
  const day = await dayOf(db, now)
  const [found] = await db
    .select(COLUMNS)
    .from(papers)
    .innerJoin(companies, eq(companies.id, papers.company_id))
    .leftJoin(employees, isNewestRecord)
    .where(and(eq(papers.id, id), visiblePaper(viewer)))
  return found && shownOn(found, day)
}
