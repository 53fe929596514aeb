import { expect, it } from 'vitest'
import { readFilters } from './useApplicationQuery.ts'
import { VIEW_NAMES, VIEWS, viewOf, viewsOf } from './views.ts'

it('knows each view of a role by its filters, whatever it is sorted by', () => {
  for (const name of viewsOf('admin')) expect(viewOf('admin', readFilters({ ...VIEWS[name], sort: 'nationality' }))).toBe(name)
  expect(viewOf('admin', readFilters({ ...VIEWS.late, stage: 'Medical Test' }))).toBeUndefined()
  expect(viewOf('employee', {})).toBeUndefined()
})

it('has views whose filters the call knows', () => {
  for (const name of VIEW_NAMES) {
    const { sort: _, ...filters } = VIEWS[name] as Record<string, string>
    expect(readFilters(filters)).toEqual(filters)
  }
})

it('takes what is unknown in an address for no filter', () => {
  expect(
    readFilters({
      assignee: 'sara',
      stage: 'Lunch',
      priority: 'fast_track',
      expires: '31',
      completed: '2026-13',
      q: 'sara',
      company_id: 'x',
    }),
  ).toEqual({
    priority: 'fast_track',
  })
})
