import { searchable } from 'contract'

/** The start and end of the shortest part of the text that matches, compared as the server does. */
export function findMatch(text: string, search: string): [number, number] | undefined {
  const wanted = searchable(search)
  if (wanted === '' || !searchable(text).includes(wanted)) return undefined
  let start = 0
  while (searchable(text.slice(start + 1)).includes(wanted)) start += 1
  let end = start + 1
  while (end < text.length && !searchable(text.slice(start, end)).includes(wanted)) end += 1
  // A vowel sign or accent belongs to the letter before it.
  while (end < text.length && /\p{M}/u.test(text[end] ?? '')) end += 1
  return [start, end]
}
