import {
  type Call,
  countWaiting,
  getApplication,
  getBalance,
  getCompany,
  getEmployee,
  getEstablishment,
  getPerson,
  getPreferences,
  getProvider,
  getReadiness,
  getRisk,
  getStats,
  getToday,
  getTwoStep,
  getUnreadNotices,
  listApplications,
  listCompanies,
  listCompanyHistory,
  listDeadlines,
  listEmployeeHistory,
  listEmployees,
  listExpiringVisas,
  listJournal,
  listNotices,
  listPapers,
  listRules,
  listSessions,
  listStages,
  listTransactions,
  listUsers,
  listWaitingMails,
  pathOf,
  Role,
} from 'contract'

type First = [Call, Record<string, string>?]

const everyone = Role.options
const admins: Role[] = ['admin', 'company_admin']
const DOCUMENTS = { documents: 'link' }
const UNMOVED = [{ status: 'pending', type: 'visa_payment' }, { status: 'pending', type: 'topup' }, { status: 'rejected' }]

/** Of all signed-in screens. */
const SHELL: First[] = [[countWaiting], [getUnreadNotices]]
/** For whom a screen is open, and what it loads first as long as its address asks for nothing else; `*` is the id of a record, or else of the active company. */
const SCREENS: Record<string, [readonly Role[], ...First[]]> = {
  '/dashboard': [everyone, [getStats], [getToday], [getRisk], [listExpiringVisas, { limit: '50' }]],
  '/applications': [everyone, [listApplications, { limit: '50', ...DOCUMENTS }]],
  '/applications/*': [everyone, [getApplication, DOCUMENTS], [listStages, DOCUMENTS]],
  '/applications/new': [admins],
  '/employees': [admins, [listEmployees, { limit: '100' }]],
  '/employees/*': [
    admins,
    [getEmployee],
    [getPerson],
    [listEmployeeHistory],
    [listDeadlines, { employee_id: '*', limit: '100' }],
    [listPapers, { employee_id: '*', limit: '100' }],
  ],
  '/papers': [admins, [listPapers, { owner: 'people', limit: '100' }]],
  '/deadlines': [everyone, [getRisk], [listDeadlines, { limit: '100' }]],
  '/company-profile': [
    ['company_admin'],
    [getCompany, DOCUMENTS],
    [getReadiness],
    [getEstablishment],
    [listCompanyHistory],
    [listPapers, { company_id: '*', owner: 'company', limit: '100' }],
  ],
  '/companies': [admins, [listCompanies, { ...DOCUMENTS, limit: '50' }]],
  '/users': [admins, [listUsers]],
  '/account': [everyone, [getPreferences], [getTwoStep], [listSessions]],
  '/billing': [
    ['company_admin'],
    [getBalance],
    [listTransactions, { limit: '50', sort: '-moved_at' }],
    ...UNMOVED.map((query): First => [listTransactions, { limit: '50', ...query }]),
  ],
  '/admin-billing': [['admin'], [listTransactions, { type: 'topup', status: 'pending', limit: '1000' }]],
  '/journal': [['admin'], [listJournal, { limit: '100', lists: 'hidden' }]],
  '/notices': [everyone, [listNotices, { limit: '50' }]],
  '/rules': [admins, [listRules]],
  '/settings': [['admin'], [getProvider]],
  '/waiting-mails': [['admin'], [listWaitingMails, { limit: '50' }]],
  '*': [everyone],
}

const addressOf = ([call, query]: First): string => `/api${pathOf(call, { id: '*' })}${query ? `?${new URLSearchParams(query)}` : ''}`
const mayCall = (role: Role, { access }: Call): boolean => access === 'public' || access.includes(role)

/** The addresses that ahead.js asks for before the program is there, by screen and each role it is open for; those of every other screen stand at `*`. */
export function callsAhead(): Record<string, Record<string, string[]>> {
  const callsOf = (role: Role, calls: First[]) => [...calls, ...SHELL].filter(([call]) => mayCall(role, call)).map(addressOf)
  const byRole = ([roles, ...calls]: (typeof SCREENS)[string]) => Object.fromEntries(roles.map((role) => [role, callsOf(role, calls)]))
  return Object.fromEntries(Object.entries(SCREENS).map(([path, screen]) => [path, byRole(screen)]))
}
