import { VisaApplicationRecord } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { once, writtenMembers } from '../db/written.ts'
import { writtenApplications } from '../db/writtenApplications.table.ts'
import { WRITTEN_DETAILS } from '../documents/written.ts'

/** Of the rows that this version reads (`0093_written_applications.sql`). */
const SHAPE = 1

const { id } = applications
const { application_id, shape, own, documents } = writtenApplications

const MEMBERS = sql`coalesce(${own}, written_application(${applications})),
  ',"company_name":', to_json(${companies.name}), ',"documents":', coalesce(${documents}, written_documents(${id}))`

/**
 * A VisaApplication of a list as JSON, its documents as links. Triggers keep it; a row that is not written yet, or in another shape, is written
 * here. Where a search has found none the application's id is null, and so is this.
 */
export const LISTED = sql<string>`case when ${id} is not null then concat('{', ${MEMBERS}, '}') end`

const { document_details, answered_at } = VisaApplicationRecord.shape
const further = writtenMembers(z.object({ document_details, answered_at }), {
  document_details: WRITTEN_DETAILS,
  answered_at: applications.answered_at,
})

/** The record of an application as JSON, without its payment. */
export const RECORDED = once(sql<string>`concat('{', ${MEMBERS}, ',', substr(${further.text}, 2))`).mapWith(further.toJson)

/** Which row of the table belongs to an application. */
export const isWritten = and(eq(application_id, id), eq(shape, sql.raw(String(SHAPE))))
