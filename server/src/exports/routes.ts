import {
  type CompanyCard,
  type Employee,
  exportApplications,
  exportCompanies,
  exportEmployees,
  exportJournal,
  exportPapers,
  exportTransactions,
  exportUsers,
  type JournalEntry,
  type ListQuery,
  type Transaction,
  type TransactionStatus,
  type TransactionType,
  type VisaApplication,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import { listApplications } from '../applications/list.queries.ts'
import { listCompanies } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { listEmployees } from '../employees/queries.ts'
import { keepReadiness } from '../establishments/kept.ts'
import type { Page } from '../http/list.ts'
import { Places } from '../http/places.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { rowsOf, type WrittenRow } from '../http/written.ts'
import { listJournal } from '../journal/queries.ts'
import { companiesHolding, holdersOf } from '../papers/filters.ts'
import { dayOf } from '../papers/shown.ts'
import { listLedger } from '../transactions/ledger.ts'
import { listTransactions } from '../transactions/list.queries.ts'
import { listUsers } from '../users/queries.ts'
import { applicationColumns, companyColumns, employeeColumns, journalColumns, shownOf, transactionColumns, userColumns } from './columns.ts'
import { type Holder, headsOf, listCompanyPapers, paperColumns, withPapers } from './papers.ts'
import { type Asked, type Exported, type Paging, type Read, sendTable } from './table.ts'

const PLACES = {
  kind: 'table' as const,
  number: 4,
  own: 'Another table of yours is still being downloaded. Please wait until it has arrived.',
  all: 'Other tables are being downloaded at the moment. Please try again in a minute.',
}

export function exportRoutes(app: FastifyInstance, context: Context): void {
  const places = new Places(context, PLACES)
  const { db, now, rules } = context
  const send = async <Row>(asked: Asked & { viewer: Viewer }, table: Exported<Row>) => {
    await places.take(asked.viewer, asked.request, asked.reply)
    return sendTable(asked, table, now())
  }

  route(app, context, exportApplications, async (asked) => {
    const { query, viewer } = asked
    const at = rules.timing(now())
    const read = (paging: Paging) => valuesOf<VisaApplication>(listApplications(db, viewer, { ...query, ...paging }, at))
    return send(asked, {
      name: 'applications',
      columns: shownOf('applications', applicationColumns(query.language), query.without),
      parts: [read],
    })
  })

  route(app, context, exportEmployees, async (asked) => {
    const { query, viewer } = asked
    const at = now()
    const read = (paging: Paging) => valuesOf<Employee>(listEmployees(db, viewer, { ...query, ...paging }, at))
    return send(asked, { name: 'employees', columns: shownOf('employees', employeeColumns(query.language), query.without), parts: [read] })
  })

  route(app, context, exportPapers, async (asked) => {
    const { query, viewer } = asked
    const at = now()
    const day = dayOf(context.rules.all, at)
    const { company_id, owner, language } = query
    const holders = { company_id, among: holdersOf(viewer, query, day) }
    const people = async (paging: Paging): Promise<Page<Holder>> =>
      withPapers(db, viewer, await valuesOf<Employee>(listEmployees(db, viewer, { ...holders, ...paging }, at)))
    const holding = { company_id, among: companiesHolding(viewer, query, day) }
    const own = (paging: Paging) => listCompanyPapers(db, viewer, { ...holding, ...paging })
    const parts = [...(owner === 'company' ? [] : [people]), ...(owner === 'people' ? [] : [own])]
    return send(asked, { name: 'papers', heads: headsOf(language), columns: paperColumns(owner, viewer.role), parts })
  })

  route(app, context, exportCompanies, async (asked) => {
    const { query, viewer } = asked
    if (query.readiness) await keepReadiness(context)
    const read = (paging: Paging) => valuesOf<CompanyCard>(listCompanies(db, viewer, { ...query, ...paging }))
    return send(asked, {
      name: 'companies',
      columns: shownOf('companies', companyColumns(query.language, viewer.role), query.without),
      parts: [read],
    })
  })

  route(app, context, exportUsers, async (asked) => {
    const { query, viewer } = asked
    const read = (paging: Paging) => listUsers(db, viewer, { ...query, ...paging })
    return send(asked, { name: 'users', columns: userColumns(query.language), parts: [read] })
  })

  route(app, context, exportTransactions, async (asked) => {
    const { query, viewer } = asked
    const columns = shownOf('transactions', transactionColumns(query.language, viewer.role), query.without)
    return send(asked, { name: 'transactions', columns, parts: partsOf(db, viewer, query) })
  })

  route(app, context, exportJournal, async (asked) => {
    const { format: _, language, ...query } = asked.query
    const read = (paging: Paging) => valuesOf<JournalEntry>(listJournal(db, { ...query, ...paging }))
    return send(asked, { name: 'journal', columns: journalColumns(language), parts: [read] })
  })
}

/** Rows that PostgreSQL has written, as values. */
async function valuesOf<Row>(read: Promise<Page<WrittenRow>>): Promise<Page<Row>> {
  const page = await read
  return { ...page, rows: rowsOf<Row>(page.rows) }
}

interface Filter extends Pick<ListQuery, 'q'> {
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
  company_id?: string | undefined
  month?: string | undefined
}

/** As the screen shows them: what waits, the ledger with its running balance, what was rejected. */
function partsOf(db: Db, viewer: Viewer, query: Filter): Read<Transaction>[] {
  const unmoved = (status: 'pending' | 'rejected') => (paging: Paging) =>
    valuesOf<Transaction>(listTransactions(db, viewer, { ...query, ...paging, status }))
  const moved = (paging: Paging) => valuesOf<Transaction>(listLedger(db, viewer, { ...query, ...paging, sort: '-moved_at' }))
  if (query.month) return [moved]
  if (!query.status) return [unmoved('pending'), moved, unmoved('rejected')]
  return [query.status === 'pending' || query.status === 'rejected' ? unmoved(query.status) : moved]
}
