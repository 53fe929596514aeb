import { useMatch } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useSettings } from '../session/settings.ts'

let focusedPath: string | undefined
/** Whether the screen of that path was reached by a navigation, which hands focus to its heading. */
let isHandedOver = false

/** Names the screen in the browser's title and hands focus to its `h1` after a navigation, never on the first load (U3). */
export function useScreen(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { product_name } = useSettings()
  // The match this screen was drawn for: the location is already the next one while the screen still shows.
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  useEffect(() => {
    document.title = `${title} · ${product_name}`
  }, [title, product_name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once a match
  useEffect(() => {
    const { pathname } = window.location
    const navigated = focusedPath !== undefined && focusedPath !== pathname
    if (focusedPath !== pathname) isHandedOver = navigated
    focusedPath = pathname
    // A heading that replaces the one of the loading state takes over the focus that went with it.
    const lost = isHandedOver && document.activeElement === document.body
    if (navigated || lost) heading.current?.focus({ preventScroll: true })
  }, [path])
  return heading
}
