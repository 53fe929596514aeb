import type { Readable } from 'node:stream'
import { dubaiDate, type Language, MAX_EXPORTED, TABLE_TYPES, type TableFormat } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../http/errors.ts'
import { cursorOf, type Page } from '../http/list.ts'
import { Noted } from '../http/note.ts'
import { atPace } from '../http/slowClients.ts'
import { csvOf } from './csv.ts'
import { wordsOf } from './words.ts'
import { xlsxOf } from './xlsx.ts'

/** A text, or a day as an ISO date. */
export type Cell = string | { day: string } | null

export interface Table {
  heads: readonly string[]
  /** As they are asked for, one page at a time. */
  pages: AsyncIterable<readonly (readonly Cell[])[]>
  rightToLeft: boolean
}

/** The columns of a table, by the keys of their heads. */
export type Columns<Row, Key extends string = string> = Record<Key, (row: Row) => Cell>

export interface Paging {
  limit: number
  cursor?: string
  count_to?: number
}
/** Reads a page of a list. */
export type Read<Row> = (paging: Paging) => Promise<Page<Row>>

type Heads = ReturnType<typeof wordsOf>['heads']

export interface Exported<Row> {
  /** Of the file. */
  name: keyof Heads | 'papers'
  /** By the keys of the columns, if not those of that name. */
  heads?: Record<string, string>
  columns: Columns<Row>
  /** Lists that follow each other. */
  parts: readonly Read<Row>[]
}

export interface Asked {
  query: { format: TableFormat; language: Language }
  request: FastifyRequest
  reply: FastifyReply
}

const PAGE_SIZE = 1_000
const TOO_MANY = `A table takes at most ${MAX_EXPORTED.toLocaleString('en')} rows. Please narrow the list down.`

/** The moment's day in Dubai. */
export const dayOf = (moment: string | null): Cell => moment && { day: dubaiDate(new Date(moment)) }
export const asDay = (day: string | null): Cell => day && { day }

/** Sends the rows of a list page by page, as fast as they are read; the journal says how many. */
export async function sendTable<Row>(
  { query: { format, language }, request, reply }: Asked,
  { name, heads, columns, parts }: Exported<Row>,
  now: Date,
): Promise<Noted<Readable> | FastifyReply> {
  const began = await Promise.all(parts.map(async (read) => ({ read, first: await read({ limit: PAGE_SIZE, count_to: MAX_EXPORTED }) })))
  const rows = began.reduce((sum, { first }) => sum + first.total, 0)
  if (rows > MAX_EXPORTED) refuse(413, TOO_MANY)
  reply
    .header('content-disposition', `attachment; filename="${name}-${dubaiDate(now)}.${format}"`)
    .header('cache-control', 'private, no-store')
    .type(TABLE_TYPES[format])
  if (request.method === 'HEAD') return reply.send()
  let written = 0
  async function* pages() {
    for (const { read, first } of began) {
      for (let page = first; ; ) {
        written += page.rows.length
        yield page.rows.map((row) => Object.values(columns).map((cell) => cell(row)))
        if (!page.next) break
        page = await read({ limit: PAGE_SIZE, cursor: cursorOf(page.next) })
      }
    }
  }
  const words: Record<string, string> = heads ?? { ...wordsOf(language).heads }[name as keyof Heads]
  const table = { heads: Object.keys(columns).map((key) => words[key] ?? key), pages: pages(), rightToLeft: language === 'ar' }
  const stream = format === 'csv' ? csvOf(table) : xlsxOf(table)
  return new Noted(
    atPace(request, reply, stream, (given) => (given * rows) / Math.max(1, written)),
    { rows },
  )
}
