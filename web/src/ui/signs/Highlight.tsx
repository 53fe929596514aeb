import { findMatch } from '../forms/findMatch.ts'

/** Text with the searched part marked, found as the server finds it: without case, accents and Arabic variants (U31). */
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
