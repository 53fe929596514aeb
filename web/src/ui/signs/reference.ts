/** The short form of a record's id, for people to read out: its last digits, which are random. */
export const referenceOf = (id: string): string => id.slice(-8).toUpperCase()
