import type { ComponentProps } from 'react'
import { findMatch } from '../forms/findMatch.ts'

interface HighlightProps extends Omit<ComponentProps<'bdi'>, 'children'> {
  text: string
  search: string
}

/**
 * Marks the matches of a search in a text. Like the server, it ignores case, accents and Arabic variants (U31).
 * What cuts the text is this element: one around it does not know its direction and would cut the wrong end.
 */
export function Highlight({ text, search, ...rest }: HighlightProps) {
  const found = findMatch(text, search)
  if (!found) return <bdi {...rest}>{text}</bdi>
  const [start, end] = found
  return (
    <bdi {...rest}>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </bdi>
  )
}
