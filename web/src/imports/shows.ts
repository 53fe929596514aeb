import { IMPORT_OUTCOMES } from 'contract'
import type { Line } from './useRows.ts'

/** The lines that a list shows. */
export const SHOWS = ['refused', 'changed', 'created', 'all'] as const
export type Show = (typeof SHOWS)[number]

type Counts = Record<(typeof IMPORT_OUTCOMES)[number] | 'unchecked', number>

export function countsOf(lines: readonly Line[]): Counts {
  const counts = Object.fromEntries([...IMPORT_OUTCOMES, 'unchecked'].map((name) => [name, 0])) as Counts
  for (const { checked } of lines) counts[checked?.outcome ?? 'unchecked']++
  return counts
}

/** A line that was mended stays where it is until it is checked again. */
export const shownOf = (lines: readonly Line[], show: Show): readonly Line[] =>
  show === 'all' ? lines : lines.filter(({ checked }) => checked?.outcome === show)
