import type { ApplicationFilters } from 'contract'
import { useUrlState } from '../../ui/useUrlState.ts'

/** Where the list of the cases behind a mark is, of the company whose charts are shown. */
export function useCases() {
  const [company_id] = useUrlState('company')
  return (filters: ApplicationFilters) => ({ to: '/applications', search: { ...filters, ...(company_id && { company_id }) } })
}
