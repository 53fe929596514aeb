/** The short form of a record's id that people read to each other: its last, random digits. */
export const referenceOf = (id: string): string => id.slice(-8).toUpperCase()
