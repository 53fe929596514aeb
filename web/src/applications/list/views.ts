import type { Role } from 'contract'
import type { FilterName } from './useApplicationQuery.ts'

export const VIEW_NAMES = ['all', 'mine', 'waiting', 'refused', 'late', 'fast', 'unpaid'] as const
export type ViewName = (typeof VIEW_NAMES)[number]

type Search = Partial<Record<FilterName | 'sort', string>>

/** What the address has for each view. Where work is picked, Fast Track comes first, and then what was submitted first. */
export const VIEWS: Record<ViewName, Search> = {
  all: {},
  mine: { status: 'active', assignee: 'me', sort: 'priority' },
  waiting: { stage_status: 'waiting', sort: 'priority' },
  refused: { stage_status: 'Rejected', sort: 'priority' },
  late: { pace: 'late', sort: 'priority' },
  fast: { status: 'active', priority: 'fast_track', sort: 'priority' },
  unpaid: { unpaid: 'true', sort: 'priority' },
}

const OF_ROLE: Record<Role, readonly ViewName[]> = {
  admin: ['all', 'mine', 'waiting', 'refused', 'late', 'fast'],
  company_admin: ['all', 'refused', 'unpaid', 'late', 'fast'],
  employee: [],
}

export const viewsOf = (role: Role): readonly ViewName[] => OF_ROLE[role]

/** The view whose filters these are, whatever they are sorted by. */
export const viewOf = (role: Role, filters: Partial<Record<string, string>>): ViewName | undefined =>
  viewsOf(role).find((name) => {
    const { sort: _, ...wanted }: Search = VIEWS[name]
    const names = new Set([...Object.keys(wanted), ...Object.keys(filters)])
    return [...names].every((each) => wanted[each as FilterName] === filters[each])
  })
