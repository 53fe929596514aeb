import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { writtenMembers } from './written.ts'

const Reply = z.object({
  name: z.string(),
  note: z.string().nullable(),
  count: z.number(),
  done: z.boolean(),
  links: z.record(z.string(), z.string()),
})
const links = { value: sql`links`, write: (text: string) => `{"a":"${text}"}` }
const { text, toJson } = writtenMembers(Reply, { name: sql`name`, note: sql`note`, count: sql`count`, done: sql`done`, links })
const [, between = ''] = /concat_ws\('(.+?)'/s.exec(new PgDialect().sqlToQuery(text).sql) ?? []
const [, absent = ''] = /::text, '(.+?)'\)/s.exec(new PgDialect().sqlToQuery(text).sql) ?? []

it('writes the members of a row in the order of the schema', () => {
  const row = ['Sara "S" \\ Khan\n', absent, '0.5', 't', 'x'].join(between)
  expect(toJson(row)).toBe(JSON.stringify({ name: 'Sara "S" \\ Khan\n', note: null, count: 0.5, done: true, links: { a: 'x' } }))
})

it('answers nothing where the members are not those of the schema, so that none takes the place of another', () => {
  expect(() => toJson(['Sara', 'one', 'more', '1', 'f', 'x'].join(between))).toThrow('a row has 6 members, not 5')
  expect(() => toJson(['Sara', '1', 'f', 'x'].join(between))).toThrow('a row has 4 members, not 5')
})

it('separates by what nobody can type', () => {
  expect([between[0], absent[0]]).toEqual(['\u001f', '\u001e'])
  for (const mark of [between, absent]) expect(mark.slice(1)).toMatch(/^[\w-]{8}$/)
})
