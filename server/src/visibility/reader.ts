import { activeCompanyId, type CompaniesQuery } from 'contract'
import { refuseField } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'

/** A viewer, and whether lists and counts are of all own companies instead of the active one (V3). */
export interface Reader extends Viewer {
  companies?: CompaniesQuery['companies']
}

/** Others than a company_admin have no choice: an administrator reads all companies, an employee the own cases. */
export function readerOf(viewer: Viewer, { companies }: CompaniesQuery): Reader {
  if (companies && viewer.role !== 'company_admin') refuseField('companies', 'Only a company administrator chooses all own companies')
  return { ...viewer, companies }
}

/** Of which companies a company_admin's lists and counts are (V3). */
export function listedCompanies(reader: Reader): string[] {
  if (reader.companies === 'all') return reader.company_ids
  const active = activeCompanyId(reader)
  return active ? [active] : []
}
