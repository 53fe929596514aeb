import { z } from 'zod'
import { call } from './call.ts'
import { ById, DateOnly, Id, Line, ListQuery, Month, Timestamp } from './fields.ts'
import { CompanyReadiness, Finding, Readiness } from './readiness.ts'
import { RuleConditions } from './ruleValues.ts'

export const Emirate = RuleConditions.shape.emirate.unwrap()
export const EMIRATES = Emirate.options
export const Jurisdiction = RuleConditions.shape.jurisdiction.unwrap()
export const JURISDICTIONS = Jurisdiction.options
/** What the ministry rates an employer; the third costs most. */
export const MOHRE_CATEGORIES = [1, 2, 3] as const
const MohreCategory = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** A company as the authorities know it. Dates are papers; a null is not on record. */
export const Establishment = z.object({
  company_id: Id,
  emirate: Emirate.nullable(),
  jurisdiction: Jurisdiction.nullable(),
  /** Of a free zone alone. */
  free_zone: z.string().nullable(),
  mohre_number: z.string().nullable(),
  immigration_number: z.string().nullable(),
  mohre_category: MohreCategory.nullable(),
  /** Of the tax authority, 15 digits. */
  trn: z.string().nullable(),
  /** How many people the ministry lets it employ, and on which day that was read. */
  quota_total: z.number().int().nullable(),
  quota_as_of: DateOnly.nullable(),
  /** The last month whose wages are paid. */
  wages_paid_through: Month.nullable(),
  signatory_name: z.string().nullable(),
  updated_at: Timestamp.nullable(),
})
export type Establishment = z.infer<typeof Establishment>

const MAX_QUOTA = 100_000
const none = z.literal('')

/** What is absent or null stays, an empty text is none (P9). */
export const EstablishmentChange = z.object({
  emirate: z.union([none, Emirate]).nullish(),
  jurisdiction: z.union([none, Jurisdiction]).nullish(),
  free_zone: Line.nullish(),
  mohre_number: Line.nullish(),
  immigration_number: Line.nullish(),
  mohre_category: z.union([none, MohreCategory]).nullish(),
  trn: Line.nullish(),
  quota_total: z.union([none, z.number().int().min(0).max(MAX_QUOTA)]).nullish(),
  quota_as_of: z.union([none, DateOnly]).nullish(),
  wages_paid_through: z.union([none, Month]).nullish(),
  signatory_name: Line.nullish(),
})
export type EstablishmentChange = z.output<typeof EstablishmentChange>

const admins = ['admin', 'company_admin'] as const

export const getEstablishment = call('getEstablishment', 'GET /companies/{id}/establishment', {
  access: admins,
  summary: 'A company as the authorities know it: place, numbers, quota, wages, signatory; null for what is not on record',
  params: ById,
  reply: Establishment,
  answers: 'record',
  extension: true,
  journal: 'company',
})

export const setEstablishment = call('setEstablishment', 'PUT /companies/{id}/establishment', {
  access: admins,
  summary: 'Say how the authorities know a company; what is absent stays, an empty text is none',
  params: ById,
  body: EstablishmentChange,
  reply: Establishment,
  answers: 'record',
  extension: true,
  journal: 'company',
  touches: ['company'],
})

export const getReadiness = call('getReadiness', 'GET /companies/{id}/readiness', {
  access: admins,
  summary: 'What keeps the authorities from taking something from a company today, and what is not on record',
  params: ById,
  reply: Readiness,
  extension: true,
  journal: 'company',
})

/** A company and what the authorities take from it today; without what is only not on record. */
export const ReadinessRow = z.object({ company_id: Id, company_name: z.string(), level: CompanyReadiness, findings: z.array(Finding) })
export type ReadinessRow = z.infer<typeof ReadinessRow>

export const listReadiness = call('listReadiness', 'GET /readiness', {
  access: ['admin'],
  summary:
    'The companies and what keeps the authorities from taking something from them today, newest first; with ?level=stops those that cannot work now',
  query: ListQuery.omit({ q: true }).extend({ level: CompanyReadiness.optional() }),
  reply: z.array(ReadinessRow),
  answers: 'list',
  extension: true,
  journal: 'company',
})
