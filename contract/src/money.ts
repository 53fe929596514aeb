import { westernDigits } from './digits.ts'

/** Integer fils; 100 fils are one AED (W1). */
export type Fils = number & { readonly __unit: 'fils' }

export const fils = (amount: number): Fils => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount in fils: ${amount}`)
  return amount as Fils
}

export const plus = (a: Fils, b: Fils): Fils => fils(a + b)
export const minus = (a: Fils, b: Fils): Fils => fils(a - b)
/** What is missing of an amount; 0 where there is enough. */
export const shortfall = (needed: Fils, there: Fils): Fils => fils(Math.max(0, needed - there))
export const sum = (amounts: readonly Fils[]): Fils => amounts.reduce(plus, fils(0))

/** For the wire: AED as a JSON number with at most two decimals. */
export const toAed = (amount: Fils): number => amount / 100
export const fromAed = (aed: number): Fils => fils(Math.round(aed * 100))

let format: Intl.NumberFormat | undefined
/** `AED 7,500.00`, with a non-breaking space (U11). */
export function formatAed(aed: number): string {
  // The first of its kind is slow to make, and the start of the program waits for none.
  format ??= new Intl.NumberFormat('en-AE', { style: 'currency', currency: 'AED' })
  return format.format(aed)
}
export const formatSigned = (aed: number, direction: 'credit' | 'debit'): string =>
  `${direction === 'debit' ? '\u2212' : '+'}${formatAed(aed)}`

/** Arabic and Persian digits and separators become Latin ones. */
const western = (text: string): string => westernDigits(text).replaceAll('٫', '.').replaceAll('٬', ',')

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** `1,234.50`; `parseAmount` reads it back. */
export const formatAmount = (amount: Fils): string => {
  const cents = Math.abs(amount) % 100
  return `${amount < 0 ? '\u2212' : ''}${grouped(String((Math.abs(amount) - cents) / 100))}.${String(cents).padStart(2, '0')}`
}

/** Reads `1234.5`, `1,234.50`, `AED 1,234.50` and the same in Arabic digits. Undefined for a third decimal, a wrong comma or a sign. */
export function parseAmount(text: string): Fils | undefined {
  const plain = western(text.trim().replace(/^AED\s*/i, ''))
  const [, dirhams, decimals = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  if (dirhams === undefined) return undefined
  const amount = Number(`${dirhams.replaceAll(',', '')}${decimals.padEnd(2, '0')}`)
  return Number.isSafeInteger(amount) ? fils(amount) : undefined
}

/** What an amount field shows after an edit. Undefined refuses it: a letter, a third decimal, a pasted `8,20` (which would become 820). */
export function editAmount(before: string, edited: string): string | undefined {
  const pasted = parseAmount(edited) === undefined ? insertedInto(before, edited) : ''
  if (pasted.length > 1 && pasted.includes(',')) return undefined
  const plain = western(edited.trim().replace(/^AED\s*/i, '')).replaceAll(',', '')
  const [, dirhams = '', decimals = ''] = /^(\d*)(\.\d{0,2})?$/.exec(plain) ?? []
  return plain === dirhams + decimals ? grouped(dirhams) + decimals : undefined
}

function insertedInto(before: string, after: string): string {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return western(after.slice(start, after.length - end))
}
