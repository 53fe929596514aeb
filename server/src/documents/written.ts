import { APPLICATION_SLOTS, COMPANY_SLOTS, DocumentInfo, documentUrl } from 'contract'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { membersOf, objectOf } from '../db/written.ts'

const { id, name, type, size, attachments, created_at, slot, application_id, company_id } = documents
const url = sql`${sql.raw(`'${documentUrl('')}'`)} || ${id}`
const INFO = objectOf(membersOf(DocumentInfo, { id, name, type, size, attachments, url, created_at }))

/** An object with a member for each slot. */
function bySlot(slots: readonly string[], where: SQLWrapper, member: SQL): SQL {
  const members = slots.map((each) => {
    const literal = sql.raw(`'${each}'`)
    return sql`(array_agg(${member}) filter (where ${slot} = ${literal}))[1] as ${sql.identifier(each)}`
  })
  return objectOf(sql.join(members, sql`, `), sql`from ${documents} where ${where}`)
}

const OF_APPLICATION = sql`${application_id} = ${applications.id}`

/** For each slot of an application its link or null, as a member that PostgreSQL writes. */
export const WRITTEN_LINKS = bySlot(APPLICATION_SLOTS, OF_APPLICATION, url)

/** For each slot of an application its DocumentInfo or null. */
export const WRITTEN_DETAILS = bySlot(APPLICATION_SLOTS, OF_APPLICATION, INFO)

/** For each slot of a company its link or null. */
export const WRITTEN_COMPANY_LINKS = bySlot(COMPANY_SLOTS, sql`${company_id} = ${companies.id}`, url)

/** Link and DocumentInfo of the one document that is joined to a record, or null. */
export const WRITTEN_DOCUMENT = { link: url, details: sql`case when ${id} is not null then ${INFO} end` }
