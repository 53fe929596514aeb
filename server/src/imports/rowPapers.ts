import { type CheckedRow, type ImportColumn, importLabel, type PaperKind, westernDigits } from 'contract'
import { changesOf } from '../history/queries.ts'
import type { PaperRow } from '../papers/queries.ts'
import { written } from '../papers/sentences.ts'
import type { ReadRow } from './sheet.ts'

const PARTS = ['number', 'issuer', 'issued_on', 'expires_on'] as const
export type Parts = Record<(typeof PARTS)[number], string | null>

/** A paper as it is once the row is written, beside what the employee record says of it. */
export interface PaperWrite extends Parts {
  kind: PaperKind
}

/** Undefined where the row says nothing of the kind. */
export function paperOf(kind: PaperKind, said: ReadRow['said'], held: Partial<PaperRow> = {}): PaperWrite | undefined {
  const given = Object.fromEntries(PARTS.map((part) => [part, said[`${kind}.${part}` as ImportColumn]]))
  if (Object.values(given).every((value) => value === undefined)) return undefined
  const whole = Object.fromEntries(PARTS.map((part) => [part, given[part] ?? held[part] ?? null])) as Parts
  return { kind, ...whole }
}

const issueColumn = (kind: PaperKind) => `${kind}.issued_on` as ImportColumn

export const unfit = ({ kind, issued_on, expires_on }: PaperWrite) =>
  issued_on && expires_on && expires_on <= issued_on
    ? [{ column: issueColumn(kind), detail: `${importLabel(issueColumn(kind))}: the expiry date must be after the issue date` }]
    : []

/** What a row says anew; the same in other digits is nothing new. */
export function changesFrom(said: ReadRow['said'], heldOf: (column: string) => unknown): CheckedRow['changes'] {
  const before = Object.fromEntries(Object.keys(said).map((column) => [column, heldOf(column)]))
  return changesOf(before, said).filter(({ from, to }) => westernDigits(from ?? '') !== westernDigits(to ?? ''))
}

/** What the row says of a part of a paper that is held, where the column is of one. */
export function heldPart(column: string, held: Map<string, PaperRow>): unknown {
  const [kind = '', part] = column.split('.')
  return held.get(kind)?.[part as keyof Parts]
}

export function changedOf(papers: PaperWrite[], changes: CheckedRow['changes']): PaperWrite[] {
  const changed = new Set(changes.map(({ field }) => field.split('.')[0]))
  return papers.filter(({ kind }) => changed.has(kind))
}

/** Ends that are over on a Dubai day. */
export const pastEnds = (said: ReadRow['said'], today: string): CheckedRow['remarks'] =>
  Object.entries(said).flatMap(([name, value]) => {
    const column = name as ImportColumn
    if (!/(expires_on|expiry_date)$/.test(column) || value >= today) return []
    return [{ column, detail: `${importLabel(column)}: ${written(value)} is in the past` }]
  })
