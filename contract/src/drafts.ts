import { z } from 'zod'
import { ApplicationType } from './applications.ts'
import { call } from './call.ts'
import { DocumentInfo } from './documents.ts'
import { Id, Timestamp } from './fields.ts'

/** Days after which a draft is gone. */
export const DRAFT_DAYS = 30

const Kind = z.object({ kind: ApplicationType })
/** A form's fields lie no deeper; anything much deeper cannot be written as JSON. */
const DEEPEST = 20
const isFlat = (value: unknown, deepest = DEEPEST): boolean =>
  typeof value !== 'object' || value === null || (deepest > 0 && Object.values(value).every((each) => isFlat(each, deepest - 1)))

/** Drafts are kept per user and company. */
const OfCompany = z.object({ company_id: Id })

/** A form as it was left: its fields as typed, and the links of its uploaded files. */
export const Draft = z.object({
  kind: ApplicationType,
  company_id: Id,
  fields: z.record(z.string().max(100), z.unknown()),
  /** Of the uploads that it names: those that are still there to be handed in. */
  files: z.array(DocumentInfo),
  saved_at: Timestamp,
})
export type Draft = z.infer<typeof Draft>

const who = ['admin', 'company_admin'] as const

export const getDraft = call('getDraft', 'GET /drafts/{kind}', {
  access: who,
  summary: 'The own draft of this kind for this company; null when there is none',
  params: Kind,
  query: OfCompany,
  reply: Draft.nullable(),
  extension: true,
})

export const saveDraft = call('saveDraft', 'PUT /drafts/{kind}', {
  access: who,
  summary: 'Keep a draft, sealed like files; the files it names are kept with it',
  params: Kind,
  query: OfCompany,
  body: z.object({
    /** The moment of the draft that this one replaces, null where there was none; 412 where another one is kept. Absent: any. */
    replaces: Timestamp.nullish(),
    fields: z.record(
      z.string().max(100),
      z.unknown().refine((value) => isFlat(value)),
    ),
  }),
  reply: Draft,
  extension: true,
  touches: [],
})

export const deleteDraft = call('deleteDraft', 'DELETE /drafts/{kind}', {
  access: who,
  summary: 'Throw the draft away',
  params: Kind,
  query: OfCompany,
  extension: true,
  touches: [],
})
