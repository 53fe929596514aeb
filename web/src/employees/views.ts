import type { EmployeeFilters } from 'contract'

export const VIEW_NAMES = ['all', 'expiring', 'expired', 'requested', 'renewing'] as const
export type ViewName = (typeof VIEW_NAMES)[number]

type Search = Partial<Record<keyof EmployeeFilters | 'sort', string>>

/** What the address has for each view; where dates matter, the soonest comes first. */
export const VIEWS: Record<ViewName, Search> = {
  all: {},
  expiring: { expires: '30', renewal: 'none', sort: 'visa_expiry_date' },
  expired: { status: 'expired', renewal: 'none', sort: 'visa_expiry_date' },
  requested: { status: 'cancellation_requested' },
  renewing: { renewal: 'running' },
}

/** The view whose filters these are, whatever they are sorted by. */
export const viewOf = (filters: Partial<Record<string, string>>): ViewName | undefined =>
  VIEW_NAMES.find((name) => {
    const { sort: _, ...wanted }: Search = VIEWS[name]
    const names = new Set([...Object.keys(wanted), ...Object.keys(filters)])
    return [...names].every((each) => wanted[each as keyof EmployeeFilters] === filters[each])
  })
