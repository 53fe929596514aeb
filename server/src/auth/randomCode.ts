import { randomInt } from 'node:crypto'

/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random text in groups, easy to type; almost five bits a letter. */
export const randomCode = (groups: number, letters: number): string =>
  Array.from({ length: groups }, () => Array.from({ length: letters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join('-')
