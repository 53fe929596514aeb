import type { Viewer } from '../test/crowdedPortal.ts'

/** What a screen asks for, by name; undefined where this viewer has no such record. */
type Walk = Record<string, (viewer: Viewer, round: number) => string | undefined>

const SEARCHES = ['khan', 'sara%20h', 'yusuf', 'N10']

function oneOf(ids: string[], round: number, path: (id: string) => string): string | undefined {
  const id = ids[round % ids.length]
  return id && path(id)
}

const EVERYONE: Walk = {
  'applications, first page': () => '/api/visa-applications?limit=50&documents=link',
  'applications, searched': (_, round) => oneOf(SEARCHES, round, (q) => `/api/visa-applications?limit=50&documents=link&q=${q}`),
  'applications, pending': () => '/api/visa-applications?limit=50&documents=link&status=active',
  application: ({ applications }, round) => oneOf(applications, round, (id) => `/api/visa-applications/${id}?documents=link`),
  'its stages': ({ applications }, round) => oneOf(applications, round, (id) => `/api/visa-applications/${id}/stages?documents=link`),
  'its history': ({ applications }, round) => oneOf(applications, round, (id) => `/api/visa-applications/${id}/history`),
  'a document of 200 KB': ({ documents }, round) => oneOf(documents, round, (id) => `/api/documents/${id}`),
  'dashboard, numbers': () => '/api/dashboard/stats',
  'dashboard, expiring visas': () => '/api/dashboard/expiring-visas',
  'dashboard, analytics': () => '/api/dashboard/analytics',
  'dashboard, today': () => '/api/today',
  'what waits': () => '/api/today/counts',
  companies: () => '/api/companies?limit=50&documents=link',
  'companies, searched': () => '/api/companies?limit=50&documents=link&q=falcon',
  users: () => '/api/users',
  'users, searched': () => '/api/users?q=omar',
  employees: () => '/api/employees?limit=100',
  'employees, searched': () => '/api/employees?limit=100&q=nasser',
  'employees, expired': () => '/api/employees?limit=100&status=expired',
  transactions: () => '/api/transactions?limit=50&documents=link',
  'transactions, settled': () => '/api/transactions?limit=50&pending=false&documents=link',
}

/** The calls of the screens as the web makes them, in the order of a walk through the portal. */
export const WALKS: Record<Viewer['role'], Walk> = {
  admin: {
    ...EVERYONE,
    'top-ups that wait': () => '/api/transactions?limit=1000&type=topup&status=pending&documents=link',
    journal: () => '/api/journal?limit=100',
  },
  company_admin: { ...EVERYONE, balance: () => '/api/users/balance' },
}
