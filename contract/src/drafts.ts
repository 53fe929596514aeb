import { z } from 'zod'
import { ApplicationType } from './applications.ts'
import { call } from './call.ts'
import { DocumentInfo } from './documents.ts'
import { Id, Timestamp } from './fields.ts'

export const DRAFT_DAYS = 30

const Kind = z.object({ kind: ApplicationType })
/** No form is deeper; JSON.stringify fails on values that are much deeper. */
const MAX_DEPTH = 20
const isFlat = (value: unknown, depth = MAX_DEPTH): boolean =>
  typeof value !== 'object' || value === null || (depth > 0 && Object.values(value).every((each) => isFlat(each, depth - 1)))

const OfCompany = z.object({ company_id: Id })

export const Draft = z.object({
  kind: ApplicationType,
  company_id: Id,
  fields: z.record(z.string().max(100), z.unknown()),
  /** Those of the named uploads that still exist. */
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
  summary: 'Keep a draft, encrypted as files are; the files it names are kept with it',
  params: Kind,
  query: OfCompany,
  body: z.object({
    /** `saved_at` of the draft to replace, or empty for none: another one answers 412. Absent replaces any. */
    replaces: z.union([z.literal(''), Timestamp]).optional(),
    fields: z.record(
      z.string().max(100),
      z.unknown().refine((value) => isFlat(value)),
    ),
  }),
  reply: Draft,
  extension: true,
  touches: [],
  refuses: [412],
})

export const deleteDraft = call('deleteDraft', 'DELETE /drafts/{kind}', {
  access: who,
  summary: 'Throw the draft away',
  params: Kind,
  query: OfCompany,
  extension: true,
  touches: [],
})
