import { useSearch } from '@tanstack/react-router'
import { useUser } from './session.ts'

export const ALL_COMPANIES = { companies: 'all' } as const
const ONE_COMPANY = {} as const

/** The screens that read all own companies at once; each other one is of the active company. */
const WIDE = ['/dashboard', '/billing'] as const
export const isWide = (path: string): boolean => WIDE.some((wide) => wide === path)

/** Who has several companies may read them all at once (V3). */
export const useMayReadAll = (): boolean => {
  const { role, company_ids } = useUser()
  return role === 'company_admin' && company_ids.length > 1
}

/** What the calls of a wide screen are asked beside their own, and its links: the address says whether it is of all own companies (U7). */
export function useCompanies(): typeof ALL_COMPANIES | typeof ONE_COMPANY {
  const chosen = useSearch({ strict: false, select: ({ companies }: { companies?: string }) => companies === 'all' })
  const may = useMayReadAll()
  return chosen && may ? ALL_COMPANIES : ONE_COMPANY
}

/** Whether the screen is of all own companies: it shows no button that writes, because nothing is written for all. */
export const useIsOfAll = (): boolean => 'companies' in useCompanies()

const ASKED = { query: ALL_COMPANIES }
/** The same as the whole input of a call; for one company it is that of any other screen, which has the answer already. */
export const useAsked = (): { query?: typeof ALL_COMPANIES } => (useIsOfAll() ? ASKED : ONE_COMPANY)
