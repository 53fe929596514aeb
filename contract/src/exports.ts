import { z } from 'zod'
import { Language } from './account.ts'
import { ApplicationFilters, ApplicationSort } from './applicationList.ts'
import { call, TableReply } from './call.ts'
import { listCompanies } from './companies.ts'
import { listEmployees } from './employees.ts'
import { Id, IdList, ListQuery, Month } from './fields.ts'
import { JournalQuery } from './journal.ts'
import { PaperFilters } from './papers.ts'
import { TransactionStatus, TransactionType } from './transactions.ts'
import { listUsers } from './users.ts'

/** A table has so many rows and no more; beyond it the call is refused with 413. */
export const MAX_EXPORTED = 100_000

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
export const TABLE_TYPES: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The heads and words of the table are in this language. */
const AsTable = z.object({ format: z.enum(TABLE_FORMATS).default('csv'), language: Language.default('en') })

/** The columns of the lists that a person can hide. The name, what moved, and the actions stay. */
export const HIDEABLE_COLUMNS = {
  applications: ['company', 'passport', 'nationality', 'visaType', 'priority', 'currentStage', 'submitted'],
  employees: ['company', 'passport', 'nationality', 'designation', 'visaNumber', 'eidNumber', 'status'],
  companies: ['category', 'contact', 'employees', 'applications', 'due', 'balance', 'activity'],
  transactions: ['date', 'company', 'status', 'notes', 'receipt', 'amount', 'balance'],
} as const
export type TabledList = keyof typeof HIDEABLE_COLUMNS
export type HideableColumn<List extends TabledList = TabledList> = (typeof HIDEABLE_COLUMNS)[List][number]

/** Which of them the table leaves out, with commas between. */
const without = <List extends TabledList>(list: List) =>
  z
    .string()
    .max(200)
    .transform((names) => [...new Set(names.split(','))])
    .pipe(z.array(z.enum<readonly HideableColumn<List>[]>(HIDEABLE_COLUMNS[list])))
    .optional()

const Searched = ListQuery.pick({ q: true })

const everyone = ['admin', 'company_admin', 'employee'] as const
const customers = ['admin', 'company_admin'] as const

export const exportApplications = call('exportApplications', 'GET /visa-applications/export', {
  access: everyone,
  summary: 'The rows of the list of applications as a table, all or some of them; without the salary',
  query: Searched.extend({
    ...ApplicationFilters.shape,
    sort: ApplicationSort,
    application_ids: IdList.optional(),
    without: without('applications'),
    ...AsTable.shape,
  }),
  reply: TableReply,
  answers: 'file',
  extension: true,
  journal: 'application',
  refuses: [413, 429],
})

export const exportEmployees = call('exportEmployees', 'GET /employees/export', {
  access: customers,
  summary: 'The rows of the list of employee records as a table',
  query: listEmployees.query
    .omit({ limit: true, cursor: true })
    .extend({ employee_ids: IdList.optional(), without: without('employees'), ...AsTable.shape }),
  reply: TableReply,
  answers: 'file',
  extension: true,
  journal: 'employee',
  refuses: [413, 429],
})

export const exportPapers = call('exportPapers', 'GET /papers/export', {
  access: customers,
  summary:
    'Who holds such papers as a table as an import reads it: a row a person with all papers on record, then a row a company with its own',
  query: Searched.extend({
    ...PaperFilters.pick({ owner: true, company_id: true, kind: true, standing: true, expires: true }).shape,
    ...AsTable.shape,
  }),
  reply: TableReply,
  answers: 'file',
  extension: true,
  journal: 'paper',
  refuses: [413, 429],
})

export const exportCompanies = call('exportCompanies', 'GET /companies/export', {
  access: customers,
  summary: 'The rows of the list of companies as a table; wallets for administrators',
  query: listCompanies.query
    .omit({ limit: true, cursor: true, documents: true })
    .extend({ company_ids: IdList.optional(), without: without('companies'), ...AsTable.shape }),
  reply: TableReply,
  answers: 'file',
  extension: true,
  journal: 'company',
  refuses: [413, 429],
})

export const exportUsers = call('exportUsers', 'GET /users/export', {
  access: customers,
  summary: 'The rows of the list of users as a table',
  query: listUsers.query.omit({ limit: true, cursor: true }).extend(AsTable.shape),
  reply: TableReply,
  answers: 'file',
  extension: true,
  journal: 'user',
  refuses: [413, 429],
})

export const exportTransactions = call('exportTransactions', 'GET /transactions/export', {
  access: customers,
  summary: 'Transactions as a table in the order of the screen: what waits, the ledger with its running balance, what was rejected',
  query: Searched.extend({
    type: TransactionType.optional(),
    status: TransactionStatus.optional(),
    company_id: Id.optional(),
    /** What moved in it alone. */
    month: Month.optional(),
    without: without('transactions'),
    ...AsTable.shape,
  }),
  reply: TableReply,
  answers: 'file',
  extension: true,
  journal: 'transaction',
  refuses: [413, 429],
})

export const exportJournal = call('exportJournal', 'GET /journal/export', {
  access: ['admin'],
  summary: 'The lines of the journal as a table, with moments in UTC',
  query: JournalQuery.omit({ limit: true, cursor: true }).extend(AsTable.shape),
  reply: TableReply,
  answers: 'file',
  extension: true,
  journal: 'journal',
  refuses: [413, 429],
})
