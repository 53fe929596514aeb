import { APPLICATION_SLOTS, DocumentInfo, documentUrl } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { documents } from '../db/documents.table.ts'
import { membersOf } from '../db/written.ts'

const { id, name, type, size, attachments, created_at, slot, application_id } = documents
const url = sql`${sql.raw(`'${documentUrl('')}'`)} || ${id}`
const INFO = sql`(select row_to_json(info) from (select ${membersOf(DocumentInfo, { id, name, type, size, attachments, url, created_at })}) info)`

/** An object with a member for each slot of an application. */
function bySlot(member: SQL): SQL {
  const members = APPLICATION_SLOTS.map((each) => {
    const literal = sql.raw(`'${each}'`)
    return sql`(array_agg(${member}) filter (where ${slot} = ${literal}))[1] as ${sql.identifier(each)}`
  })
  return sql`(select row_to_json(slots) from (select ${sql.join(members, sql`, `)} from ${documents} where ${application_id} = ${applications.id}) slots)`
}

/** For each slot of an application its link or null, as a member that PostgreSQL writes. */
export const WRITTEN_LINKS = bySlot(url)

/** For each slot of an application its DocumentInfo or null. */
export const WRITTEN_DETAILS = bySlot(INFO)
