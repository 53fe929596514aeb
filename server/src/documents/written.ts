import { APPLICATION_SLOTS, COMPANY_SLOTS, DocumentInfo, documentUrl } from 'contract'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { membersOf, objectOf } from '../db/written.ts'

const { id, name, type, size, attachments, created_at, slot, application_id, company_id } = documents
const url = sql`${sql.raw(`'${documentUrl('')}'`)} || ${id}`
const INFO = objectOf(membersOf(DocumentInfo, { id, name, type, size, attachments, url, created_at }))

/** For each slot its link or null: PostgreSQL answers the slots that have a document, each with its id. */
function linksBySlot(slots: readonly string[], where: SQLWrapper) {
  const value = sql`coalesce((select string_agg(${slot} || ' ' || ${id}, ' ') from ${documents} where ${where}), '')`
  const begins = slots.map((slot, place) => `${place === 0 ? '{' : ','}"${slot}":`)
  const write = (text: string): string => {
    const found = text.split(' ')
    let json = ''
    for (const [place, slot] of slots.entries()) {
      const at = found.indexOf(slot)
      json += begins[place] + (at < 0 ? 'null' : `"${documentUrl(found[at + 1] ?? '')}"`)
    }
    return `${json}}`
  }
  const none = write('')
  return { value, write: (text: string) => (text === '' ? none : write(text)) }
}

/** For each slot its DocumentInfo or null. */
function detailsBySlot(slots: readonly string[], where: SQLWrapper) {
  const value = sql`coalesce((select json_object_agg(${slot}, ${INFO}) from ${documents} where ${where})::text, '{}')`
  const write = (text: string): string => {
    const found: Record<string, unknown> = JSON.parse(text)
    return JSON.stringify(Object.fromEntries(slots.map((each) => [each, found[each] ?? null])))
  }
  return { value, write }
}

const OF_APPLICATION = sql`${application_id} = ${applications.id}`

export const WRITTEN_LINKS = linksBySlot(APPLICATION_SLOTS, OF_APPLICATION)

export const WRITTEN_DETAILS = detailsBySlot(APPLICATION_SLOTS, OF_APPLICATION)

export const WRITTEN_COMPANY_LINKS = linksBySlot(COMPANY_SLOTS, sql`${company_id} = ${companies.id}`)

/** Link and DocumentInfo of the one document that is joined to a record, or null. */
export const WRITTEN_DOCUMENT = { link: url, details: sql`case when ${id} is not null then ${INFO} end` }
