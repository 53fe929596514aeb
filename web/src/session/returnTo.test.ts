import { describe, expect, it } from 'vitest'
import { isOwnPath } from './returnTo.ts'

describe('isOwnPath (B4)', () => {
  it.each(['/applications', '/applications/1?tab=stages#notes', '/'])('takes %j', (path) => {
    expect(isOwnPath(path)).toBe(true)
  })
  it.each(['https://evil.tld/', '//evil.tld', '/\\evil.tld', '/\t/evil.tld', 'javascript:alert(1)', 'applications', ''])(
    'refuses %j',
    (path) => {
      expect(isOwnPath(path)).toBe(false)
    },
  )
})
