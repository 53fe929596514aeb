import { z } from 'zod'
import { ApplicationType } from './applications.ts'
import { call } from './call.ts'
import { CompaniesQuery, DateOnly, Id, Timestamp } from './fields.ts'
import { ApplicationStatus, StageName, StageStatus } from './stages.ts'

/** Counting stops here; beyond it a screen says `1,000+`. */
export const MAX_WAITING = 1_000

/** How many items of a group are named. */
export const GROUP_SIZE = 5

/** In the order in which they are shown. Each case is in one group at most. */
export const WORK_KINDS = [
  'own_visa',
  /** Of a company: some stage is Rejected. */
  'refused',
  /** Refused cases that the company has answered with documents, unless late. */
  'answered',
  /** Active cases that have stood in their stage for more than twice the usual days. */
  'late',
  'registration',
  'topup',
  'cancellation',
  /** Active cases whose current stage is not recorded, unless late. */
  'not_begun',
  'dues',
  /** Active employees whose visa has expired, and people whose visa expires soon (S9); without an active renewal (S12). */
  'expired',
  'expiring',
  'draft',
] as const
export const WorkKind = z.enum(WORK_KINDS)
export type WorkKind = z.infer<typeof WorkKind>

export const RegistrationDoubt = z.enum(['email_not_confirmed', 'trade_license_seen_before'])
export type RegistrationDoubt = z.infer<typeof RegistrationDoubt>

/** Null is what a kind does not have. */
export const WorkItem = z.object({
  /** Of the application, employee, user or transaction to open. */
  id: Id.nullable(),
  /** The person, or the company whose money it is. */
  name: z.string().nullable(),
  /** For admins, and where it is of all own companies. */
  company_name: z.string().nullable(),
  /** Of what is of one company, where `company_name` names it. */
  company_id: Id.nullable(),
  since: Timestamp.nullable(),
  late: z.boolean(),
  stage_name: StageName.nullable(),
  stage_status: StageStatus.nullable(),
  /** The stage to begin: the current one, or the next that applies. */
  next_stage: StageName.nullable(),
  status: ApplicationStatus.nullable(),
  /** When the company answered the refusal. */
  answered_at: Timestamp.nullable(),
  /** The first line of what a refusal says. */
  note: z.string().nullable(),
  /** In AED. Of dues all that is due. */
  amount: z.number().nullable(),
  /** In AED, what balance and pending top-ups do not cover of the dues. */
  missing: z.number().nullable(),
  expires_on: DateOnly.nullable(),
  draft_kind: ApplicationType.nullable(),
  doubts: z.array(RegistrationDoubt),
  /** Whom the employee asks (E7). */
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
})
export type WorkItem = z.infer<typeof WorkItem>

export const WorkGroup = z.object({
  kind: WorkKind,
  /** MAX_WAITING + 1 stands for more. */
  count: z.number().int(),
  /** The first GROUP_SIZE, fast track first, then the oldest; of what expires none, because a list of its own names them. */
  items: z.array(WorkItem),
})
export type WorkGroup = z.infer<typeof WorkGroup>

/** What a new company does first; `papers` of its seven documents are there. */
export const FirstSteps = z.object({
  papers: z.number().int(),
  papers_done: z.boolean(),
  topped_up: z.boolean(),
  applied: z.boolean(),
  invited: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

/** Counting the people of one day stops here. */
export const MAX_A_DAY = 100

export const ExpiringDay = z.object({
  date: DateOnly,
  /** MAX_A_DAY stands for as many or more. */
  people: z.number().int(),
})
export type ExpiringDay = z.infer<typeof ExpiringDay>

/** In AED; what neither the balance nor pending top-ups of the same company cover of what is due is missing. */
export const WalletToday = z.object({ balance: z.number(), due: z.number(), missing: z.number() })
export type WalletToday = z.infer<typeof WalletToday>

const everyone = ['admin', 'company_admin', 'employee'] as const

export const getToday = call('getToday', 'GET /today', {
  access: everyone,
  summary: 'What waits for the viewer, in groups with their count and first items, in the scope of the lists (V3, V4)',
  query: CompaniesQuery,
  reply: z.object({
    groups: z.array(WorkGroup),
    /** Of one company; null for all but a company_admin, and once all are done. */
    first_steps: FirstSteps.nullable(),
    /** Of the expiring list (S9), renewed or not, those days on which somebody's visa expires; an employee has none. */
    expiring_days: z.array(ExpiringDay),
    /** Of the active company or all own ones; null for all but a company_admin. */
    wallet: WalletToday.nullable(),
  }),
  extension: true,
  journal: 'application',
})

export const WAITING_ENTRIES = ['applications', 'employees', 'billing', 'users'] as const

/** What a person with several companies compares them by. */
export const OwnCompanyToday = z.object({
  company_id: Id,
  /** In AED: what visa payments wait for. */
  due: z.number(),
  /** Active employees whose visa has expired, as in the stats. */
  expired: z.number().int(),
  /** As many as the expiring list has (S9); MAX_WAITING + 1 stands for more. */
  expiring: z.number().int(),
})
export type OwnCompanyToday = z.infer<typeof OwnCompanyToday>

/** Each at most MAX_WAITING + 1, which stands for more. */
export const WaitingCounts = z.object({
  /** Of admins late and answered cases and those to begin, of a company refused ones. */
  applications: z.number().int(),
  /** Of admins cancellation requests, of a company visas that have expired or soon will, without a renewal. */
  employees: z.number().int(),
  /** Of admins pending top-ups, of a company payments that are due. */
  billing: z.number().int(),
  /** Registrations. */
  users: z.number().int(),
  /** All own ones of a company_admin. */
  companies: z.array(OwnCompanyToday),
})
export type WaitingCounts = z.infer<typeof WaitingCounts>

export const countWaiting = call('countWaiting', 'GET /today/counts', {
  access: everyone,
  summary: 'How much waits for the viewer behind each entry of the sidebar, and in each own company of a company_admin',
  reply: WaitingCounts,
  background: true,
  extension: true,
})
