import { z } from 'zod'
import { call } from './call.ts'
import { DateOnly, Id, ListQuery, Month } from './fields.ts'
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
  /** For admins only. */
  company_name: z.string().nullable(),
  expiry_date: DateOnly,
  days_left: z.number().int(),
  /** The active one. */
  renewal: z.object({ application_id: Id, stage_name: StageName }).nullable(),
})
export type ExpiringVisa = z.infer<typeof ExpiringVisa>

export const getStats = call('getStats', 'GET /dashboard/stats', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The numbers of the four cards, in the scope of the lists (V3, V4)',
  reply: DashboardStats,
})

export const listExpiringVisas = call('listExpiringVisas', 'GET /dashboard/expiring-visas', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'Visas that expire from today to 30 days ahead in Asia/Dubai, soonest first, one row a person (S9)',
  query: ListQuery.pick({ limit: true, cursor: true }),
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
  summary: 'Applications by nationality and by current stage, most first, in the scope of the lists',
  reply: Analytics,
  extension: true,
})

/** How far back charts look, and that many weeks. */
export const CHART_WEEKS = { '3': 13, '6': 26, '12': 52 } as const
export type ChartMonths = keyof typeof CHART_WEEKS
export const CHART_MONTHS = ['3', '6', '12'] as const satisfies ChartMonths[]

export const Charts = z.object({
  /** The last days of the weeks, today the last of all. */
  weeks: z.array(DateOnly),
  /** In the order of the process; `open`: active applications at the end of each of those days, `refused`: those of today whose stage is Rejected. */
  stages: z.array(z.object({ stage_name: StageName, open: z.array(z.number().int()), refused: z.number().int() })),
  /** Of the visas completed in each of the last months, this one the last: how many, and the days from submission that half of them took at most; null where there is none. */
  completed: z.array(z.object({ month: Month, visas: z.number().int(), median_days: z.number().int().nullable() })),
  /** From today to the end of the eleventh month after this one, the days on which visas of active employee records expire. */
  expiring: z.array(z.object({ date: DateOnly, visas: z.number().int() })),
})
export type Charts = z.infer<typeof Charts>

export const getCharts = call('getCharts', 'GET /dashboard/charts', {
  access: ['admin', 'company_admin'],
  summary: 'The numbers of the charts over the last months, in the scope of the lists (V3) or of one company of it',
  query: z.object({ months: z.enum(CHART_MONTHS).default('12'), company_id: Id.optional() }),
  reply: Charts,
  extension: true,
})
