import { useEffect, useState } from 'react'

/**
 * What a field that offers a list needs besides. Mantine 9.7.3 tells of the list (aria-controls, aria-expanded) only where that was there
 * before it opens: it comes with the focus.
 */
export function useListAhead() {
  const [near, setNear] = useState(false)
  const [, drawAgain] = useState(false)
  useEffect(() => {
    // The list gets its name only after it was drawn.
    const timer = window.setTimeout(() => drawAgain(near))
    return () => window.clearTimeout(timer)
  }, [near])
  return { onFocus: () => setNear(true), comboboxProps: { keepMounted: near }, ...SCROLLS }
}

/** The list itself scrolls, so that its options are what is scrolled to by keyboard. */
const SCROLLS = { withScrollArea: false, styles: { options: { maxBlockSize: '17.5rem', overflowY: 'auto' } } } as const
