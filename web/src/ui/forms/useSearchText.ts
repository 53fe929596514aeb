import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

export const SEARCH_DELAY_MS = 200

/** The text in a field that finds records, and the text to search for, which follows when the typing stops. */
export function useSearchText() {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, SEARCH_DELAY_MS)
  return { typed, setTyped, settled }
}
