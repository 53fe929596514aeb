import { type RefObject, useEffect, useRef } from 'react'

/** Focuses an element that appears when the pressed button has gone. */
export function useFocusOnMount<E extends HTMLElement>(wanted: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  const takes = useRef(wanted)
  useEffect(() => {
    if (takes.current) element.current?.focus()
  }, [])
  return element
}
