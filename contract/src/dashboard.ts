import { z } from 'zod'
import { VisaApplication } from './applications.ts'
import { call } from './call.ts'
import { CompaniesQuery, DateOnly, Id, ListQuery } from './fields.ts'
import { StageName } from './stages.ts'

export const DashboardStats = z.object({
  total_applications: z.number().int(),
  total_companies: z.number().int(),
  pending_applications: z.number().int(),
  completed_applications: z.number().int(),
  expired_employees: z.number().int(),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const ExpiringVisa = z.object({
  /** Of the person's newest application, else of the employee record. */
  id: Id,
  record: z.enum(['application', 'employee']),
  employee_id: Id.nullable(),
  employee_name: z.string(),
  passport_number: z.string().nullable(),
  /** Where the list is of several companies. */
  company_name: z.string().nullable(),
  expiry_date: DateOnly,
  days_left: z.number().int(),
  /** The active one. */
  renewal: z
    .object({
      application_id: Id,
      stage_name: StageName,
      ...VisaApplication.pick({ stage_status: true, visa_type: true, employee_location: true }).shape,
    })
    .nullable(),
})
export type ExpiringVisa = z.infer<typeof ExpiringVisa>

export const getStats = call('getStats', 'GET /dashboard/stats', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The numbers of the four cards, in the scope of the lists (V3, V4)',
  query: CompaniesQuery,
  reply: DashboardStats,
})

export const listExpiringVisas = call('listExpiringVisas', 'GET /dashboard/expiring-visas', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'Visas that expire from today to 30 days ahead in Asia/Dubai, soonest first, one row a person (S9)',
  query: ListQuery.pick({ limit: true, cursor: true }).extend(CompaniesQuery.shape),
  reply: z.array(ExpiringVisa),
  answers: 'list',
  journal: 'application',
})

export const Analytics = z.object({
  by_nationality: z.array(z.object({ nationality: z.string(), count: z.number().int() })),
  by_stage: z.array(z.object({ stage_name: StageName, count: z.number().int() })),
})
export type Analytics = z.infer<typeof Analytics>

export const getAnalytics = call('getAnalytics', 'GET /dashboard/analytics', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'Applications by nationality, however it was written, and by current stage, most first, in the scope of the lists',
  reply: Analytics,
  extension: true,
})
