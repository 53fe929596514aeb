import { z } from 'zod'
import { counted } from './applicationList.ts'
import { call } from './call.ts'
import { COMPANY_SLOTS, CompanySlot, DocumentInfo, DocumentOut, DocumentsQuery, DocumentValue } from './documents.ts'
import { ById, DateOnly, EmailAddress, Id, Line, ListQuery, Password, RequiredLine, sortBy } from './fields.ts'
import { keyed } from './keyed.ts'
import { COMPANY_READINESS, CompanyReadiness } from './readiness.ts'

const CATEGORIES = ['on_demand', 'monthly_retainer'] as const
export const CompanyCategory = z.enum(CATEGORIES)
export type CompanyCategory = z.infer<typeof CompanyCategory>

export const Company = z.object({
  id: Id,
  name: z.string(),
  trade_license: z.string(),
  contact_person: z.string(),
  email: z.string(),
  phone: z.string(),
  category: CompanyCategory,
  documents: z.record(CompanySlot, DocumentOut),
  trade_license_seen_before: z.boolean(),
})
export type Company = z.infer<typeof Company>

export const CompanyRecord = Company.extend({ document_details: z.record(CompanySlot, DocumentInfo.nullable()) })
export type CompanyRecord = z.infer<typeof CompanyRecord>

export const CompanyCard = Company.extend({
  /** Employee records; the next one counts people in applications, by passport (B6). */
  employee_count: z.number().int(),
  people_count: z.number().int(),
  total_applications: z.number().int(),
  pending_applications: z.number().int(),
  completed_applications: z.number().int(),
  /** Active ones with a rejected stage, counted to 1,000. */
  refused_applications: z.number().int(),
  /** The day on which an application was last submitted, came to another stage or ended; null: never. */
  last_activity: DateOnly.nullable(),
  document_count: z.number().int(),
  /** For administrators: users of this company alone, who are deleted with it (W6). */
  sole_user_count: z.number().int(),
  /** What the wallet holds and what visa payments wait for, in AED, for administrators; null for others, who have GET /users/balance. */
  balance: z.number().nullable(),
  due: z.number().nullable(),
  /** What the authorities take from it today, for administrators; null for others, who have GET /companies/{id}/readiness. */
  readiness: CompanyReadiness.nullable(),
})
export type CompanyCard = z.infer<typeof CompanyCard>

export const NewCompany = z.object({
  name: RequiredLine,
  trade_license: RequiredLine,
  contact_person: RequiredLine,
  email: EmailAddress,
  phone: RequiredLine,
  category: CompanyCategory,
})
export type NewCompany = z.infer<typeof NewCompany>

/** Without `?category=` the five fields are required (P8); an absent category is unchanged. */
export const CompanyChange = NewCompany.partial()

const DocumentSlots = z.strictObject(keyed(COMPANY_SLOTS, () => DocumentValue.or(z.literal('')).nullish()))
/** An absent slot is unchanged, null or '' deletes; with If-Match absent slots are deleted too. The bare map is accepted (D6). */
export const CompanyDocuments = z.union([z.strictObject({ documents: DocumentSlots }), DocumentSlots])

const companyAdmins = ['admin', 'company_admin'] as const

export const COMPANY_SORTS = ['name', 'category', 'balance', 'due', 'created_at'] as const
export const CompanySort = sortBy(COMPANY_SORTS)

/** The facets of a list of companies and their values, for screens that load no schema. */
export const COMPANY_FACETS = {
  category: CATEGORIES,
  /** Whether it has active applications. */
  cases: ['active', 'none'],
  /** Its visa payments wait for money. */
  due: ['true'],
  /** What the authorities take from it today. */
  readiness: COMPANY_READINESS,
} as const
export type CompanyFacet = keyof typeof COMPANY_FACETS

/** What a list of companies is narrowed to; each facet takes one value. */
export const CompanyFilters = z.object({
  category: CompanyCategory.optional(),
  cases: z.enum(COMPANY_FACETS.cases).optional(),
  due: z.enum(COMPANY_FACETS.due).optional(),
  readiness: CompanyReadiness.optional(),
})
export type CompanyFilters = z.infer<typeof CompanyFilters>

export const listCompanies = call('listCompanies', 'GET /companies', {
  access: ['admin', 'company_admin'],
  summary: 'All companies for an admin, their own for a company_admin, newest first',
  query: ListQuery.extend({ ...CompanyFilters.shape, sort: CompanySort, ...DocumentsQuery.shape }),
  reply: z.array(CompanyCard),
  answers: 'list',
  journal: 'company',
})

/** By facet, how many companies each of its values would leave beside the other filters; `more`: more than that. */
export const CompanyFacetCounts = z.object({
  category: counted(CompanyCategory),
  cases: counted(z.enum(COMPANY_FACETS.cases)),
  due: counted(z.enum(COMPANY_FACETS.due)),
  readiness: counted(CompanyReadiness),
})
export type CompanyFacetCounts = z.infer<typeof CompanyFacetCounts>

export const countCompanyFacets = call('countCompanyFacets', 'GET /companies/facets', {
  access: companyAdmins,
  summary: 'How many companies each filter of the list would leave, counted to 1,000',
  query: CompanyFilters.extend(ListQuery.pick({ q: true }).shape),
  reply: CompanyFacetCounts,
  extension: true,
})

export const getCompany = call('getCompany', 'GET /companies/{id}', {
  access: companyAdmins,
  summary: 'One company; its documents as data strings unless ?documents=link (D2)',
  params: ById,
  query: DocumentsQuery,
  reply: CompanyRecord,
  answers: 'record',
  journal: 'company',
})

export const createCompany = call('createCompany', 'POST /companies', {
  access: companyAdmins,
  summary: 'Add a company; a company_admin who adds one belongs to it',
  body: NewCompany,
  reply: CompanyCard,
  status: 201,
  idempotent: true,
  journal: 'company',
  touches: ['company', 'user'],
})

export const updateCompany = call('updateCompany', 'PUT /companies/{id}', {
  access: companyAdmins,
  summary: 'Change the fields of a company, or with ?category= its category, which only an admin may (P8)',
  params: ById,
  query: z.object({ category: CompanyCategory.optional() }),
  body: CompanyChange.optional(),
  reply: CompanyRecord,
  answers: 'record',
  journal: 'company',
  touches: ['company'],
})

/** For so long after the sign-in the password need not be typed again where a company is deleted. */
export const FRESH_SIGN_IN_MINUTES = 30

export const deleteCompany = call('deleteCompany', 'DELETE /companies/{id}', {
  access: ['admin'],
  summary: `Delete a company with its applications, employees, documents and the users who belong to it alone (W6); more than ${FRESH_SIGN_IN_MINUTES} minutes after the sign-in with the own password, and a code where two-step sign-in is on`,
  params: ById,
  body: z.object({ password: Password.nullish(), code: Line.nullish() }).optional(),
  touches: ['company', 'application', 'employee', 'transaction', 'user'],
  refuses: [409, 412, 429],
})

export const setCompanyDocuments = call('setCompanyDocuments', 'PUT /companies/{id}/documents', {
  access: companyAdmins,
  summary: 'Add, replace and delete documents of a company (D6)',
  params: ById,
  body: CompanyDocuments,
  reply: CompanyRecord,
  answers: 'record',
  carries_documents: true,
  journal: 'company',
  touches: ['company'],
})
