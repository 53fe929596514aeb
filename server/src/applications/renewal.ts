import {
  currentStage,
  type Employee,
  type HistoryEntry,
  MAX_CASES,
  RENEWAL_SLOTS,
  STAGE_NAMES,
  type StageName,
  VISA_COST,
  type VisaType,
} from 'contract'
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { applications, stages } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { removeUnattached, storeDocument } from '../documents/attach.ts'
import { type KnownFacts, READINESS_FACTS } from '../establishments/queries.ts'
import { Refusal } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from '../visibility/applications.ts'
import { writeSubmission } from './submission.ts'

type HeldSlot = (typeof RENEWAL_SLOTS)[number]

/** Results of stages that are newer than the submitted document. */
const RESULTS: Partial<Record<StageName, HeldSlot>> = { 'Visa Stamping': 'existing_visa', 'Emirates ID': 'eid' }
const RESULT_STAGES = STAGE_NAMES.filter((name) => name in RESULTS)

interface Person {
  person_id: string
}

/** Copies a person's newest passport, visa and Emirates ID, not yet attached (E2), before the transaction. If one is refused, none is kept. */
export async function copyHeldDocuments(context: Context, viewer: Viewer, { person_id }: Person): Promise<Map<HeldSlot, string>> {
  const held = await listHeld(context.db, viewer, sql`${person_id}`)
  const copies = new Map<HeldSlot, string>()
  /** Nothing older goes in the place of what is lost. */
  const lost = new Set<HeldSlot>()
  try {
    for (const { document, slot } of held) {
      if (document.missing_at && !copies.has(slot)) lost.add(slot)
      if (copies.has(slot) || lost.has(slot)) continue
      const bytes = await context.files.read(document.id, document.wrapped_key)
      const copy = await storeDocument(context, viewer, bytes, document.name).catch(unlessUnfit)
      if (copy) copies.set(slot, copy.id)
    }
  } catch (error) {
    await removeUnattached(context, [...copies.values()])
    throw error
  }
  return copies
}

/** A person's passports, visas and Emirates IDs, the first of each being the newest: of the newest application first, and of one the results of its stages before what was handed in. */
export async function listHeld(db: Db, viewer: Viewer, person_id: SQL) {
  const own = db
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.person_id, person_id), visibleApplication(viewer)))
    .orderBy(desc(applications.submitted_at), desc(applications.id))
    .limit(MAX_CASES)
  const results = db
    .select({ id: stages.id })
    .from(stages)
    .where(and(sql`${stages.application_id} = any(array(${own}))`, inArray(stages.stage_name, RESULT_STAGES)))
  const rows = await db
    .select({ document: documents, stage_name: stages.stage_name })
    .from(documents)
    .leftJoin(stages, eq(stages.id, documents.stage_id))
    .innerJoin(applications, sql`${applications.id} = coalesce(${documents.application_id}, ${stages.application_id})`)
    .where(
      or(
        and(sql`${documents.application_id} = any(array(${own}))`, inArray(documents.slot, RENEWAL_SLOTS)),
        sql`${documents.stage_id} = any(array(${results}))`,
      ),
    )
    .orderBy(desc(applications.submitted_at), sql`${documents.stage_id} is null`, desc(documents.id))
  return rows.flatMap(({ document, stage_name }) => {
    const slot = stage_name ? RESULTS[stage_name] : RENEWAL_SLOTS.find((each) => each === document.slot)
    return slot ? [{ document, slot }] : []
  })
}

/** An old file may fail today's checks; the slot then counts as missing. */
function unlessUnfit(error: unknown): undefined {
  if (!(error instanceof Refusal && error.status === 422)) throw error
}

interface Renewal {
  copies: Map<HeldSlot, string>
  submitted_at: string
  /** For the history what was known of the company. */
  said: (facts: KnownFacts) => HistoryEntry['changes']
}

/** A renewal with the record's data, normal priority, inside the UAE (E2). */
export async function insertRenewal(
  tx: Db,
  viewer: Viewer,
  employee: Employee & Person,
  { copies, submitted_at, said }: Renewal,
): Promise<string> {
  const id = v7()
  const last = tx
    .select({ visa_type: applications.visa_type })
    .from(applications)
    .where(eq(applications.person_id, employee.person_id))
    .orderBy(desc(applications.submitted_at))
    .limit(1)
  const [known] = await tx
    .select({ visa_type: sql<z.infer<typeof VisaType> | null>`${last}`, facts: READINESS_FACTS })
    .from(companies)
    .where(eq(companies.id, employee.company_id))
  if (!known) throw new Error('an employee has no company')
  const { company_id, employee_name, passport_number, nationality, designation, email, mobile, visa_expiry_date } = employee
  const application = {
    id,
    company_id,
    employee_name,
    passport_number,
    nationality,
    designation,
    email,
    mobile,
    visa_expiry_date,
    submitted_at,
    application_type: 'renewal',
    employee_id: employee.id,
    submitted_by: viewer.id,
    visa_type: known.visa_type ?? 'employee',
    priority: 'normal',
    employee_location: 'inside_uae',
    annual_leave_type: 'working_days',
    ticket_frequency: 'annual',
    current_stage: currentStage([]),
    status: 'active',
    cost_fils: VISA_COST.inside_uae,
  } as const
  const events = [
    { of: { employee: employee.id }, action: 'renewal_submitted' as const },
    { of: { application: id }, action: 'submitted' as const, changes: said(known.facts) },
  ]
  await writeSubmission(tx, { application, viewer, documents: copies, events })
  return id
}
