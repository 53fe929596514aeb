import { type ApplicationFilters, FACET_VALUES, type Facet, type ListQuery, MAX_FACET_COUNT, STAGE_NAMES } from 'contract'
import { and, type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { transactions } from '../db/wallet.table.ts'
import type { Viewer } from '../http/session.ts'
import type { Timing } from '../http/timing.ts'
import type { Scope } from '../visibility/counts.ts'
import { type FacetName, facetsOf, isActive, isLateIn } from './filters.ts'

export type Asked = ApplicationFilters & Pick<ListQuery, 'q'>

export interface Counting {
  viewer: Viewer
  asked: Asked
  at: Timing
  word: string
  scope: Scope<string> | undefined
}

/** So many rows are read for a facet: one more than are counted. */
export const MOST = sql.raw(String(MAX_FACET_COUNT + 1))

const counted = (rows: SQL): SQL => sql`(select count(*)::int from (${rows} limit ${MOST}) counted)`

/** The values of a facet one by one, each along its own index: of all companies, where nothing else narrows them. */
export const APART: Partial<Record<Facet, { beside: readonly FacetName[]; counts: (counting: Counting) => SQL[] }>> = {
  pace: {
    beside: ['status', 'stage'],
    // One stage after the other, until there are enough.
    counts: ({ asked, at }) => {
      const stages = STAGE_NAMES.filter((stage) => asked.stage === undefined || stage === asked.stage)
      const late = stages
        .map((stage) => isLateIn(stage, at))
        .map((inStage) => sql`select 1 from ${applications} where ${and(isActive, inStage)}`)
      return [counted(sql`select 1 from (${sql.join(late, sql` union all `)}) late`)]
    },
  },
  expires: {
    beside: [],
    counts: ({ viewer, at }) =>
      FACET_VALUES.expires.map((time) =>
        counted(sql`select 1 from ${applications} where ${facetsOf(viewer, at).expires(time)} order by ${applications.expires_on}`),
      ),
  },
  unpaid: {
    beside: [],
    counts: () => [
      counted(sql`select 1 from ${transactions} where ${transactions.type} = 'visa_payment' and ${transactions.status} = 'pending'
        and ${transactions.application_id} is not null`),
    ],
  },
}
