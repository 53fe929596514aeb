import { useEffect, useState } from 'react'

/**
 * Props for a field with a list. Mantine 9.7.3 sets aria-controls and aria-expanded only if the list exists before it opens, so it is
 * mounted when the field gets the focus.
 */
export function useListAhead() {
  const [near, setNear] = useState(false)
  const [, drawAgain] = useState(false)
  useEffect(() => {
    // The list has its name only after it has been rendered.
    const timer = window.setTimeout(() => drawAgain(near))
    return () => window.clearTimeout(timer)
  }, [near])
  return { onFocus: () => setNear(true), comboboxProps: { keepMounted: near }, ...SCROLLS }
}

/** The list itself scrolls, so that the keyboard can scroll to its options. */
const SCROLLS = { withScrollArea: false, styles: { options: { maxBlockSize: '17.5rem', overflowY: 'auto' } } } as const
