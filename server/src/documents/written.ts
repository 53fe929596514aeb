import { APPLICATION_SLOTS, COMPANY_SLOTS, DocumentInfo, documentUrl } from 'contract'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { membersOf, objectOf, unknown } from '../db/written.ts'

const NEXT = unknown('\u001d')

const { id, name, type, size, attachments, missing_at, created_at, slot, application_id, company_id } = documents
const url = sql`${sql.raw(`'${documentUrl('')}'`)} || ${id}`
const lost = sql`${missing_at} is not null`
const INFO = objectOf(membersOf(DocumentInfo, { id, name, type, size, attachments, lost, url, created_at }))

/** For each slot what `written` says of its document, or null: PostgreSQL answers the slots that have one, each with its value. */
function bySlot(slots: readonly string[], where: SQLWrapper, value: SQLWrapper, written: (value: string) => string) {
  const text = sql`coalesce((select string_agg(${slot} || ' ' || ${value}, ${sql.raw(`'${NEXT}'`)}) from ${documents} where ${where}), '')`
  const begins = slots.map((slot, place) => `${place === 0 ? '{' : ','}"${slot}":`)
  const write = (text: string): string => {
    const found: Record<string, string> = {}
    for (const each of text === '' ? [] : text.split(NEXT)) {
      const end = each.indexOf(' ')
      found[each.slice(0, end)] = written(each.slice(end + 1))
    }
    let json = ''
    for (let place = 0; place < slots.length; place++) json += begins[place] + (found[slots[place] as string] ?? 'null')
    return `${json}}`
  }
  const none = write('')
  return { value: text, write: (text: string) => (text === '' ? none : write(text)) }
}

/** For each slot of an application the DocumentInfo or null. */
export const WRITTEN_DETAILS = bySlot(APPLICATION_SLOTS, sql`${application_id} = ${applications.id}`, sql`${INFO}::text`, (info) => info)

/** For each slot of a company the link or null. */
export const WRITTEN_COMPANY_LINKS = bySlot(COMPANY_SLOTS, sql`${company_id} = ${companies.id}`, id, (found) => `"${documentUrl(found)}"`)

/** Link and DocumentInfo of the one document that is joined to a record, or null. */
export const WRITTEN_DOCUMENT = { link: url, details: sql`case when ${id} is not null then ${INFO} end` }
