import { randomBytes } from 'node:crypto'
import { type Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'

// What is read most goes from PostgreSQL into a reply without a value of JavaScript for each member: a row comes as one text, because a column
// costs PostgreSQL and pg more than its content, and its JSON is written around the members. Objects inside a row are written by PostgreSQL.

const dialect = new PgDialect()

/** An instant as the wire has it (P1). */
const written = (column: Column): SQL<string> => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Fils as a number of AED (W1). */
export const writtenAed = (amount: SQLWrapper): SQL<number> => sql`(${amount} / 100.0::float8)`

/** Its text is built once, unless it has values or placeholders. */
function once<Value>(part: SQL<Value>): SQL<Value> {
  const { sql: text, params } = dialect.sqlToQuery(part)
  return params.length > 0 ? part : (sql.raw(text) as SQL<Value>)
}

const isInstant = (member: SQLWrapper): member is PgColumn => is(member, PgColumn) && member.getSQLType().startsWith('timestamptz')
const asOnTheWire = (member: SQLWrapper): SQLWrapper => (isInstant(member) ? written(member) : member)

type Members<Reply extends z.ZodObject, Member> = Record<keyof Reply['shape'], Member>

/** The select list of an object: every member of the schema, in its order, and no other. Tests compare it with what the schema lets through. */
export const membersOf = <Reply extends z.ZodObject>(reply: Reply, members: Members<Reply, SQLWrapper>): SQL => {
  const listed = Object.keys(reply.shape).map(
    (name) => sql`${asOnTheWire(members[name as keyof Reply['shape']])} as ${sql.identifier(name)}`,
  )
  return once(sql.join(listed, sql`, `))
}

/** An object with those members, as a member itself. */
export const objectOf = (members: SQL, from: SQL = sql``): SQL => sql`(select row_to_json(object) from (select ${members} ${from}) object)`

/** Stands in no text, because who writes one cannot know it: made anew for each process. */
const unknown = (mark: string): string => mark + randomBytes(6).toString('base64url')
const [BETWEEN, ABSENT] = [unknown('\u001f'), unknown('\u001e')]
const literal = (text: string): SQL => sql.raw(`'${text}'`)

type Write = (text: string) => string

/** Quotes, backslashes and control characters. */
const NEEDS_ESCAPE = /[^ !#-[\]-\uffff]/
const quoted: Write = (text) => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`)
const asItIs: Write = (text) => text
const WRITES: Partial<Record<z.ZodType['type'], Write>> = {
  string: quoted,
  enum: quoted,
  number: asItIs,
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  object: asItIs,
  array: asItIs,
  record: asItIs,
}

/** A member that PostgreSQL answers in a shorter form. */
interface Shortened {
  value: SQLWrapper
  write: Write
}

const isShortened = (member: SQLWrapper | Shortened): member is Shortened => 'write' in member

export interface WrittenMembers {
  /** As the text of a row. */
  text: SQL<string>
  toJson: Write
}

/** How the members of a reply are read and written: every one of its schema, in its order, and no other. */
export function writtenMembers<Reply extends z.ZodObject>(reply: Reply, members: Members<Reply, SQLWrapper | Shortened>): WrittenMembers {
  const listed = Object.entries<z.ZodType>(reply.shape).map(([name, schema]) => {
    const isNullable = schema instanceof z.ZodNullable
    const { type } = isNullable ? (schema.unwrap() as z.ZodType) : schema
    const member: SQLWrapper | Shortened = members[name as keyof Reply['shape']]
    const value = asOnTheWire(isShortened(member) ? member.value : member)
    const write = isShortened(member) ? member.write : WRITES[type]
    if (!write) throw new Error(`${name} is of a type that is not written: ${type}`)
    return { name, write, value: isNullable ? sql`coalesce((${value})::text, ${literal(ABSENT)})` : sql`${value}` }
  })
  const values = listed.map(({ value }) => value)
  const text = once(sql<string>`concat_ws(${literal(BETWEEN)}, ${sql.join(values, sql`, `)})`)
  return { text, toJson: writerOf(listed) }
}

function writerOf(members: { name: string; write: Write }[]): Write {
  const begins = members.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const writes = members.map(({ write }) => write)
  return (text) => {
    const values = text.split(BETWEEN)
    if (values.length !== writes.length) throw new Error(`a row has ${values.length} members, not ${writes.length}`)
    let json = ''
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as string
      json += begins[at] + (value === ABSENT ? 'null' : (writes[at] as Write)(value))
    }
    return `${json}}`
  }
}

/** One row of those members as JSON. */
export function asJson<Reply extends z.ZodObject>(reply: Reply, members: Members<Reply, SQLWrapper | Shortened>): SQL<string> {
  const { text, toJson } = writtenMembers(reply, members)
  return text.mapWith(toJson)
}

/** The same where rows are joined to something else. Where there is none its `id` is null, and so is this: that is looked at first. */
export function asJsonIf<Reply extends z.ZodObject>(
  id: SQLWrapper,
  reply: Reply,
  members: Members<Reply, SQLWrapper | Shortened>,
): SQL<string> {
  const { text, toJson } = writtenMembers(reply, members)
  return once(sql<string>`case when ${id} is not null then ${text} end`).mapWith(toJson)
}
