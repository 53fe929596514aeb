import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Role, User } from 'contract'
import { useTranslations } from 'use-intl'
import { isWide, useCompanies } from '../session/allCompanies.ts'
import classes from './PhoneBar.module.css'
import { SCREENS } from './screens.ts'
import { Waiting } from './Waiting.tsx'

type Name = (typeof SCREENS)[number]['name']

/** What each role opens most. */
const AT_HAND: Record<Role, readonly [Name, Name, Name, Name]> = {
  admin: ['dashboard', 'applications', 'employees', 'adminBilling'],
  company_admin: ['dashboard', 'applications', 'employees', 'billing'],
  employee: ['dashboard', 'applications', 'notices', 'account'],
}

/** The names that are too long for a fifth of a phone. */
const SHORT = { dashboard: 'bar.dashboard', adminBilling: 'bar.adminBilling', account: 'bar.account' } as const satisfies Partial<
  Record<Name, string>
>
const isShort = (name: Name): name is keyof typeof SHORT => name in SHORT

/** It has a foot of its own, and nobody leaves what they have begun by a slip of the thumb. */
const FORM = '/applications/new'

/** Four screens of a phone at its foot, and in their middle a new application for whoever may submit one. */
export function PhoneBar({ user, path }: { user: User; path: string }) {
  const t = useTranslations('shell')
  const applications = useTranslations('applications')
  const names = AT_HAND[user.role]
  if (path === FORM) return null
  return (
    <nav className={classes.bar} aria-label={t('bar.label')} data-screen-only>
      <Entries user={user} names={names.slice(0, 2)} />
      {user.role !== 'employee' && (
        <Link to={FORM} className={classes.begin} aria-label={applications('new')}>
          <IconPlus size={24} stroke={1.75} aria-hidden />
        </Link>
      )}
      <Entries user={user} names={names.slice(2)} />
    </nav>
  )
}

function Entries({ user, names }: { user: User; names: readonly Name[] }) {
  const t = useTranslations('shell')
  const companies = useCompanies()
  const screens = names.flatMap((name) => SCREENS.filter((screen) => screen.name === name))
  return (
    <div className={classes.half}>
      {screens.map(({ to, name, Icon }) => (
        <Link key={to} to={to} search={isWide(to) ? companies : {}} className={classes.entry}>
          <Icon size={22} stroke={1.6} aria-hidden />
          <span className={classes.word}>{t(isShort(name) ? SHORT[name] : name)}</span>
          <Waiting role={user.role} entry={name} />
        </Link>
      ))}
    </div>
  )
}
