import type { Facet } from 'contract'
import { useTranslations } from 'use-intl'
import { formatMonth } from '../../ui/signs/dates.ts'
import { nationalityName } from '../../ui/signs/nationality.ts'

/** The words of a facet's value. */
export function useValueNames(): (name: Facet | 'assignee' | 'completed' | 'nationality', value: string) => string {
  const words = useTranslations('enums')
  const own = useTranslations('applications.facetValues')
  return (name, value) => {
    if (name === 'stage') return words(`stage.${value}` as 'stage.Offer Letter')
    if (name === 'priority') return words(`priority.${value}` as 'priority.normal')
    if (name === 'nationality') return nationalityName(value)
    if (name === 'completed') return own('completed', { month: formatMonth(value) })
    if (name === 'assignee') return own(value === 'me' || value === 'nobody' ? value : 'carried')
    const isStatus = name === 'status' || (name === 'stage_status' && value !== 'waiting' && value !== 'not_begun')
    return isStatus ? words(`status.${value}` as 'status.active') : own(value as 'late')
  }
}
