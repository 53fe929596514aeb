import { type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Statement } from '../db/built.ts'
import type { Db } from '../db/open.ts'
import { unknown, type WrittenMembers } from '../db/written.ts'
import { inPage, type Listing, type Paging } from './list.ts'
import { ROWS_OF_TEXT, type WrittenRow } from './written.ts'

// A page of written rows comes as one text, because each row of an answer costs PostgreSQL and pg more than its content. Long rows come as a
// few: a text of more than 128 KB makes V8 collect garbage, and keep what is being sent among what it seldom collects.

const BETWEEN = unknown('\u001d')
const MARK = sql.raw(`'${BETWEEN}'`)

/** Of the texts of rows. */
interface TextForm {
  /** Where the text is not JSON. */
  toJson?: WrittenMembers['toJson']
  /** A page may take more than 128 KB. */
  isLong?: boolean
}

interface ReadRow {
  row: WrittenRow | null
  beside: string
}

/** A page of rows with the columns id, text and beside, selected in this order. */
export function asTexts<Select extends PgSelect>(db: Db, page: Select, { toJson = asItIs, isLong }: TextForm = {}): Statement<ReadRow[]> {
  const rows = sql`${page as unknown as SQL} as page(id, text, beside)`
  const whole = isLong ? inSome(db, rows) : db.select({ text: joined() }).from(rows)
  return {
    prepare(name) {
      const statement = whole.prepare(name)
      return {
        execute: async (values) => (await statement.execute(values)).flatMap(({ text }) => (text === null ? [] : rowsOf(text, toJson))),
      }
    },
  }
}

const asItIs = (text: string): string => text

/** Null where there are no rows. */
const joined = (order = sql``) => sql<string | null>`string_agg(concat(page.id, ${MARK}, page.text, ${MARK}, page.beside), ${MARK}${order})`

function inSome(db: Db, rows: SQL) {
  const placed = sql`(select *, row_number() over () - 1 as place from ${rows}) as page`
  const part = sql`page.place / ${sql.raw(String(ROWS_OF_TEXT))}`
  return db
    .select({ text: joined(sql` order by page.place`) })
    .from(placed)
    .groupBy(part)
    .orderBy(part)
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
  form: TextForm = {},
): Promise<ReadRow[]> =>
  asTexts(db, inPage(select, listing, paging), form)
    .prepare('')
    .execute({})
