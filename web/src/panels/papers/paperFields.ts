import type { Paper, PaperKind } from 'contract'

export const PAPER_FIELDS = ['title', 'number', 'issuer', 'issued_on', 'expires_on', 'note'] as const
export type PaperField = (typeof PAPER_FIELDS)[number]
export type PaperTyped = Record<PaperField, string>

export const EMPTY_PAPER: PaperTyped = { title: '', number: '', issuer: '', issued_on: '', expires_on: '', note: '' }

export const typedOf = (paper: Paper): PaperTyped =>
  Object.fromEntries(PAPER_FIELDS.map((field) => [field, paper[field] ?? ''])) as PaperTyped

/** Other papers alone have a title; the number of a trade licence stands in the company profile. */
export const isAsked = (field: PaperField, kind: PaperKind): boolean => {
  if (field === 'title') return kind === 'other_paper'
  return field !== 'number' || kind !== 'trade_license'
}

export const paperFieldId = (field: string): string => `paper-${field}`
