import { z } from 'zod'
import { call } from './call.ts'
import { DEADLINE_KEYS, DEADLINE_WHO, STOP_REASONS } from './deadlineKeys.ts'
import { ById, DateOnly, FreeText, Id, ListQuery } from './fields.ts'

export const DeadlineKey = z.enum(DEADLINE_KEYS)
export type DeadlineKey = z.infer<typeof DeadlineKey>
export const DeadlineWho = z.enum(DEADLINE_WHO)
export type DeadlineWho = z.infer<typeof DeadlineWho>
export const StopReason = z.enum(STOP_REASONS)
export type StopReason = z.infer<typeof StopReason>

const Aed = z.number().nonnegative()

/** A clock that runs about a person, a case or a company. */
export const Deadline = z.object({
  id: Id,
  key: DeadlineKey,
  company_id: Id,
  company_name: z.string(),
  /** The newest record of the person; null for a clock of the company, and for a person without a record. */
  employee_id: Id.nullable(),
  /** Of the record, else of the case; null for a clock of the company. */
  person_name: z.string().nullable(),
  /** The case whose dates it is counted from. */
  application_id: Id.nullable(),
  /** The paper whose end or beginning it is counted from: the one to renew. */
  paper_id: Id.nullable(),
  /** The active renewal of the person. */
  renewal_application_id: Id.nullable(),
  /** What it is counted by: the rule of what it costs or how long it lasts, and that of the time of grace. */
  rule_id: Id.nullable(),
  grace_rule_id: Id.nullable(),
  /** The day from which it is counted: the end of a paper, a day of the case, the first day abroad. */
  counted_from: DateOnly,
  /** The last day in time. */
  due_on: DateOnly,
  /** The last day in time stands on a paper, and no rule reckons it. */
  printed: z.boolean(),
  /** 0 on the last day, negative afterwards. */
  days_left: z.number().int(),
  /** The first day that costs something. Null: no rule says that it does, or the money does not concern the viewer. */
  fined_from: DateOnly.nullable(),
  who: DeadlineWho,
  /** What is unconfirmed or taken for granted is shown, and in no sum. */
  counted: z.boolean(),
  /** Since when it stands still, and why; `until` is the last such day. The employee role does not read it. */
  stop: z.object({ reason: StopReason, from: DateOnly, until: DateOnly.nullable(), note: z.string().nullable() }).nullable(),
  /** Up to today, and what the next 30 days add. Null for those whom the money does not concern, and where there is none. */
  accrued: Aed.nullable(),
  next_30_days: Aed.nullable(),
  cap: Aed.nullable(),
})
export type Deadline = z.infer<typeof Deadline>

export const DeadlineFilters = z.object({
  key: DeadlineKey.optional(),
  who: DeadlineWho.optional(),
  /** The last day has passed, or it has not. */
  late: z.stringbool().optional(),
  /** The last day lies within so many days from today on. */
  within: z.coerce.number().int().min(0).max(730).optional(),
  /** It costs something now or within 30 days, and whether that is in the sums. */
  counted: z.stringbool().optional(),
  company_id: Id.optional(),
  employee_id: Id.optional(),
  application_id: Id.optional(),
})
export type DeadlineFilters = z.output<typeof DeadlineFilters>

export const listDeadlines = call('listDeadlines', 'GET /deadlines', {
  access: ['admin', 'company_admin', 'employee'],
  summary:
    'Clocks that run, soonest last day first: all for an admin, those of the active company for a company_admin, the own ones without the money of the company for an employee (V3, V4)',
  query: ListQuery.omit({ q: true }).extend(DeadlineFilters.shape),
  reply: z.array(Deadline),
  answers: 'list',
  extension: true,
  journal: 'employee',
})

const amounts = {
  /** Clocks whose last day has passed, and those whose last day comes within 30 days. */
  late: z.number().int(),
  due_in_30_days: z.number().int(),
  /** Of confirmed rules alone. */
  accrued: Aed,
  next_30_days: Aed,
  /** Clocks that cost something now or within 30 days, and are in no sum. */
  uncounted: z.number().int(),
}

/** What being late costs: up to today, and what the next 30 days add if nobody acts. */
export const Risk = z.object({
  ...amounts,
  /** Asked for with `by=key`, in the order of the keys; else empty. */
  by_key: z.array(z.object({ key: DeadlineKey, ...amounts })),
  /** Asked for with `by=company`, by an admin: the 50 companies with most at risk; else empty. */
  by_company: z.array(z.object({ company_id: Id, company_name: z.string(), ...amounts })),
})
export type Risk = z.infer<typeof Risk>

export const getRisk = call('getRisk', 'GET /deadlines/risk', {
  access: ['admin', 'company_admin'],
  summary: 'Money at risk: of all companies or of one for an admin, of the active company for a company_admin (V3)',
  query: z.object({ company_id: Id.optional(), by: z.enum(['key', 'company']).optional() }),
  reply: Risk,
  extension: true,
  refuses: [404],
})

export const stopDeadline = call('stopDeadline', 'PUT /deadlines/{id}/stop', {
  access: ['admin'],
  summary: 'Let a clock stand still from a day on, for one of the reasons that its rule names, until a day or until further notice',
  params: ById,
  body: z.object({ reason: StopReason, from: DateOnly, until: z.union([z.literal(''), DateOnly]).nullish(), note: FreeText.nullish() }),
  reply: Deadline,
  extension: true,
  journal: 'employee',
  touches: ['employee', 'application'],
  refuses: [409],
})

export const resumeDeadline = call('resumeDeadline', 'DELETE /deadlines/{id}/stop', {
  access: ['admin'],
  summary: 'Take back that a clock stands still: all its days count again. To end it on a day, set that day as its end',
  params: ById,
  extension: true,
  touches: ['employee', 'application'],
  refuses: [409],
})
