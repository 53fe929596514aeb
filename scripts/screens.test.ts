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
  const known = [...frame, ...visited]
  const unseen = Object.keys(calls).filter((name) => !shown.includes(`\`${name}\``) && !known.includes(name))
  expect(unseen).toEqual([])
})
