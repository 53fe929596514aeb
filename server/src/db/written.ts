import { type Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

const dialect = new PgDialect()

/** An instant as the wire has it (P1). */
const written = (column: Column): SQL<string> => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Fils as a number of AED (W1). */
export const writtenAed = (amount: SQLWrapper): SQL<number> => sql`trim_scale(${amount} / 100.0)`

/** Its text is built once, unless it has values or placeholders. */
export function once<Value>(part: SQL<Value>): SQL<Value> {
  const { sql: text, params } = dialect.sqlToQuery(part)
  return params.length > 0 ? part : (sql.raw(text) as SQL<Value>)
}

const isInstant = (member: SQLWrapper): member is PgColumn => is(member, PgColumn) && member.getSQLType().startsWith('timestamptz')

/**
 * The select list of a reply, whose rows PostgreSQL writes as JSON: every member of the schema, in its order, and no other.
 * Tests compare it with what the schema lets through.
 */
export const membersOf = <Reply extends z.ZodObject>(reply: Reply, members: Record<keyof Reply['shape'], SQLWrapper>): SQL => {
  const listed = Object.keys(reply.shape).map((name) => {
    const member = members[name as keyof Reply['shape']]
    return sql`${isInstant(member) ? written(member) : member} as ${sql.identifier(name)}`
  })
  return once(sql.join(listed, sql`, `))
}

/** An object with those members, as a member itself. */
export const objectOf = (members: SQL, from: SQL = sql``): SQL => sql`(select row_to_json(object) from (select ${members} ${from}) object)`

/** One row of those members as JSON. */
export const asJson = (members: SQL): SQL<string> => once(sql`(select row_to_json(written)::text from (select ${members}) written)`)

/** Rows of JSON as an array of it. */
export const arrayOf = (rows: SQL): SQL => sql`array_to_json(array(${rows}))`
