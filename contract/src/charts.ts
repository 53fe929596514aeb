import { z } from 'zod'
import { call } from './call.ts'
import { DateOnly, Id, Month } from './fields.ts'
import { StageName } from './stages.ts'

/** How far back charts look, and that many weeks. */
export const CHART_WEEKS = { '3': 13, '6': 26, '12': 52 } as const
export type ChartMonths = keyof typeof CHART_WEEKS
/** How many companies are named. */
export const CHART_COMPANIES = 20
export const CHART_MONTHS = ['3', '6', '12'] as const satisfies ChartMonths[]

export const Charts = z.object({
  /** The last days of the weeks, today the last of all. */
  weeks: z.array(DateOnly),
  /** In the order of the process; `open`: active applications at the end of each of those days, `refused`: those of today whose stage is Rejected. */
  stages: z.array(z.object({ stage_name: StageName, open: z.array(z.number().int()), refused: z.number().int() })),
  /** For an administrator who asks for all: the companies with most open cases, most first, by stage in the order of the process. */
  companies: z.array(z.object({ company_id: Id, company_name: z.string(), open: z.array(z.number().int()) })),
  /** Of the visas completed in each of the last months, this one the last: how many, and the days from submission that half of them took at most; null where there is none. */
  completed: z.array(z.object({ month: Month, visas: z.number().int(), median_days: z.number().int().nullable() })),
  /** What moved into wallets and out of them in each of these months, and what they held at its end or hold now, in AED. */
  money: z.array(z.object({ month: Month, moved_in: z.number(), moved_out: z.number(), balance: z.number() })),
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
