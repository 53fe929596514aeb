import type { Establishment, EstablishmentChange } from 'contract'

/** In the order in which they are shown and asked for. */
export const ESTABLISHMENT_FIELDS = [
  ...(['emirate', 'jurisdiction', 'free_zone', 'mohre_number', 'mohre_category', 'immigration_number'] as const),
  ...(['trn', 'signatory_name', 'quota_total', 'quota_as_of', 'wages_paid_through'] as const),
] as const
export type EstablishmentField = (typeof ESTABLISHMENT_FIELDS)[number]
/** What is typed, as texts. */
export type Typed = Record<EstablishmentField, string>

export const typedOf = (establishment: Establishment): Typed =>
  Object.fromEntries(ESTABLISHMENT_FIELDS.map((field) => [field, String(establishment[field] ?? '')])) as Typed

const NUMBERS: readonly EstablishmentField[] = ['mohre_category', 'quota_total']
/** What is no number is sent as it is typed, and the server says so. */
const saidOf = (field: EstablishmentField, text: string): string | number =>
  NUMBERS.includes(field) && /^-?\d+$/.test(text) ? Number(text) : text

/** What differs from what was read; an empty text is none. */
export const changeOf = (before: Typed, typed: Typed): EstablishmentChange =>
  Object.fromEntries(
    ESTABLISHMENT_FIELDS.filter((field) => typed[field].trim() !== before[field]).map((field) => [
      field,
      saidOf(field, typed[field].trim()),
    ]),
  ) as EstablishmentChange
