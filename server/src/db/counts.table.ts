import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { word } from './columns.ts'

/**
 * `status`: of applications; `stage`, `nationality`: of those that are not withdrawn. `case`: all by status, stage, its status and priority, with | between them.
 * `carried`: those that an administrator carries, by status and who it is. `took`: completed ones by month and days since submission, with | between. `arriving`:
 * active ones of new people, under ''. `employee`: their records by stored status. `expiry`: active ones by the visa's date,
 * those of past days together under ''. `people`: those behind applications, `transaction`, `company`, `user`: all, under ''. `moved_in`, `moved_out`: of wallets, by
 * month of Asia/Dubai; their number is in fils. `due`: visa payments that wait, in fils, by the day of Asia/Dubai on which they were charged and all under ''; `unpaid`: how many.
 */
const COUNTED = [
  ...(['status', 'stage', 'nationality', 'case', 'carried', 'took', 'arriving'] as const),
  ...(['employee', 'expiry', 'people', 'transaction', 'company', 'user'] as const),
  ...(['moved_in', 'moved_out', 'due', 'unpaid'] as const),
] as const
export type Counted = (typeof COUNTED)[number]

/** Numbers of rows, kept by triggers in the writer's transaction. They outlive a company as its transactions do. */
export const companyCounts = pgTable(
  'company_counts',
  {
    company_id: uuid().notNull(),
    kind: word(COUNTED).notNull(),
    value: text().notNull(),
    number: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.company_id, t.kind, t.value] }),
    index('company_counts_open').on(t.company_id).where(sql`${t.kind} = 'status' and ${t.value} = 'active'`),
    index('company_counts_days').on(t.value).where(sql`${t.kind} = 'expiry'`),
  ],
)

export const SLOTS = 16

/** The same over all companies, in 16 slots by company: one row would let one submission commit at a time. */
export const totalCounts = pgTable(
  'total_counts',
  {
    kind: word(COUNTED).notNull(),
    value: text().notNull(),
    slot: smallint().notNull(),
    number: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.value, t.slot] })],
)

/** Companies whose rows are not counted: not yet, while a schema changes, or no more, while they are deleted. */
export const uncounted = pgTable('uncounted', { company_id: uuid().primaryKey() })
