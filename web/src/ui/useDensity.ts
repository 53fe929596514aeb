import { useState } from 'react'
import { writeCookie } from '../session/browserCookie.ts'

const COOKIE = 'portal_density'
/** The heights of rows, in px. */
export const DENSITIES = { compact: 36, normal: 44, roomy: 56 } as const
export type Density = keyof typeof DENSITIES
const isDensity = (text: string | undefined): text is Density => text !== undefined && text in DENSITIES

const kept = (): Density => {
  const text = /(?:^|; )portal_density=([a-z]+)/.exec(document.cookie)?.[1]
  return isDensity(text) ? text : 'normal'
}

/** How high the rows of lists are in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(kept)
  const keep = (next: Density) => {
    writeCookie(COOKIE, next)
    setDensity(next)
  }
  return [density, keep]
}
