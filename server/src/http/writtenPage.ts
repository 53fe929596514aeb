import { type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Statement } from '../db/built.ts'
import type { Db } from '../db/open.ts'
import { unknown, type WrittenMembers } from '../db/written.ts'
import { inPage, type Listing, type Paging } from './list.ts'
import { ROWS_OF_TEXT, type WrittenRow } from './written.ts'

// A page of written rows comes as a few texts: each row of an answer costs PostgreSQL and pg more than its content, and a text of more than
// 128 KB makes V8 collect garbage, and keep what is being sent among what it seldom collects.

const BETWEEN = unknown('\u001d')
const MARK = sql.raw(`'${BETWEEN}'`)

type Writer = Pick<WrittenMembers, 'toJson'>
/** Where the text is JSON. */
const AS_IT_IS: Writer = { toJson: (text) => text }

interface ReadRow {
  row: WrittenRow | null
  beside: string
}

/** A page of rows with the columns id, text and beside, selected in this order. */
export function asTexts<Select extends PgSelect>(db: Db, page: Select, { toJson }: Writer = AS_IT_IS): Statement<ReadRow[]> {
  const rows = sql`(select *, row_number() over () - 1 as place from ${page as unknown as SQL} as page(id, text, beside)) as page`
  const part = sql`page.place / ${sql.raw(String(ROWS_OF_TEXT))}`
  const each = sql`concat(page.id, ${MARK}, page.text, ${MARK}, page.beside)`
  const text = sql<string>`string_agg(${each}, ${MARK} order by page.place)`
  const whole = db.select({ text }).from(rows).groupBy(part).orderBy(part)
  return {
    prepare(name) {
      const statement = whole.prepare(name)
      return { execute: async (values) => (await statement.execute(values)).flatMap(({ text }) => rowsOf(text, toJson)) }
    },
  }
}

/** Where a search has found none, its one row has no id. */
function rowsOf(text: string, toJson: WrittenMembers['toJson']): ReadRow[] {
  const pieces = text.split(BETWEEN)
  const read: ReadRow[] = []
  for (let at = 0; at < pieces.length; at += 3) {
    const [id, written, beside] = [pieces[at], pieces[at + 1], pieces[at + 2]] as [string, string, string]
    read.push({ row: id === '' ? null : { id, json: toJson(written) }, beside })
  }
  return read
}

/** Sent before this returns, as by `readPage`. */
export const readWritten = <Select extends PgSelect>(
  db: Db,
  select: Select,
  listing: Listing,
  paging: Paging,
  written: Writer = AS_IT_IS,
): Promise<ReadRow[]> =>
  asTexts(db, inPage(select, listing, paging), written)
    .prepare('')
    .execute({})
