import { z } from 'zod'
import { call } from './call.ts'
import { addDays, afterMonths, daysLeft } from './dates.ts'
import { DocumentInfo, DocumentOut, downloadName, type MediaType } from './documents.ts'
import { ById, DateOnly, FreeText, Id, Line, ListQuery, RequiredLine, Timestamp } from './fields.ts'
import { COMPANY_PAPERS, PAPER_STATES, PERSON_PAPERS } from './paperKinds.ts'
import { type RuleRow, ruleFor } from './ruleFor.ts'
import type { RuleConditions } from './ruleValues.ts'
import { StageName } from './stages.ts'

export const PAPER_KINDS = [...new Set([...PERSON_PAPERS, ...COMPANY_PAPERS])] as const
export const PaperKind = z.enum(PAPER_KINDS)
export type PaperKind = z.infer<typeof PaperKind>

export const PaperState = z.enum(PAPER_STATES)

export const PAPER_STANDINGS = ['expired', 'soon', 'valid', 'no_date'] as const
export const PaperStanding = z.enum(PAPER_STANDINGS)
export type PaperStanding = z.infer<typeof PaperStanding>

/** As the rules call the kinds of paper; those without a word have no rule. */
const OF_RULES: Partial<Record<PaperKind, RuleConditions['paper']>> = {
  passport: 'passport',
  residence: 'residence',
  emirates_id: 'emirates_id',
  work_permit: 'work_permit',
  health_insurance: 'insurance',
  workers_protection: 'insurance',
  unemployment_insurance: 'insurance',
  trade_license: 'company_papers',
  establishment_card: 'company_papers',
  mohre_card: 'company_papers',
  e_signature_card: 'company_papers',
  representative_card: 'company_papers',
  tenancy: 'tenancy',
}
/** Where no rule says when a paper is to be thought of. */
const WARN_DAYS = 60

/** The last end that is soon, for a kind of paper on a Dubai day. */
export function soonUntil(kind: PaperKind, rules: readonly RuleRow[], today: string): string {
  const paper = OF_RULES[kind]
  const { days, months } = ruleFor(rules, 'paper_warn_days', paper ? { paper } : {}, today)?.rule.value ?? { days: WARN_DAYS }
  return months === undefined ? addDays(today, days ?? WARN_DAYS) : afterMonths(today, months)
}

/** How a paper stands on a Dubai day; on its last day it is still valid. */
export function paperStanding(expires_on: string | null, { today, until }: { today: string; until: string }): PaperStanding {
  if (expires_on === null) return 'no_date'
  if (expires_on < today) return 'expired'
  return expires_on <= until ? 'soon' : 'valid'
}
export const daysLeftOf = (expires_on: string | null, today: string): number | null =>
  expires_on === null ? null : daysLeft(expires_on, today)

/** The stage whose file a paper answers with that a case made and that has none of its own. */
export const STAGE_OF_PAPER: Partial<Record<PaperKind, StageName>> = {
  residence: 'Visa Stamping',
  emirates_id: 'Emirates ID',
  medical_fitness: 'Medical Test',
  work_permit: 'Labor Fees',
}

export const Paper = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  /** Null for a paper of the company. */
  employee_id: Id.nullable(),
  employee_name: z.string().nullable(),
  kind: PaperKind,
  /** Of other papers alone. */
  title: z.string().nullable(),
  /** Of a trade licence the number in the company's profile. */
  number: z.string().nullable(),
  issuer: z.string().nullable(),
  note: z.string().nullable(),
  issued_on: DateOnly.nullable(),
  expires_on: DateOnly.nullable(),
  state: PaperState,
  /** The one that took its place. */
  renewed_by_id: Id.nullable(),
  withdrawn_reason: z.string().nullable(),
  /** The case that it came from. */
  application_id: Id.nullable(),
  standing: PaperStanding,
  /** 0 on the last day, negative afterwards. */
  days_left: z.number().int().nullable(),
  /** A link to its file. */
  document: DocumentOut,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Paper = z.infer<typeof Paper>

export const PaperRecord = Paper.extend({
  document_details: DocumentInfo.nullable(),
  /** The stage of the case that the file belongs to; null for a file of the paper itself. */
  document_stage: StageName.nullable(),
})
export type PaperRecord = z.infer<typeof PaperRecord>

/** `Sara-Khan_passport.pdf` (D5). */
export const paperFileName = (of: Pick<Paper, 'employee_name' | 'company_name' | 'kind' | 'title'>, type: MediaType): string =>
  downloadName(of.employee_name ?? of.company_name, of.title ?? of.kind, type)

const optionalDate = z.union([z.literal(''), DateOnly]).nullish()
const fields = {
  title: Line.nullish(),
  number: Line.nullish(),
  issuer: Line.nullish(),
  note: FreeText.nullish(),
  issued_on: optionalDate,
  expires_on: optionalDate,
  /** Empty takes the paper's own file away (D6). */
  document: z.string().nullish(),
}
export const PaperFields = z.object(fields)
export type PaperFields = z.output<typeof PaperFields>

/** Of the person of an employee record, or of a company. */
export const NewPaper = z.object({
  kind: PaperKind,
  employee_id: Id.optional(),
  company_id: Id.optional(),
  ...fields,
  /** The one on record, whose place this takes. */
  renews_id: Id.optional(),
})

export const PAPER_OWNERS = ['people', 'company'] as const
/** The end lies within so many days from today on. */
export const PAPER_ENDS = ['30', '60', '90'] as const

export const PaperFilters = z.object({
  owner: z.enum(PAPER_OWNERS).optional(),
  kind: PaperKind.optional(),
  employee_id: Id.optional(),
  company_id: Id.optional(),
  state: z.enum([...PAPER_STATES, 'all']).default('held'),
  standing: PaperStanding.optional(),
  expires: z.enum(PAPER_ENDS).optional(),
})
export type PaperFilters = z.output<typeof PaperFilters>

const admins = ['admin', 'company_admin'] as const

export const listPapers = call('listPapers', 'GET /papers', {
  access: ['admin', 'company_admin', 'employee'],
  summary:
    'Papers, soonest to expire first: all for an admin, those of the active company for a company_admin, the own ones for an employee (V3, V4)',
  query: ListQuery.extend(PaperFilters.shape),
  reply: z.array(Paper),
  answers: 'list',
  extension: true,
  journal: 'paper',
})

export const getPaper = call('getPaper', 'GET /papers/{id}', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'One paper',
  params: ById,
  reply: PaperRecord,
  answers: 'record',
  extension: true,
  journal: 'paper',
})

export const addPaper = call('addPaper', 'POST /papers', {
  access: admins,
  summary: 'Put a paper on record, or renew the one on record; of passport, residence and Emirates ID the employee record follows',
  body: NewPaper,
  reply: PaperRecord,
  answers: 'record',
  status: 201,
  carries_documents: true,
  extension: true,
  journal: 'paper',
  touches: ['employee', 'company'],
  idempotent: true,
  refuses: [409],
})

export const updatePaper = call('updatePaper', 'PUT /papers/{id}', {
  access: admins,
  summary: 'Correct the paper on record or its file; what is absent stays, and the employee record follows',
  params: ById,
  body: PaperFields,
  reply: PaperRecord,
  answers: 'record',
  carries_documents: true,
  extension: true,
  journal: 'paper',
  touches: ['employee', 'company'],
  refuses: [409],
})

export const withdrawPaper = call('withdrawPaper', 'POST /papers/{id}/withdrawal', {
  access: admins,
  summary: 'Take a paper off the record that is not followed by another; the employee record loses number and date',
  params: ById,
  body: z.object({ reason: RequiredLine }),
  reply: PaperRecord,
  answers: 'record',
  extension: true,
  journal: 'paper',
  touches: ['employee', 'company'],
  refuses: [409],
})
