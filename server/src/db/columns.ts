import { fils, toAed } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { check, customType, type PgColumn, text } from 'drizzle-orm/pg-core'

/** In TypeScript UTC ISO-8601 with Z (P1). */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** Fils in the database, AED on the wire (W1). */
export const aed = (amount: SQL | PgColumn) => sql`${amount}`.mapWith((value) => toAed(fils(Number(value))))

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** One of these words; a check of the table must say so too. */
export const word = <Word extends string>(_: readonly Word[]) => text().$type<Word>()

export const oneOf = (name: string, column: PgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)

/** For a column that a trigger fills in when the row is inserted. */
export const byTrigger = (): SQL => sql`null`
