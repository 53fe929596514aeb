import type { calls, Touched } from 'contract'

type Name = keyof typeof calls

/** What waits for the viewer, which almost any change touches. */
const WAITING = ['getToday', 'countWaiting'] as const satisfies readonly Name[]
/** What happened that concerns the viewer. */
const NOTICES = ['getUnreadNotices', 'listNotices'] as const satisfies readonly Name[]

/** Clocks and what they cost, which papers, dates and rules set. */
const CLOCKS = ['listDeadlines', 'getRisk'] as const satisfies readonly Name[]

/** What everybody has on every screen, or on the dashboard: after a change of others it is asked for sparingly, each at its pace. */
export const PACED = { waiting: [...WAITING, 'getRisk'], notices: NOTICES } as const satisfies Record<string, readonly Name[]>
export const SPARED: ReadonlySet<string> = new Set<Name>(Object.values(PACED).flat())

/**
 * The loads that become stale when such a record changes, by this user or another. They are named, not imported: otherwise the start
 * page would load the schemas of all calls.
 */
export const STALE: Record<Touched, readonly Name[]> = {
  account: ['getPreferences', 'getTwoStep', 'listSessions', 'listViews'],
  settings: ['getProvider'],
  rule: ['listRules', 'getRule', 'getReadiness', 'listCompanies', 'countCompanyFacets', ...CLOCKS],
  application: [
    ...(['listApplications', 'findDuplicate', 'getApplication', 'listStages', 'listApplicationHistory', 'listPeople'] as const),
    ...(['search', 'countFacets', 'getWork', 'getCaseDates', 'listMessages', 'listNotes'] as const),
    ...(['getStats', 'listExpiringVisas', 'getAnalytics', 'getCharts', 'listCompanies', 'listEmployees', 'getEmployee'] as const),
    // The file of a stage may be that of a paper.
    ...(['countEmployeeFacets', 'countCompanyFacets', 'getPerson', 'getReadiness', 'getPaper'] as const),
    ...CLOCKS,
    ...WAITING,
  ],
  message: ['listMessages'],
  note: ['listNotes'],
  notice: NOTICES,
  company: [
    'search',
    ...(['listPapers', 'getPaper', 'listImports', 'checkImport'] as const),
    // An import tells of its company alone.
    ...(['listEmployees', 'getEmployee', 'countEmployeeFacets', 'getPerson', 'listEmployeeHistory'] as const),
    'listCompanies',
    'countCompanyFacets',
    'getDues',
    'getCompany',
    ...(['getEstablishment', 'getReadiness', 'listReadiness'] as const),
    'listCompanyHistory',
    'listPeople',
    'getStats',
    'listExpiringVisas',
    'getOwnRecord',
    ...CLOCKS,
    ...WAITING,
  ],
  employee: [
    'search',
    ...(['listPapers', 'getPaper', 'countEmployeeFacets', 'countCompanyFacets', 'getPerson', 'getReadiness'] as const),
    ...(['listEmployees', 'getEmployee', 'getOwnRecord', 'listEmployeeHistory', 'listExpiringVisas', 'getStats', 'listCompanies'] as const),
    ...CLOCKS,
    ...WAITING,
  ],
  transaction: [
    'listTransactions',
    'getStatement',
    'getDues',
    'listTransactionHistory',
    'getBalance',
    'getApplication',
    'listCompanies',
    'countCompanyFacets',
    'getCharts',
    ...WAITING,
  ],
  user: ['listUsers', 'getUser', 'listCarriers', 'listWaitingMails', 'listCompanies', 'getStats', 'getPerson', ...WAITING],
}

/** The names of the loads that are stale after a change of these records. */
export const staleAfter = (touched: readonly Touched[] = []): Set<string> => new Set(touched.flatMap((noun) => STALE[noun]))
