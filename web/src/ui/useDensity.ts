import { useState } from 'react'
import { writeCookie } from '../session/browserCookie.ts'

const COOKIE = 'portal_density'
/** The heights of rows, in px. */
export const DENSITIES = { compact: 36, normal: 44, roomy: 56 } as const
export type Density = keyof typeof DENSITIES
const NAMES = Object.keys(DENSITIES) as Density[]

export function densityIn(cookies: string): Density {
  const text = /(?:^|; )portal_density=([a-z]+)/.exec(cookies)?.[1]
  return NAMES.find((name) => name === text) ?? 'normal'
}

/** How high the rows of lists are in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(() => densityIn(document.cookie))
  const keep = (next: Density) => {
    writeCookie(COOKIE, next)
    setDensity(next)
  }
  return [density, keep]
}
