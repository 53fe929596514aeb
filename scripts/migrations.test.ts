import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BESIDE } from '../server/src/db/migrate.ts'

const folder = join(import.meta.dirname, '../server/src/db/migrations')
const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
const steps = entries.map(({ tag }) => ({ tag, text: readFileSync(join(folder, `${tag}.sql`), 'utf8') }))

/** The first step under this rule. */
const FIRST = '_proofs'

/** Why the version before would fail beside a step, or wait for it. Tables that the step makes itself are nobody's yet. */
function faultsOf(text: string): string[] {
  const bare = text.replace(/^--(?! outside).*$/gm, '').replace(/\$\$.*?\$\$/gs, '$$$$')
  const made = new Set([...bare.matchAll(/\bcreate table (?:if not exists )?"?(\w+)"?/gi)].map(([, table = '']) => table))
  const isOutside = text.startsWith('-- outside a transaction')
  const faults: string[] = []
  for (const statement of bare.split('--> statement-breakpoint')) {
    const has = (pattern: RegExp) => pattern.test(statement)
    const table = /\b(?:alter table|on) (?:only )?(?:if exists )?"?(\w+)"?/i.exec(statement)?.[1] ?? ''
    const say = (fault: string, found: boolean) => found && !made.has(table) && faults.push(fault)
    say('renames', has(/\brename\b/i))
    say('drops', has(/\bdrop (table|column|view|type|default)\b/i))
    say('changes a type, which writes the table anew', has(/\balter column\b.*\b(set data )?type\b/is))
    say('adds a column that old rows must be filled for', has(/\badd column\b(?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i))
    say(
      'fills a column by a default that is computed for each row',
      has(/\badd column\b[^,;]*\bdefault\s+\(?(gen_random_uuid|random|clock_timestamp|nextval)\b/i),
    )
    say('demands what the version before does not write', has(/\bset not null\b/i))
    say('checks all rows under a lock', has(/\badd constraint\b.*\b(check|foreign key)\b/is) && !has(/\bnot valid\b/i))
    say('makes an index while nobody may write', has(/\bcreate (unique )?index\b/i) && !has(/\bconcurrently\b/i))
    say('makes an index concurrently within a transaction', has(/\bconcurrently\b/i) && !isOutside)
    say('writes all rows at once', has(/^\s*(update|delete from)\b/im) && !isOutside)
  }
  return faults
}

describe('each step since the rule', () => {
  const since = steps.slice(steps.findIndex(({ tag }) => tag.endsWith(FIRST)))

  it('is marked, and runs beside the version before: no rename, no drop, no rewrite, no long lock', () => {
    expect(since.length).toBeGreaterThan(0)
    for (const { tag, text } of since) expect([tag, BESIDE.test(text), faultsOf(text)]).toEqual([tag, true, []])
  })

  it('would be refused for each of what it must not do', () => {
    const wrong: Record<string, string> = {
      'alter table users rename column full_name to name': 'renames',
      'alter table "users" rename to "people"': 'renames',
      'drop table drafts': 'drops',
      'alter table users drop column picture': 'drops',
      'alter table users alter column email set data type varchar(200)': 'changes a type, which writes the table anew',
      'alter table users add column age int not null': 'adds a column that old rows must be filled for',
      'alter table users add column code uuid default gen_random_uuid()': 'fills a column by a default that is computed for each row',
      'alter table users alter column picture set not null': 'demands what the version before does not write',
      'alter table users add constraint grown check (age > 17)': 'checks all rows under a lock',
      'create index users_by_age on users (age)': 'makes an index while nobody may write',
      'create index concurrently users_by_age on users (age)': 'makes an index concurrently within a transaction',
      'update users set age = 0': 'writes all rows at once',
    }
    for (const [statement, fault] of Object.entries(wrong)) expect([statement, faultsOf(statement)]).toEqual([statement, [fault]])
    const right = [
      'create table "ages" ("id" uuid not null);--> statement-breakpoint\ncreate index "ages_by_id" on "ages" ("id")',
      'alter table users add column age int',
      'alter table users add column age int default 0 not null',
      'alter table users add constraint grown check (age > 17) not valid',
      '-- outside a transaction\nalter table users validate constraint grown;--> statement-breakpoint\ncreate index concurrently users_by_age on users (age)',
      'create or replace function f() returns void language sql as $$ update users set age = 0; drop table users $$',
    ]
    for (const step of right) expect([step, faultsOf(step)]).toEqual([step, []])
  })
})
