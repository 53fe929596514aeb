import { findMatch } from '../forms/findMatch.ts'

/** Marks the matches of a search in a text. Like the server, it ignores case, accents and Arabic variants (U31). */
export function Highlight({ text, search }: { text: string; search: string }) {
  const found = findMatch(text, search)
  if (!found) return <bdi>{text}</bdi>
  const [start, end] = found
  return (
    <bdi>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </bdi>
  )
}
