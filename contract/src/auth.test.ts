import { describe, expect, it } from 'vitest'
import { activeCompanyId } from './auth.ts'

describe('the active company (§3)', () => {
  it.each([
    ['the chosen one', 'b', 'a', ['a', 'b'], 'b'],
    ['else the first one of the user', null, 'b', ['a', 'b'], 'b'],
    ['else any', null, null, ['a', 'b'], 'a'],
    ['never one that the user left', 'c', 'd', ['a'], 'a'],
    ['none without companies', 'c', 'c', [], undefined],
  ])('is %s', (_, active_company_id, company_id, company_ids, expected) => {
    expect(activeCompanyId({ active_company_id, company_id, company_ids })).toBe(expected)
  })
})
