import { z } from 'zod'
import { call } from './call.ts'
import { DocumentInfo, DocumentOut, DocumentsQuery, DocumentValue } from './documents.ts'
import { ById, DateOnly, FreeText, Id, Line, PassportNumber, Timestamp } from './fields.ts'

export const STAGE_NAMES = [
  'Offer Letter',
  'Labor Fees',
  'Entry Permit',
  'Change Status',
  'Medical Test',
  'Emirates ID',
  'Visa Stamping',
] as const
export const StageName = z.enum(STAGE_NAMES)
export type StageName = z.infer<typeof StageName>

export const StageStatus = z.enum(['Submitted', 'In Process', 'Approved', 'Rejected'])
export type StageStatus = z.infer<typeof StageStatus>

export const LAST_STAGE: StageName = 'Visa Stamping'

export interface RecordedStage {
  stage_name: StageName
  status: StageStatus
}

/** The furthest recorded stage, or the next one when it is Approved and not the last. With none recorded, Offer Letter (S1). */
export function currentStage(recorded: readonly RecordedStage[]): StageName {
  const furthest = recorded.reduce((far, stage) => Math.max(far, STAGE_NAMES.indexOf(stage.stage_name)), -1)
  if (furthest < 0) return STAGE_NAMES[0]
  const approved = recorded.some((stage) => stage.stage_name === STAGE_NAMES[furthest] && stage.status === 'Approved')
  return STAGE_NAMES[approved ? furthest + 1 : furthest] ?? LAST_STAGE
}

/** Whether a stage with that status completes the application (S2). */
export const completes = (stage_name: StageName, status: StageStatus | undefined): boolean =>
  stage_name === LAST_STAGE && status === 'Approved'

export const APPLICATION_STATUSES = ['active', 'completed', 'withdrawn'] as const
export const ApplicationStatus = z.enum(APPLICATION_STATUSES)
export type ApplicationStatus = z.infer<typeof ApplicationStatus>

/** Of one that was not withdrawn (S2, S13). */
export const applicationStatus = (recorded: readonly RecordedStage[]): Exclude<ApplicationStatus, 'withdrawn'> =>
  recorded.some((stage) => completes(stage.stage_name, stage.status)) ? 'completed' : 'active'

export const Stage = z.object({
  id: Id,
  application_id: Id,
  stage_name: StageName,
  status: StageStatus,
  notes: z.string().nullable(),
  document: DocumentOut,
  document_details: DocumentInfo.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  updated_by_name: z.string().nullable(),
})
export type Stage = z.infer<typeof Stage>

const optionalDate = z.union([z.literal(''), DateOnly]).nullish()

/** What is known of the new residence when the last stage is approved; taken with that approval alone (S14). Empty clears, absent stays. */
export const Residence = z.object({
  expiry_date: optionalDate,
  visa_number: Line.nullish(),
  eid_number: Line.nullish(),
  eid_expiry_date: optionalDate,
})
export type Residence = z.infer<typeof Residence>

export const Completing = {
  /** Required to complete a renewal that has no passport number and matches no single employee (S5). */
  passport_number: PassportNumber.optional(),
  ...Residence.shape,
}

export const NewStage = z.object({
  stage_name: StageName,
  status: StageStatus.default('Submitted'),
  notes: FreeText.nullish(),
  document: DocumentValue.nullish(),
  ...Completing,
})

export const StageChange = z.object({
  status: StageStatus.optional(),
  notes: FreeText.nullish(),
  document: DocumentValue.optional(),
  ...Completing,
})

export const listStages = call('listStages', 'GET /visa-applications/{id}/stages', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The saved stages of an application in their fixed order',
  params: ById,
  query: DocumentsQuery,
  reply: z.array(Stage),
  journal: 'application',
})

export const addStage = call('addStage', 'POST /visa-applications/{id}/stages', {
  access: ['admin'],
  summary: 'Record a stage; each stage once (S3)',
  params: ById,
  body: NewStage,
  reply: Stage,
  status: 201,
  carries_documents: true,
  journal: 'application',
  touches: ['application', 'employee'],
  refuses: [409],
})

export const updateStage = call('updateStage', 'PUT /stages/{id}', {
  access: ['admin'],
  summary: 'Change status, notes or document of a stage; what is absent stays (S4)',
  params: ById,
  body: StageChange,
  reply: Stage,
  carries_documents: true,
  journal: 'application',
  touches: ['application', 'employee'],
  refuses: [409],
})
