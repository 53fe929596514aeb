import { CloseButton, VisuallyHidden } from '@mantine/core'
import {
  type Icon,
  IconBuilding,
  IconBuildings,
  IconFileStack,
  IconLayoutDashboard,
  IconListSearch,
  IconLogout,
  IconReceipt,
  IconUserCheck,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Role, User } from 'contract'
import { useTranslations } from 'use-intl'
import { useSettings } from '../session/settings.ts'
import { Logo } from '../ui/signs/Logo.tsx'
import { PersonAvatar } from '../ui/signs/PersonAvatar.tsx'
import classes from './Sidebar.module.css'
import { useLogout } from './useLogout.ts'
import { WaitingTopups } from './WaitingTopups.tsx'

/** §2: the entries by role; an entry appears when its screen exists (V6). */
export const ENTRIES = [
  { to: '/dashboard', name: 'dashboard', Icon: IconLayoutDashboard, roles: ['admin', 'company_admin', 'employee'] },
  { to: '/applications', name: 'applications', Icon: IconFileStack, roles: ['admin', 'company_admin', 'employee'] },
  { to: '/employees', name: 'employees', Icon: IconUsers, roles: ['admin', 'company_admin'] },
  { to: '/company-profile', name: 'companyProfile', Icon: IconBuilding, roles: ['company_admin'] },
  { to: '/billing', name: 'billing', Icon: IconWallet, roles: ['company_admin'] },
  { to: '/admin-billing', name: 'adminBilling', Icon: IconReceipt, roles: ['admin'] },
  { to: '/companies', name: 'companies', Icon: IconBuildings, roles: ['admin'] },
  { to: '/users', name: 'users', Icon: IconUserCheck, roles: ['admin', 'company_admin'] },
  { to: '/journal', name: 'journal', Icon: IconListSearch, roles: ['admin'] },
] as const satisfies { to: string; name: string; Icon: Icon; roles: Role[] }[]

interface SidebarProps {
  user: User
  /** In the drawer of phones: how to close it. */
  onClose?: () => void
}

export function Sidebar({ user, onClose }: SidebarProps) {
  const t = useTranslations('shell')
  const { product_name } = useSettings()
  const entries = ENTRIES.filter(({ roles }) => roles.some((role) => role === user.role))
  return (
    <div className={classes.sidebar}>
      <div className={classes.brand}>
        <Logo size={26} />
        <bdi className={classes.product}>{product_name}</bdi>
        {onClose && <CloseButton size="lg" aria-label={t('closeMenu')} onClick={onClose} />}
      </div>
      <nav aria-label={t('navigation')} className={classes.entries}>
        {entries.map(({ to, name, Icon }) => (
          <Link key={to} to={to} className={classes.entry} {...(onClose ? { onClick: onClose } : {})}>
            <Icon size={19} stroke={1.6} aria-hidden />
            {t(name)}
            {name === 'adminBilling' && <WaitingTopups />}
          </Link>
        ))}
      </nav>
      <Person user={user} onClose={onClose} />
    </div>
  )
}

function Person({ user, onClose }: { user: User; onClose: SidebarProps['onClose'] | undefined }) {
  const t = useTranslations('shell')
  const { logout, busy } = useLogout()
  return (
    <div className={classes.person}>
      <Link to="/account" className={classes.who} {...(onClose ? { onClick: onClose } : {})}>
        <VisuallyHidden>{t('account')}</VisuallyHidden>
        <PersonAvatar name={user.full_name} picture={user.picture} />
        <div className={classes.names}>
          <bdi className={classes.fullName}>{user.full_name}</bdi>
          <bdi className={classes.email} title={user.email}>
            {user.email}
          </bdi>
        </div>
      </Link>
      <button type="button" className={classes.entry} disabled={busy} onClick={() => void logout()}>
        <IconLogout size={19} stroke={1.6} className={classes.logout} aria-hidden />
        {t('logout')}
      </button>
    </div>
  )
}
