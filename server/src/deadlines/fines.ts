import { createHash } from 'node:crypto'
import { fils, fromAed, type RuledFine, toAed } from 'contract'
import { sql } from 'drizzle-orm'
import { deadlineFines, deadlines } from '../db/deadlines.table.ts'

/** The name of fines is their own text, so that it stands for the same ones for ever. */
export const finesIdOf = (fines: readonly RuledFine[]): string =>
  createHash('sha256').update(JSON.stringify(fines)).digest('base64url').slice(0, 22)

export interface FineRow {
  id: string
  in_force_from: string
  next_from: string | null
  every: 'once' | 'day' | 'month' | null
  months: 'begun' | 'completed' | null
  amount: number | null
  cap: number | null
  certain: boolean
}

export const rowsOfFines = (fines: ReadonlyMap<string, readonly RuledFine[]>): FineRow[] =>
  [...fines].flatMap(([id, steps]) =>
    steps.map(({ in_force_from, value, certain }, place) => ({
      ...{ id, in_force_from, next_from: steps[place + 1]?.in_force_from ?? null },
      ...{ every: value?.every ?? null, months: value?.months ?? null },
      amount: value ? fromAed(value.amount) : null,
      cap: value?.cap === undefined ? null : fromAed(value.cap),
      certain,
    })),
  )

type KeptFine = Omit<FineRow, 'id' | 'next_from'>

/** Of the row of deadlines, in order; null where it costs nothing. */
export const FINES = sql<
  KeptFine[] | null
>`(select json_agg(json_build_object('in_force_from', f.in_force_from, 'every', f.every, 'months', f.months,
  'amount', f.amount, 'cap', f.cap, 'certain', f.certain) order by f.in_force_from) from ${deadlineFines} f where f.id = ${deadlines.fines_id})`

const amountOf = ({ every, months, amount, cap }: KeptFine): RuledFine['value'] =>
  every === null || amount === null
    ? null
    : { amount: toAed(fils(amount)), every, ...(months && { months }), ...(cap !== null && { cap: toAed(fils(cap)) }) }

export const finesOfRow = (kept: KeptFine[] | null): RuledFine[] =>
  (kept ?? []).map((fine) => ({ in_force_from: fine.in_force_from, value: amountOf(fine), certain: fine.certain }))
