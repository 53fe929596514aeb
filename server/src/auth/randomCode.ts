import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random text that a person can type, in groups; almost five bits a letter. */
export const randomCode = (groups: number, letters: number): string =>
  Array.from({ length: groups }, () => Array.from({ length: letters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join('-')
