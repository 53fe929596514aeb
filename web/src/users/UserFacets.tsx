import { NativeSelect } from '@mantine/core'
import { USER_FACETS, type UserFacet, type UserFilters } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { FacetBar } from '../ui/FacetBar.tsx'
import { ORDERS } from './useUserQuery.ts'

const FACETS = Object.keys(USER_FACETS) as UserFacet[]

interface UserFacetsProps {
  filters: UserFilters
  setFilter: (name: string, value: string) => void
  onClear: (() => void) | undefined
  sort: string
  onSort: (sort: string) => void
}

/** The filters of the cards and, as cards have no heads, their order. */
export function UserFacets({ filters, setFilter, onClear, sort, onSort }: UserFacetsProps) {
  const t = useTranslations('users')
  const roles = useTranslations('enums.role')
  const statuses = useTranslations('enums.status')
  const { role } = useUser()
  const nameOf = (facet: UserFacet, value: string) =>
    facet === 'role' ? roles(value as 'admin') : statuses(value === 'true' ? 'approved' : 'pending')
  const facets = FACETS.map((name) => ({
    name,
    label: t(`facets.${name}.label`),
    any: t(`facets.${name}.any`),
    value: filters[name] ?? '',
    // A company's administrator sees none of the platform (V3).
    options: USER_FACETS[name]
      .filter((value) => role === 'admin' || value !== 'admin')
      .map((value) => ({ value, label: nameOf(name, value) })),
  }))
  return (
    <FacetBar facets={facets} onChange={setFilter} onClear={onClear}>
      <NativeSelect
        size="xs"
        aria-label={t('sort')}
        value={sort}
        data={ORDERS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        onChange={(event) => onSort(event.currentTarget.value)}
      />
    </FacetBar>
  )
}
