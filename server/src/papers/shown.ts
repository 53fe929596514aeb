import {
  daysLeftOf,
  documentUrl,
  dubaiDate,
  keyed,
  PAPER_KINDS,
  type Paper,
  type PaperKind,
  type PaperRecord,
  paperStanding,
  type Rule,
  STAGE_OF_PAPER,
  soonUntil,
} from 'contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { applications, stages } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { documentInfo } from '../documents/queries.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { visiblePaper } from '../visibility/papers.ts'

/** The newest record of the person names them. */
export const isNewestRecord = sql`${employees.id} = (select e.id from ${employees} e where e.person_id = ${papers.person_id}
  order by e.created_at desc, e.id desc limit 1)`

/** The same, looked up once for each row of a list. */
export const newestRecord = sql`(select e.id, e.employee_name from ${employees} e where e.person_id = ${papers.person_id}
  order by e.created_at desc, e.id desc limit 1) as newest`

const stageOfKind = sql.raw(
  Object.entries(STAGE_OF_PAPER)
    .map(([kind, stage]) => `when '${kind}' then '${stage}'`)
    .join(' '),
)

/** The case of a paper is of its company, and whoever keeps that sees all of them. */
const ownCase = (viewer: Viewer): SQL | undefined =>
  viewer.role === 'employee'
    ? sql`exists(select from ${applications} where ${and(eq(applications.id, papers.application_id), visibleApplication(viewer))})`
    : undefined

/** The paper's own file, else that of the stage of its case, where the viewer may open it (D4). */
export const fileOf = (viewer: Viewer): SQL<string | null> => sql`coalesce(
  (select ${documents.id} from ${documents} where ${documents.paper_id} = ${papers.id}),
  case when ${papers.application_id} is not null then (select ${documents.id} from ${documents}
    inner join ${stages} on ${stages.id} = ${documents.stage_id}
    where ${and(sql`${stages.application_id} = ${papers.application_id} and ${stages.stage_name} = case ${papers.kind} ${stageOfKind} end`, ownCase(viewer))})
  end)`

const columnsFor = (viewer: Viewer) => ({ ...COLUMNS, file_id: fileOf(viewer) })

export const COLUMNS = {
  id: papers.id,
  company_id: papers.company_id,
  company_name: companies.name,
  employee_id: sql<string | null>`newest.id`,
  employee_name: sql<string | null>`newest.employee_name`,
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
type PaperRow = Omit<Paper, 'standing' | 'days_left' | 'document'> & { file_id: string | null }

/** A Dubai day, and the last end of each kind that is soon then. */
export interface Day {
  today: string
  until: Record<PaperKind, string>
}

const known = new WeakMap<readonly Rule[], Day>()

/** Reckoned once for the rules and the day. */
export function dayOf(rules: readonly Rule[], now: Date): Day {
  const today = dubaiDate(now)
  const kept = known.get(rules)
  if (kept?.today === today) return kept
  const said = rules.filter(({ key }) => key === 'paper_warn_days')
  const day = { today, until: keyed(PAPER_KINDS, (kind) => soonUntil(kind, said, today)) }
  known.set(rules, day)
  return day
}

const shownOn = ({ file_id, ...row }: PaperRow, { today, until }: Day): Paper => ({
  ...row,
  document: file_id && documentUrl(file_id),
  standing: paperStanding(row.expires_on, { today, until: until[row.kind] }),
  days_left: daysLeftOf(row.expires_on, today),
})

/** One paper that this viewer may open; any other is like an unknown one (V2). */
export async function findPaper(db: Db, viewer: Viewer, id: string, day: Day): Promise<PaperRecord | undefined> {
  const [found] = await db
    .select({ row: columnsFor(viewer), file: documents, stage_name: stages.stage_name })
    .from(papers)
    .innerJoin(companies, eq(companies.id, papers.company_id))
    .leftJoinLateral(newestRecord, sql`true`)
    .leftJoin(documents, eq(documents.id, fileOf(viewer)))
    .leftJoin(stages, eq(stages.id, documents.stage_id))
    .where(and(eq(papers.id, id), visiblePaper(viewer)))
  if (!found) return undefined
  const { row, file, stage_name } = found
  return { ...shownOn(row, day), document_details: file && documentInfo(file), document_stage: stage_name }
}
