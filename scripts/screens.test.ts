import { readFileSync } from 'node:fs'
import { calls } from 'contract'
import { expect, it } from 'vitest'
import { made, page, table } from './screens.ts'

it('docs/screens.md is up to date (npm run make -- screens writes it again)', () => {
  expect(readFileSync(page, 'utf8')).toBe(made())
})

it('every call has a screen, but those of the frame', () => {
  const shown = table()
  const frame = ['countWaiting', 'getSettings', 'logout', 'me', 'search', 'streamChanges', 'switchCompany', 'takeSession']
  // The provider sends the browser there.
  const visited = ['finishGoogleSignIn']
  // Screens show it in the list of companies, with what else is known of them.
  const elsewhere = ['listReadiness']
  const known = [...frame, ...visited, ...elsewhere]
  const unseen = Object.keys(calls).filter((name) => !shown.includes(`\`${name}\``) && !known.includes(name))
  expect(unseen).toEqual([])
})
