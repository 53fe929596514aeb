import { useMatch } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useSettings } from '../session/settings.ts'
import { useInPlaceOfPainted } from './painted.ts'
import { showTitle } from './title.ts'

let focusedPath: string | undefined
/** Whether the screen of that path was opened by a navigation, after which its heading gets the focus. */
let takesFocus = false

/** Also a heading that comes after another one of the same screen gets the focus, as after a navigation. */
export const keepFocusOnHeading = (): void => {
  takesFocus = true
}

/** Sets the browser's title, and focuses the screen's `h1` after a navigation, but not on the first load (U3). */
export function useScreen(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { product_name } = useSettings()
  useInPlaceOfPainted()
  // The screen's own match: the location changes while this screen still shows.
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  useEffect(() => {
    showTitle(`${title} · ${product_name}`)
  }, [title, product_name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once a match
  useEffect(() => {
    const { pathname } = window.location
    const navigated = focusedPath !== undefined && focusedPath !== pathname
    if (focusedPath !== pathname) takesFocus = navigated
    focusedPath = pathname
    // A heading that replaces the focused heading of the loading state gets the focus.
    const lost = takesFocus && document.activeElement === document.body
    if (navigated || lost) heading.current?.focus({ preventScroll: true })
  }, [path])
  return heading
}
