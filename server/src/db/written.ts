import { type Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

const dialect = new PgDialect()

/** An instant as the wire has it (P1). */
const written = (column: Column): SQL<string> => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Fils as a number of AED (W1). */
export const writtenAed = (amount: SQLWrapper): SQL<number> => sql`trim_scale(${amount} / 100.0)`

/** The text of a part of a statement without values. */
function textOf(member: SQLWrapper): string {
  const isInstant = is(member, PgColumn) && member.getSQLType().startsWith('timestamptz')
  const { sql: text, params } = dialect.sqlToQuery(sql`${isInstant ? written(member) : member}`)
  if (params.length > 0) throw new Error('a written member has no values of its own')
  return text
}

/**
 * The select list of a reply, whose rows PostgreSQL writes as JSON: every member of the schema, in its order, and no other.
 * The text is built once. Tests compare it with what the schema lets through.
 */
export const membersOf = <Reply extends z.ZodObject>(reply: Reply, members: Record<keyof Reply['shape'], SQLWrapper>): SQL =>
  sql.raw(
    Object.keys(reply.shape)
      .map((name) => `${textOf(members[name as keyof Reply['shape']])} as "${name}"`)
      .join(', '),
  )

/** One row of those members as JSON. */
export const asJson = (members: SQL): SQL<string> => sql`(select row_to_json(written)::text from (select ${members}) written)`
