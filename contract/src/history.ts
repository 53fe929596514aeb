import { z } from 'zod'
import { call } from './call.ts'
import { ById, Id, Timestamp } from './fields.ts'

export const HistoryAction = z.enum([
  'submitted',
  'stage_added',
  'stage_changed',
  'stage_undone',
  'stage_document_added',
  'document_added',
  'document_deleted',
  'expiry_date_set',
  'completed',
  'reopened',
  'withdrawn',
  'assigned',
  'facts_corrected',
  'created',
  'changed',
  'category_changed',
  'renewal_submitted',
  'cancellation_requested',
  'cancelled',
  'reactivated',
  'user_approved',
  'user_invited',
  'account_ended',
  'two_step_on',
  'two_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'topup_requested',
  'topup_approved',
  'topup_rejected',
  'reversed',
  'bank_asked',
  'bank_in_force',
  'bank_cancelled',
  'rule_added',
  'rule_confirmed',
  'rule_doubted',
  'paper_added',
  'paper_renewed',
  'paper_corrected',
  'paper_withdrawn',
  'clock_stopped',
  'clock_resumed',
  'imported',
  'import_undone',
  'deleted',
  'erased',
])
export type HistoryAction = z.infer<typeof HistoryAction>

/** Stands in place of an erased value. Triggers and the journal's hash chain know the word: never change it. */
export const ERASED = 'erased'

/** The fields that changed, with their values as texts; null for none. */
export const Changes = z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
export type Changes = z.infer<typeof Changes>

export const HistoryEntry = z.object({
  id: Id,
  happened_at: Timestamp,
  /** The name at that time; null where the portal did it. */
  actor_name: z.string().nullable(),
  action: HistoryAction,
  /** The name of a stage or the slot of a document. */
  subject: z.string().nullable(),
  changes: Changes,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const reply = z.array(HistoryEntry)

export const listApplicationHistory = call('listApplicationHistory', 'GET /visa-applications/{id}/history', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'What happened to an application, newest first (S10)',
  params: ById,
  reply,
  extension: true,
  journal: 'application',
})

export const listCompanyHistory = call('listCompanyHistory', 'GET /companies/{id}/history', {
  access: ['admin', 'company_admin'],
  summary: 'What happened to a company, newest first (S10)',
  params: ById,
  reply,
  extension: true,
  journal: 'company',
})

export const listEmployeeHistory = call('listEmployeeHistory', 'GET /employees/{id}/history', {
  access: ['admin', 'company_admin'],
  summary: 'What happened to an employee record, newest first (S10)',
  params: ById,
  reply,
  extension: true,
  journal: 'employee',
})

export const listTransactionHistory = call('listTransactionHistory', 'GET /transactions/{id}/history', {
  access: ['admin', 'company_admin'],
  summary: 'What happened to a transaction, newest first (S10)',
  params: ById,
  reply,
  extension: true,
  journal: 'transaction',
})
