import {
  type Call,
  countWaiting,
  getApplication,
  getBalance,
  getProvider,
  getRisk,
  getStats,
  getToday,
  getUnreadNotices,
  listApplications,
  listCompanies,
  listEmployees,
  listExpiringVisas,
  listJournal,
  listNotices,
  listRules,
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

/** Of all signed-in screens. */
const SHELL: First[] = [[countWaiting], [getUnreadNotices]]
/** What a screen loads first for whom it is open, as long as its address asks for nothing else; `*` is the id of a record. */
const SCREENS: Record<string, [readonly Role[], ...First[]]> = {
  '/dashboard': [everyone, [getStats], [getToday], [getRisk], [listExpiringVisas, { limit: '50' }]],
  '/applications': [everyone, [listApplications, { limit: '50', ...DOCUMENTS }]],
  '/applications/*': [everyone, [getApplication, DOCUMENTS], [listStages, DOCUMENTS]],
  '/employees': [admins, [listEmployees, { limit: '100' }]],
  '/companies': [admins, [listCompanies, { ...DOCUMENTS, limit: '50' }]],
  '/users': [admins, [listUsers]],
  '/billing': [['company_admin'], [getBalance], [listTransactions, { limit: '50', sort: '-moved_at' }]],
  '/admin-billing': [['admin'], [listTransactions, { type: 'topup', status: 'pending', limit: '1000' }]],
  '/journal': [['admin'], [listJournal, { limit: '100', lists: 'hidden' }]],
  '/notices': [everyone, [listNotices, { limit: '50' }]],
  '/rules': [admins, [listRules]],
  '/settings': [['admin'], [getProvider]],
  '/waiting-mails': [['admin'], [listWaitingMails, { limit: '50' }]],
  '*': [[]],
}

const addressOf = ([call, query]: First): string => `/api${pathOf(call, { id: '*' })}${query ? `?${new URLSearchParams(query)}` : ''}`
const mayCall = (role: Role, { access }: Call): boolean => access === 'public' || access.includes(role)

/** The addresses that ahead.js asks for before the program is there, by screen and role; those of every other screen stand at `*`. */
export function callsAhead(): Record<string, Record<string, string[]>> {
  const callsOf = (role: Role, [roles, ...calls]: (typeof SCREENS)[string]) =>
    [...SHELL, ...(roles.includes(role) ? calls : [])].filter(([call]) => mayCall(role, call)).map(addressOf)
  const byRole = (screen: (typeof SCREENS)[string]) => Object.fromEntries(everyone.map((role) => [role, callsOf(role, screen)]))
  return Object.fromEntries(Object.entries(SCREENS).map(([path, screen]) => [path, byRole(screen)]))
}
