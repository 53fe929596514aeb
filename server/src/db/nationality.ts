import { isNationality, MAX_NATIONALITIES, nationalityWord } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Some nationalities have half of the rows, others ten: a word of the list stands in the statement itself, so that the planner knows which. */
export function isNationalOf(column: PgColumn, typed: string): SQL {
  const word = nationalityWord(typed)
  return isNationality(typed) ? sql`${column} = ${sql.raw(`'${word}'`)}` : sql`${column} = ${word}`
}

interface Nationals {
  nationality_word: string
  number: number
}

/** Those that are most, and the one that is asked for. */
export function byNationality(counted: readonly Nationals[], asked: string | undefined): { value: string; number: number }[] {
  const own = asked === undefined ? undefined : nationalityWord(asked)
  const sums = new Map(own === undefined ? [] : [[own, 0]])
  for (const { nationality_word: word, number } of counted) sums.set(word, (sums.get(word) ?? 0) + number)
  const all = [...sums].map(([value, number]) => ({ value, number }))
  const sorted = all.toSorted((one, other) => other.number - one.number || (one.value < other.value ? -1 : 1))
  return sorted.filter(({ value }, place) => place < MAX_NATIONALITIES || value === own)
}
