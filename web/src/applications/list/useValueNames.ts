import type { Facet } from 'contract'
import { useTranslations } from 'use-intl'
import { formatMonth } from '../../ui/signs/dates.ts'
import { nationalityName } from '../../ui/signs/nationality.ts'

/** The words of a facet's value. */
export function useValueNames(): (name: Facet | 'assignee' | 'completed' | 'nationality', value: string) => string {
  const stages = useTranslations('enums.stage')
  const priorities = useTranslations('enums.priority')
  const statuses = useTranslations('enums.status')
  const own = useTranslations('applications.facetValues')
  return (name, value) => {
    if (name === 'stage') return stages(value as 'Offer Letter')
    if (name === 'priority') return priorities(value as 'normal')
    if (name === 'nationality') return nationalityName(value)
    if (name === 'completed') return own('completed', { month: formatMonth(value) })
    if (name === 'assignee') return own(value === 'me' || value === 'nobody' ? value : 'carried')
    const isStatus = name === 'status' || (name === 'stage_status' && value !== 'waiting' && value !== 'not_begun')
    return isStatus ? statuses(value as 'active') : own(value as 'late')
  }
}
