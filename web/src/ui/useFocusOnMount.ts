import { type RefObject, useEffect, useRef } from 'react'

/** Takes the focus when the part appears in answer to a press whose button is gone. */
export function useFocusOnMount<E extends HTMLElement>(wanted: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  const takes = useRef(wanted)
  useEffect(() => {
    if (takes.current) element.current?.focus()
  }, [])
  return element
}
