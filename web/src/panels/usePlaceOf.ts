import { useSession, useUser } from '../session/session.ts'

export interface Place {
  to: '/dashboard' | '/company-profile'
  search: Record<string, string>
}

/** Where a company's own screen is: its figures for an administrator, the profile for who works for it now. */
export function usePlaceOf(): (id: string) => Place | undefined {
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  return (id) => {
    if (role === 'admin') return { to: '/dashboard', search: { tab: 'companies', company: id } }
    return id === activeCompanyId ? { to: '/company-profile', search: {} } : undefined
  }
}

export const addressOf = ({ to, search }: Place): string => `${to}?${new URLSearchParams(search)}`
