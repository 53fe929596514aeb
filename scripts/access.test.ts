import { readFileSync } from 'node:fs'
import { calls } from 'contract'
import { expect, it } from 'vitest'
import { made, page } from './access.ts'

it('docs/access.md is up to date (npm run make -- access writes it again)', () => {
  expect(readFileSync(page, 'utf8')).toBe(made())
})

it('has a row for every call', () => {
  const text = made()
  const missing = Object.values(calls).filter(({ method, path }) => !text.includes(`| \`${method} ${path}\` |`))
  expect(missing).toEqual([])
})
