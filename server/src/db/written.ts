import { randomBytes } from 'node:crypto'
import { type Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'

// What is read most goes from PostgreSQL into a reply without a value of JavaScript for each member: a row comes as one text, because a column
// costs PostgreSQL and pg more than its content. It is JSON but for what Node writes sooner: texts that people typed stand between marks.

const dialect = new PgDialect()

/** An instant as the wire has it (P1). */
const written = (column: Column): SQL<string> => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Fils as a number of AED (W1). */
export const writtenAed = (amount: SQLWrapper): SQL<number> => sql`(${amount} / 100.0::float8)`

/** Its text is built once, unless it has values or placeholders. */
export function once<Value>(part: SQL<Value>): SQL<Value> {
  const { sql: text, params } = dialect.sqlToQuery(part)
  return params.length > 0 ? part : (sql.raw(text) as SQL<Value>)
}

const isInstant = (member: SQLWrapper | Shortened): member is PgColumn =>
  is(member, PgColumn) && member.getSQLType().startsWith('timestamptz')
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
export const unknown = (mark: string): string => mark + randomBytes(6).toString('base64url')
const [BETWEEN, ABSENT] = [unknown('\u001f'), unknown('\u001e')]
const literal = (text: string): SQL => sql.raw(`'${text}'`)

type Write = (text: string) => string

/** Quotes, backslashes and control characters. */
const NEEDS_ESCAPE = /[^ !#-[\]-\uffff]/
const quoted: Write = (text) => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`)
/** Stand in JSON as PostgreSQL writes them. */
const BARE = new Set<z.ZodType['type']>(['number', 'boolean', 'object', 'array', 'record'])

/** A member that PostgreSQL answers in a shorter form. */
interface Shortened {
  value: SQLWrapper
  write: Write
}

const isShortened = (member: SQLWrapper | Shortened): member is Shortened => 'write' in member

const WHOLE_SECOND = 'hh:mm:ss'.length
/** PostgreSQL formats an instant in a tenth of the time without a pattern, and leaves out zeros at its end. */
function instant(text: string): string {
  const at = text.indexOf(' ')
  const time = text.slice(at + 1)
  const exact = time.length === WHOLE_SECOND ? `${time}.000` : time.padEnd(WHOLE_SECOND + '.000'.length, '0')
  return `"${text.slice(0, at)}T${exact}Z"`
}

const shortest = (member: SQLWrapper | Shortened): SQLWrapper | Shortened =>
  isInstant(member) ? { value: sql`${member} at time zone 'UTC'`, write: instant } : member

export interface WrittenMembers {
  /** As the text of a row. */
  text: SQL<string>
  toJson: Write
}

/** Formats that need no escape, in columns that hold nothing else. */
const PLAIN = ['uuid', 'date']
function isPlain(member: SQLWrapper, schema: z.ZodType): boolean {
  if (schema.type === 'enum') return true
  const format = (schema instanceof z.ZodStringFormat && schema.format) || ''
  return PLAIN.includes(format) && (!is(member, PgColumn) || member.getSQLType() === format)
}

/** What stands around a value, and how Node writes it if it is marked. */
interface Listed {
  begin: string
  value: SQL
  end: string
  write?: Write
}

/** In a text null is as good as nothing, and nobody would notice it there. */
function refuseNull(name: string, given: SQLWrapper | Shortened): void {
  const value = isShortened(given) ? given.value : given
  if (is(value, PgColumn) && !value.notNull) throw new Error(`${name} is never null in the reply, and may be in its column`)
}

function listed(name: string, schema: z.ZodType, given: SQLWrapper | Shortened): Listed {
  const isNullable = schema instanceof z.ZodNullable
  if (!isNullable) refuseNull(name, given)
  const inner = isNullable ? (schema.unwrap() as z.ZodType) : schema
  const member = shortest(given)
  const text = sql`(${isShortened(member) ? member.value : member})::text`
  const orElse = (none: string, text: SQL) => (isNullable ? sql`coalesce(${text}, ${literal(none)})` : text)
  const begin = `"${name}":`
  const marked = { begin: begin + BETWEEN, value: orElse(ABSENT, text), end: BETWEEN }
  if (isShortened(member)) return { ...marked, write: member.write }
  if (BARE.has(inner.type)) return { begin, value: orElse('null', text), end: '' }
  if (isPlain(member, inner)) {
    if (isNullable) return { begin, value: orElse('null', sql`'"' || ${text} || '"'`), end: '' }
    return { begin: `${begin}"`, value: text, end: '"' }
  }
  if (inner.type !== 'string') throw new Error(`${name} is of a type that is not written: ${inner.type}`)
  return { ...marked, write: quoted }
}

/** How the members of a reply are read and written: every one of its schema, in its order, and no other. */
export function writtenMembers<Reply extends z.ZodObject>(reply: Reply, members: Members<Reply, SQLWrapper | Shortened>): WrittenMembers {
  const all = Object.entries<z.ZodType>(reply.shape).map(([name, schema]) => listed(name, schema, members[name as keyof Reply['shape']]))
  const pattern = `{${all.map(({ begin, end }) => `${begin}%s${end}`).join(',')}}`
  const values = all.map(({ value }) => value)
  const text = once(sql<string>`format(${literal(pattern)}, ${sql.join(values, sql`, `)})`)
  return { text, toJson: writerOf(all.flatMap(({ write }) => write ?? [])) }
}

/** Each second piece stood between marks. */
function writerOf(writes: Write[]): Write {
  return (text) => {
    const pieces = text.split(BETWEEN)
    if (pieces.length !== 2 * writes.length + 1)
      throw new Error(`a row has ${(pieces.length - 1) / 2} marked members, not ${writes.length}`)
    for (let at = 0; at < writes.length; at++) {
      const value = pieces[2 * at + 1] as string
      pieces[2 * at + 1] = value === ABSENT ? 'null' : (writes[at] as Write)(value)
    }
    return pieces.join('')
  }
}

/** One row of those members as JSON. */
export function asJson<Reply extends z.ZodObject>(reply: Reply, members: Members<Reply, SQLWrapper | Shortened>): SQL<string> {
  const { text, toJson } = writtenMembers(reply, members)
  return text.mapWith(toJson)
}

/** The same where rows are joined to something else. Where there is none its `id` is null, and so is this: that is looked at first. */
export function writtenIf<Reply extends z.ZodObject>(
  id: SQLWrapper,
  reply: Reply,
  members: Members<Reply, SQLWrapper | Shortened>,
): WrittenMembers {
  const { text, toJson } = writtenMembers(reply, members)
  return { text: once(sql<string>`case when ${id} is not null then ${text} end`), toJson }
}
