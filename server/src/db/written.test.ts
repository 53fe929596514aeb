import { Timestamp } from 'contract'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { users } from './people.table.ts'
import { writtenMembers } from './written.ts'

const Reply = z.object({
  id: z.uuid(),
  name: z.string(),
  at: Timestamp,
  note: z.string().nullable(),
  count: z.number(),
  done: z.boolean(),
  kind: z.enum(['new', 'renewal']),
  links: z.record(z.string(), z.string()),
})
const links = { value: sql`links`, write: (text: string) => `{"a":"${text}"}` }
const expressions = { note: sql`note`, count: sql`count`, done: sql`done`, kind: sql`kind`, links }
const { text, toJson } = writtenMembers(Reply, { id: users.id, name: sql`name`, at: users.created_at, ...expressions })
const query = new PgDialect().sqlToQuery(text).sql
const [, between = ''] = /"name":(.+?)%s/s.exec(query) ?? []
const [, absent = ''] = /::text, '(.+?)'\)/s.exec(query) ?? []

it('leaves to Node what people typed, and writes all else around it', () => {
  const typed = `${between}%s${between}`
  const pattern = `{"id":"%s","name":${typed},"at":${typed},"note":${typed},"count":%s,"done":%s,"kind":"%s","links":${typed}}`
  const at = `("users"."created_at" at time zone 'UTC')::text`
  const values = `("users"."id")::text, (name)::text, ${at}, coalesce((note)::text, '${absent}'), (count)::text, (done)::text, (kind)::text, (links)::text`
  expect(query).toBe(`format('${pattern}', ${values})`)
})

it('writes the members of a row in the order of the schema', () => {
  const row = [
    '{"id":"1","name":',
    'Sara "S" \\ Khan\n',
    ',"at":',
    '2026-11-22 09:30:00.5',
    ',"note":',
    absent,
    ',"count":0.5,"links":',
    'x',
    '}',
  ]
  const members = { id: '1', name: 'Sara "S" \\ Khan\n', at: '2026-11-22T09:30:00.500Z', note: null, count: 0.5, links: { a: 'x' } }
  expect(toJson(row.join(between))).toBe(JSON.stringify(members))
})

it.each([
  ['2026-11-22 09:30:00', '2026-11-22T09:30:00.000Z'],
  ['2026-11-22 09:30:00.12', '2026-11-22T09:30:00.120Z'],
  ['2026-11-22 09:30:00.123', '2026-11-22T09:30:00.123Z'],
])('writes the instant %s as %s', (from, to) => {
  const { toJson } = writtenMembers(z.object({ at: Timestamp }), { at: users.created_at })
  expect(toJson(['{"at":', from, '}'].join(between))).toBe(`{"at":"${to}"}`)
})

it('answers nothing where the members are not those of the schema, so that none takes the place of another', () => {
  expect(() => toJson(['{', 'Sara', 'one', 'more', '}'].join(between))).toThrow('a row has 2 marked members, not 4')
  expect(() => toJson(['{', 'Sara', '', '1', '', 'f', '', 'x', '', 'y', '}'].join(between))).toThrow('a row has 5 marked members, not 4')
})

it('makes no list of a column that may be null for a member that is not', () => {
  const { email_verified_at } = users
  for (const at of [email_verified_at, { value: email_verified_at, write: String }])
    expect(() => writtenMembers(z.object({ at: Timestamp }), { at })).toThrow('at is never null in the reply, and may be in its column')
  expect(writtenMembers(z.object({ at: Timestamp.nullable() }), { at: email_verified_at }).toJson).toBeTypeOf('function')
})

it('separates by what nobody can type', () => {
  expect([between[0], absent[0]]).toEqual(['\u001f', '\u001e'])
  for (const mark of [between, absent]) expect(mark.slice(1)).toMatch(/^[\w-]{8}$/)
})
