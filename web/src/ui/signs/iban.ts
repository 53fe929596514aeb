/** `AE07 0331 2345 6789 0123 456`. */
export const inFours = (iban: string): string => iban.replace(/\S{4}(?=\S)/g, '$& ')
