import { expect, it } from 'vitest'
import { readFilters } from './useEmployeeQuery.ts'
import { VIEW_NAMES, VIEWS, viewOf } from './views.ts'

it('knows each view by its filters, whatever it is sorted by', () => {
  for (const name of VIEW_NAMES) expect(viewOf(readFilters({ ...VIEWS[name], sort: 'nationality' }))).toBe(name)
  expect(viewOf(readFilters({ ...VIEWS.expired, expires: '60' }))).toBeUndefined()
})

it('takes what is unknown in an address for no filter', () => {
  expect(readFilters({ status: 'lost', expires: '31', renewal: 'none', q: 'sara', company_id: 'x' })).toEqual({ renewal: 'none' })
})
