import { planApplications } from './plan-applications.ts'
import { FIRST_DAYS_AGO, planCompanies } from './plan-companies.ts'
import { type PlannedEmployee, planStaff } from './plan-staff.ts'

/** Days before `until` when the provider opens. */
export const YEAR_DAYS = FIRST_DAYS_AGO + 1

export interface Size {
  companies: number
  applications: number
}

/** A provider's year that ends at `until`: who comes when, what they hand in and what is done with it. The same for the same input. */
export function planYear({ companies: count, applications: many }: Size, until: number) {
  const { companies, newcomers } = planCompanies(count, until)
  const applications = planApplications(companies, many, until)
  const renewed = applications.flatMap(({ employee }): PlannedEmployee[] => (employee ? [employee] : []))
  return { companies, newcomers, applications, staff: [...renewed, ...planStaff(companies, until)] }
}

export type Year = ReturnType<typeof planYear>
