import type { DocumentInfo, Paper, PaperKind } from 'contract'

/** In the order of the form. */
export const PAPER_FIELDS = ['title', 'number', 'issued_on', 'expires_on', 'issuer', 'note'] as const
export type PaperField = (typeof PAPER_FIELDS)[number]
export type PaperTyped = Record<PaperField, string>

/** What is typed of a new paper, with its file. */
export type NewPaperTyped = PaperTyped & { document: DocumentInfo | undefined }

export const EMPTY_PAPER: NewPaperTyped = {
  ...{ title: '', number: '', issuer: '', issued_on: '', expires_on: '', note: '' },
  document: undefined,
}

export const sentOf = <Typed extends NewPaperTyped>({ document, ...typed }: Typed) => ({
  ...typed,
  ...(document && { document: document.url }),
})

export const typedOf = (paper: Paper): PaperTyped =>
  Object.fromEntries(PAPER_FIELDS.map((field) => [field, paper[field] ?? ''])) as PaperTyped

/** Other papers alone have a title; the number of a trade licence stands in the company profile. */
export const isAsked = (field: PaperField, kind: PaperKind): boolean => {
  if (field === 'title') return kind === 'other_paper'
  return field !== 'number' || kind !== 'trade_license'
}

export const paperFieldId = (field: string): string => `paper-${field}`
