import {
  type Icon,
  IconBell,
  IconBuilding,
  IconBuildings,
  IconFileStack,
  IconHourglassLow,
  IconId,
  IconLayoutDashboard,
  IconListSearch,
  IconReceipt,
  IconScale,
  IconSettings,
  IconUserCheck,
  IconUserCircle,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import type { Role } from 'contract'

/** The sidebar's entries of each role: those of §2, and grouped below them the others (V6). */
export const ENTRIES = [
  { to: '/dashboard', name: 'dashboard', Icon: IconLayoutDashboard, roles: ['admin', 'company_admin', 'employee'] },
  { to: '/applications', name: 'applications', Icon: IconFileStack, roles: ['admin', 'company_admin', 'employee'] },
  { to: '/employees', name: 'employees', Icon: IconUsers, roles: ['admin', 'company_admin'] },
  { to: '/papers', name: 'papers', Icon: IconId, roles: ['admin', 'company_admin', 'employee'] },
  { to: '/deadlines', name: 'deadlines', Icon: IconHourglassLow, roles: ['admin', 'company_admin', 'employee'] },
  { to: '/company-profile', name: 'companyProfile', Icon: IconBuilding, roles: ['company_admin'] },
  { to: '/companies', name: 'companies', Icon: IconBuildings, roles: ['admin'] },
  { to: '/users', name: 'users', Icon: IconUserCheck, roles: ['admin', 'company_admin'] },
  { to: '/billing', name: 'billing', Icon: IconWallet, roles: ['company_admin'] },
  { to: '/admin-billing', name: 'adminBilling', Icon: IconReceipt, roles: ['admin'] },
  { to: '/rules', name: 'rules', Icon: IconScale, roles: ['admin', 'company_admin'] },
  { to: '/journal', name: 'journal', Icon: IconListSearch, roles: ['admin'] },
  { to: '/settings', name: 'settings', Icon: IconSettings, roles: ['admin'] },
] as const satisfies { to: string; name: string; Icon: Icon; roles: Role[] }[]

/** Those that everyone reaches from the frame of the screens. */
export const SCREENS = [
  ...ENTRIES,
  { to: '/notices', name: 'notices', Icon: IconBell, roles: ['admin', 'company_admin', 'employee'] },
  { to: '/account', name: 'account', Icon: IconUserCircle, roles: ['admin', 'company_admin', 'employee'] },
] as const satisfies { to: string; name: string; Icon: Icon; roles: Role[] }[]

/** The screen that a path belongs to. */
export const screenOf = (path: string): (typeof SCREENS)[number]['name'] | undefined =>
  SCREENS.find(({ to }) => path === to || path.startsWith(`${to}/`))?.name
