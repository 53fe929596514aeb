import type { ApplicationSlot, HistoryAction, HistoryEntry, Submission } from 'contract'
import { and, eq, sql, type WithSubquery } from 'drizzle-orm'
import { v7 } from 'uuid'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { type NoticeFacts, notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { FOREIGN_FILE } from '../documents/attach.ts'
import { placing } from '../documents/queries.ts'
import { type DraftKey, removing } from '../drafts/queries.ts'
import { READINESS_FACTS } from '../establishments/queries.ts'
import { writing } from '../history/queries.ts'
import { refuseField } from '../http/errors.ts'
import { type Claim, claiming, KeyTaken, keptBy } from '../http/idempotency.ts'
import type { Viewer } from '../http/session.ts'
import { charging } from '../transactions/wallet.ts'
import { visibleCompany } from '../visibility/companies.ts'
import { type NewApplication, searchText, shown } from './queries.ts'

type Named = Pick<Submission, 'company_id' | 'employee_id'>

/** The company, if it is one of the viewer's, the employee that is named, and what the key has made before (W8). */
export async function findSubmitter(db: Db, viewer: Viewer, { company_id, employee_id }: Named, claim: Claim | undefined) {
  const named = employee_id ? eq(employees.id, employee_id) : sql`false`
  const [found] = await db
    .select({
      company_name: companies.name,
      employee: { id: employees.id, passport_number: employees.passport_number },
      facts: READINESS_FACTS,
      kept: claim ? keptBy(claim) : sql<null>`null`,
    })
    .from(companies)
    .leftJoin(employees, and(eq(employees.company_id, companies.id), named))
    .where(and(eq(companies.id, company_id), visibleCompany(viewer)))
  return found
}

interface Submitted {
  application: Omit<NewApplication, 'due_fils'> & { submitted_at: string }
  viewer: Viewer
  /** Files of the viewer that are attached to nothing yet. */
  documents: ReadonlyMap<ApplicationSlot, string>
  events: { of: { application?: string; employee?: string }; action: HistoryAction; changes?: HistoryEntry['changes'] }[]
  claim?: Claim | undefined
  draft?: DraftKey | undefined
}

/** Writes an application with its documents, history, key and payment (W2) by one statement, which should end the transaction: it holds the wallet. */
export async function writeSubmission(tx: Db, { application, viewer, documents, events, claim, draft }: Submitted) {
  const { id, company_id, employee_name, cost_fils: amount, submitted_at: at } = application
  const beside: WithSubquery[] = [tx.$with('written').as(writing(tx, ...events.map((event) => ({ ...event, by: viewer, at }))))]
  if (viewer.role !== 'admin') beside.push(tx.$with('told').as(telling(tx, application, at)))
  if (claim) beside.push(tx.$with('claimed').as(claiming(tx, claim, id)))
  if (documents.size > 0) beside.push(tx.$with('placed').as(placing(tx, viewer, id, documents)))
  if (draft) beside.push(tx.$with('removed').as(removing(tx, viewer, draft)))
  const [made] = await tx
    .with(...beside)
    .insert(applications)
    .values({ ...application, due_fils: amount, search_text: searchText(application) })
    .returning({
      ...shown,
      // In this order: a request that waits for another with its key does not hold the wallet.
      is_new: claim ? sql<boolean>`exists (select from claimed)` : sql<boolean>`true`,
      placed: documents.size > 0 ? sql<string[]>`array(select id from placed)` : sql<string[]>`array[]::uuid[]`,
      payment: charging({ company_id, application_id: id, employee_name, amount, by: viewer, at }),
    })
  if (!made) throw new Error('an application was not made')
  const { is_new, placed, payment, ...row } = made
  if (!is_new) throw new KeyTaken()
  refuseForeign(documents, placed)
  return { row, payment }
}

/** The notice of all administrators. */
function telling(tx: Db, { id, company_id, employee_name, application_type }: Submitted['application'], at: string) {
  const company_name = sql<string>`(select ${companies.name} from ${companies} where ${companies.id} = ${company_id})`
  const facts = sql<NoticeFacts>`jsonb_build_object('employee_name', ${employee_name}::text, 'company_name', ${company_name})`
  const kind = application_type === 'renewal' ? 'renewal_requested' : 'application_submitted'
  return tx.insert(notices).values({ id: v7(), kind, company_id, application_id: id, facts, created_at: at }).returning({ id: notices.id })
}

/** A file may be named for one slot only. */
function refuseForeign(documents: ReadonlyMap<ApplicationSlot, string>, placed: string[]): void {
  const left = new Set(placed)
  for (const [slot, document] of documents) if (!left.delete(document)) refuseField(`documents.${slot}`, FOREIGN_FILE)
}
