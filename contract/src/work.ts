import { z } from 'zod'
import { VisaApplicationRecord } from './applications.ts'
import { call } from './call.ts'
import { DocumentValue } from './documents.ts'
import { ById, FreeText, Id } from './fields.ts'
import { Completing, StageName, StageStatus } from './stages.ts'

/** So long an advance can be undone; its mails are due after that. */
export const UNDO_MS = 10_000

/** The stage and status that the person saw; a stage that is not recorded has no status. */
const PressedOn = z.object({ stage_name: StageName, status: StageStatus.nullish() })
export type PressedOn = z.infer<typeof PressedOn>

export const advanceApplication = call('advanceApplication', 'POST /visa-applications/{id}/advance', {
  access: ['admin'],
  summary:
    'Approve the open stage and begin the next that is needed; 409 where the stage and its status are not those that were pressed on',
  params: ById,
  body: PressedOn.extend({
    /** Absent: none. The note that stood there belongs to the status before. */
    notes: FreeText.nullish(),
    document: DocumentValue.nullish(),
    ...Completing,
  }),
  reply: VisaApplicationRecord,
  carries_documents: true,
  extension: true,
  idempotent: true,
  journal: 'application',
  touches: ['application', 'employee'],
})

export const undoAdvance = call('undoAdvance', 'POST /visa-applications/{id}/undo-advance', {
  access: ['admin'],
  summary: 'Take the own advance back within 10 seconds, as long as nobody has touched its stages',
  params: ById,
  reply: VisaApplicationRecord,
  extension: true,
  journal: 'application',
  touches: ['application'],
  refuses: [409],
})

/** At its last stage a case needs dates and numbers (S14). */
export const OPEN_THIS_CASE = 'Open this case: completing asks for dates'
const MAX_CASES = 100
const Cases = z.array(Id).min(1).max(MAX_CASES)

/** What became of one of several cases; `detail` says why one was refused. */
export const CaseOutcome = z.object({
  application_id: Id,
  status: z.union([z.literal(200), z.literal(404), z.literal(409), z.literal(422)]),
  detail: z.string().nullable(),
})
export type CaseOutcome = z.infer<typeof CaseOutcome>

export const advanceApplications = call('advanceApplications', 'PUT /visa-applications/advance', {
  access: ['admin'],
  summary: 'Advance up to 100 cases, each in its own transaction; the answer says row by row what became of it',
  body: z.object({
    application_ids: Cases,
    /** By id, what the list showed; a case that has moved since is refused. Absent: as it stands. */
    pressed_on: z.record(Id, PressedOn).nullish(),
  }),
  reply: z.array(CaseOutcome),
  extension: true,
  idempotent: true,
  journal: 'application',
  touches: ['application'],
})

const Carrier = z.object({ id: Id, full_name: z.string() })

export const listCarriers = call('listCarriers', 'GET /visa-applications/carriers', {
  access: ['admin'],
  summary: 'The administrators, who can carry cases, by name',
  reply: z.array(Carrier),
  extension: true,
  journal: 'user',
})

/** Who carries a case, for administrators alone. */
export const Work = z.object({
  application_id: Id,
  assignee: Carrier.nullable(),
  /** Who can carry it. */
  administrators: z.array(Carrier),
})
export type Work = z.infer<typeof Work>

export const ONLY_ADMINISTRATORS = 'Only administrators carry cases'
const Assignee = { assignee_id: Id.nullable() }

export const getWork = call('getWork', 'GET /visa-applications/{id}/work', {
  access: ['admin'],
  summary: 'Who carries a case, and who can',
  params: ById,
  reply: Work,
  extension: true,
  journal: 'application',
})

export const setWork = call('setWork', 'PUT /visa-applications/{id}/work', {
  access: ['admin'],
  summary: 'Give a case to an administrator, or to nobody',
  params: ById,
  body: z.object(Assignee),
  reply: Work,
  extension: true,
  journal: 'application',
  touches: ['application'],
})

export const assignApplications = call('assignApplications', 'PUT /visa-applications/assignee', {
  access: ['admin'],
  summary: 'Give up to 100 cases to an administrator or to nobody, answered row by row',
  body: z.object({ application_ids: Cases, ...Assignee }),
  reply: z.array(CaseOutcome),
  extension: true,
  idempotent: true,
  journal: 'application',
  touches: ['application'],
})

export const ANOTHER_ADMINISTRATOR = 'Choose another administrator'
export const NOTHING_TO_HAND_OVER = 'There is no open case to hand over'

export const handOverCases = call('handOverCases', 'PUT /visa-applications/hand-over', {
  access: ['admin'],
  summary: 'Give all open cases that one administrator carries to another; sent again, it gives what was left',
  body: z.object({ from_id: Id, to_id: Id }),
  reply: z.object({ number: z.number().int() }),
  extension: true,
  journal: 'application',
  touches: ['application'],
  refuses: [409],
})
