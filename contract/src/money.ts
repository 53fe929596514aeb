/** An amount of money in integer fils; 100 fils are one AED (W1). */
export type Fils = number & { readonly __unit: 'fils' }

export const fils = (amount: number): Fils => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount in fils: ${amount}`)
  return amount as Fils
}

/** AED as a JSON number with at most two decimals, as it stands on the wire. */
export const toAed = (amount: Fils): number => amount / 100
/** The exact fils of a wire amount in AED. */
export const fromAed = (aed: number): Fils => fils(Math.round(aed * 100))

const format = new Intl.NumberFormat('en-AE', { style: 'currency', currency: 'AED' })
/** `AED 7,500.00`, with a non-breaking space (U11). */
export const formatAed = (aed: number): string => format.format(aed)
/** `+AED 500.00` or `−AED 7,500.00`, with a minus sign. */
export const formatSigned = (aed: number, direction: 'credit' | 'debit'): string =>
  `${direction === 'debit' ? '\u2212' : '+'}${formatAed(aed)}`
