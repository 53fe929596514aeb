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

/** Of all signed-in screens. */
const SHELL: First[] = [[countWaiting], [getUnreadNotices]]
const DOCUMENTS = { documents: 'link' }
/** What a screen loads first, as long as its address asks for nothing else; `*` is the id of a record. */
const SCREENS: Record<string, First[]> = {
  '/dashboard': [[getStats], [getToday], [getRisk], [listExpiringVisas, { limit: '50' }]],
  '/applications': [[listApplications, { limit: '50', ...DOCUMENTS }]],
  '/applications/*': [
    [getApplication, DOCUMENTS],
    [listStages, DOCUMENTS],
  ],
  '/employees': [[listEmployees, { limit: '100' }]],
  '/companies': [[listCompanies, { ...DOCUMENTS, limit: '50' }]],
  '/users': [[listUsers]],
  '/billing': [[getBalance], [listTransactions, { limit: '50', sort: '-moved_at' }]],
  '/admin-billing': [[listTransactions, { type: 'topup', status: 'pending', limit: '1000' }]],
  '/journal': [[listJournal, { limit: '100', lists: 'hidden' }]],
  '/notices': [[listNotices, { limit: '50' }]],
  '/rules': [[listRules]],
  '/settings': [[getProvider]],
  '/waiting-mails': [[listWaitingMails, { limit: '50' }]],
}

const addressOf = ([call, query]: First): string => `/api${pathOf(call, { id: '*' })}${query ? `?${new URLSearchParams(query)}` : ''}`

/** The addresses that ahead.js asks for before the program is there, by screen and role; those of every other screen stand at `*`. */
export const callsAhead = (): Record<string, Record<string, string[]>> =>
  Object.fromEntries(Object.entries({ ...SCREENS, '*': [] }).map(([path, calls]) => [path, byRole([...SHELL, ...calls])]))

const byRole = (calls: First[]): Record<string, string[]> =>
  Object.fromEntries(Role.options.map((role) => [role, calls.filter(([call]) => mayCall(role, call)).map(addressOf)]))
const mayCall = (role: Role, { access }: Call): boolean => access === 'public' || access.includes(role)
