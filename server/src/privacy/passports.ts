import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { among } from './identity.ts'

export const passportsOf = (held: (typeof papers.$inferSelect)[]) => held.filter((row) => row.kind === 'passport').map((row) => row.number)

/** `bareNumber` in the database. */
export const bare = (given: SQL | AnyPgColumn | string): SQL => sql`regexp_replace(lower(${given}), '[\\s./-]+', '', 'g')`

const samePassport = (
  column: typeof employees.passport_number | typeof applications.passport_number | typeof papers.number,
  passport: string,
): SQL => sql`${bare(column)} = ${bare(passport)}`

/** The persons that a row with that passport number is about (S12), in any company; also a passport of before. */
export async function listPersonIds(db: Db, passport: string): Promise<string[]> {
  const of = (table: typeof employees | typeof applications) =>
    db.selectDistinct({ person_id: table.person_id }).from(table).where(samePassport(table.passport_number, passport))
  const isPassport = and(eq(papers.kind, 'passport'), samePassport(papers.number, passport))
  const held = await db.selectDistinct({ person_id: papers.person_id }).from(papers).where(isPassport)
  return among([...(await of(employees)), ...(await of(applications)), ...held].map((row) => row.person_id))
}
