import { and, eq, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { writtenApplications } from '../db/writtenApplications.table.ts'

/** Of the rows that this version reads (`0093_written_applications.sql`). */
const SHAPE = 1

const { id } = applications
const { application_id, shape, own, documents } = writtenApplications

/**
 * A VisaApplication of a list as JSON, its documents as links. Triggers keep it; a row that is not written yet, or in another shape, is written
 * here. Where a search has found none the application's id is null, and so is this.
 */
export const LISTED = sql<string>`case when ${id} is not null then concat('{', coalesce(${own}, written_application(${applications})),
  ',"company_name":', to_json(${companies.name}), ',"documents":', coalesce(${documents}, written_documents(${id})), '}') end`

/** Which row of the table belongs to an application. */
export const isWritten = and(eq(application_id, id), eq(shape, sql.raw(String(SHAPE))))
