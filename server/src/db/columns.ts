import { fils, toAed } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { check, customType, type PgColumn, text } from 'drizzle-orm/pg-core'

/** A moment, as UTC ISO-8601 with Z on our side (P1). */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** Fils of the database as AED on the wire (W1). */
export const aed = (amount: SQL | PgColumn) => sql`${amount}`.mapWith((value) => toAed(fils(Number(value))))

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** A text that holds one of these words; the table's check keeps it so. */
export const word = <Word extends string>(_: readonly Word[]) => text().$type<Word>()

/** The check that a column holds one of these words. */
export const oneOf = (name: string, column: PgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
