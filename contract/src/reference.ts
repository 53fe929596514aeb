/** The short form of a record's id, for people to read out: its last digits, which are random. */
export const referenceOf = (id: string): string => id.slice(-8).toUpperCase()

/** Fewer digits are the first ones of too many references. */
const DIGITS = /^#?([0-9a-f]{4,8})$/i
const WHOLE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The digits with which a reference begins, in lower case, where the text is one, a part of one, or a whole id. */
export function referenceIn(text: string): string | undefined {
  const typed = text.trim()
  return (WHOLE_ID.test(typed) ? typed.slice(-8) : DIGITS.exec(typed)?.[1])?.toLowerCase()
}
