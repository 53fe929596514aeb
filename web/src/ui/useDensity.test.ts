import { expect, it } from 'vitest'
import { densityIn } from './useDensity.ts'

it.each([
  ['', 'normal'],
  ['portal_theme=dark; portal_density=compact', 'compact'],
  ['portal_density=huge', 'normal'],
  ['portal_density=constructor', 'normal'],
])('of the cookies %j is %s', (cookies, density) => {
  expect(densityIn(cookies)).toBe(density)
})
