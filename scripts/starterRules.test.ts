import { expect, it } from 'vitest'
import { made, text } from './starterRules.ts'

it('docs/rules-starter.md tells of every rule that the portal brings along: npm run make -- rules', () => {
  expect(made()).toBe(text())
})
