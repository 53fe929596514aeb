import { z } from 'zod'
import { call, type Role } from './call.ts'
import { Id, ListQuery, Timestamp } from './fields.ts'
import { Changes } from './history.ts'
import { StageName, StageStatus } from './stages.ts'

export const NoticeKind = z.enum([
  'registration_waiting',
  'application_submitted',
  'renewal_requested',
  'cancellation_requested',
  'cancellation_decided',
  'topup_requested',
  'topup_decided',
  'stage_decided',
  'application_withdrawn',
  'message_received',
  'documents_received',
  'bank_details',
  'company_corrected',
  'cases_assigned',
  'reversal_made',
  'company_deleted',
])
export type NoticeKind = z.infer<typeof NoticeKind>

/** Counting unread notices stops here; a screen says `99+`. */
export const MAX_UNREAD = 100
export const NOTICE_DAYS = 90

/** What happened that concerns the reader. The sentence is made of it on the screen, in the words of the mail. */
export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  created_at: Timestamp,
  read: z.boolean(),
  application_id: Id.nullable(),
  employee_id: Id.nullable(),
  employee_name: z.string().nullable(),
  company_name: z.string().nullable(),
  /** Null where it says only that there is news: of a Medical Test (V7). */
  stage_name: StageName.nullable(),
  /** Of the stage, the top-up, the cancellation or the bank details. */
  decision: z.enum([...StageStatus.options, 'approved', 'rejected', 'cancelled', 'active']).nullable(),
  /** In AED. */
  amount: z.number().nullable(),
  /** How many cases it tells of. */
  number: z.number().int().nullable(),
  /** What was corrected in the data of the company. */
  changes: Changes,
})
export type Notice = z.infer<typeof Notice>

const EVERYONE = ['admin', 'company_admin', 'employee'] as const satisfies Role[]

export const listNotices = call('listNotices', 'GET /notices', {
  access: EVERYONE,
  summary: `What concerns the reader, newest first, for ${NOTICE_DAYS} days`,
  query: ListQuery.pick({ limit: true, cursor: true }).extend({ unread: z.stringbool().optional() }),
  reply: z.array(Notice),
  answers: 'list',
  background: true,
  extension: true,
  journal: 'other',
})

export const UnreadNotices = z.object({
  unread: z.number().int(),
  /** When the next one is due that can still be taken back; null without one. */
  next_in_seconds: z.number().int().nullable(),
})

export const getUnreadNotices = call('getUnreadNotices', 'GET /notices/unread', {
  access: EVERYONE,
  summary: `How many notices the reader has not read; ${MAX_UNREAD} stands for as many or more`,
  reply: UnreadNotices,
  background: true,
  extension: true,
})

export const readNotices = call('readNotices', 'PUT /notices/read', {
  access: EVERYONE,
  summary: 'Mark one notice as read, or all up to one; a notice of another reader changes nothing',
  body: z.object({ id: Id.optional(), up_to: Id.optional() }),
  reply: UnreadNotices,
  extension: true,
  after_cancellation: true,
  touches: ['notice'],
})
