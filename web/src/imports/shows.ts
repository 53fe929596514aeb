import { IMPORT_OUTCOMES } from 'contract'
import { isOfCompany, type Line } from './useRows.ts'

/** The lines that a list shows. */
export const SHOWS = ['refused', 'changed', 'created', 'all'] as const
export type Show = (typeof SHOWS)[number]

type Counts = Record<(typeof IMPORT_OUTCOMES)[number] | 'unchecked', number>

export function countsOf(lines: readonly Line[]): Counts {
  const counts = Object.fromEntries([...IMPORT_OUTCOMES, 'unchecked'].map((name) => [name, 0])) as Counts
  for (const { checked } of lines) counts[checked?.outcome ?? 'unchecked']++
  return counts
}

/** Whom the lines would write: so many people, and whether the company's papers. */
export function writtenOf(lines: readonly Line[]): { people: number; company: boolean; same: number } {
  const [own, people] = [lines.filter(isOfCompany), lines.filter((line) => !isOfCompany(line))].map(countsOf)
  return { people: (people?.created ?? 0) + (people?.changed ?? 0), company: (own?.changed ?? 0) > 0, same: people?.same ?? 0 }
}

/** A line that was mended stays where it is until it is checked again. */
export const shownOf = (lines: readonly Line[], show: Show): readonly Line[] =>
  show === 'all' ? lines : lines.filter(({ checked }) => checked?.outcome === show)
