import { useMantineColorScheme } from '@mantine/core'
import {
  IconCash,
  IconDeviceDesktop,
  IconFilePlus,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMailPlus,
  IconMoon,
  IconPlus,
  IconSun,
  IconUserPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Role } from 'contract'
import { useTranslations } from 'use-intl'
import { NAMES } from '../../messages/language.ts'
import { useWords } from '../../messages/words.ts'
import { useChooseLanguage } from '../../session/language.ts'
import { useUser } from '../../session/session.ts'
import { SCREENS } from '../screens.ts'
import { useLogout } from '../useLogout.ts'
import type { Choice } from './choices.ts'
import { show } from './opened.ts'

const BEGINNINGS = [
  { name: 'newApplication', to: '/applications/new', search: {}, Icon: IconFilePlus, roles: ['admin', 'company_admin'] },
  { name: 'topUp', to: '/billing', search: { dialog: 'top-up' }, Icon: IconCash, roles: ['company_admin'] },
  { name: 'addCompany', to: '/companies', search: { dialog: 'add' }, Icon: IconPlus, roles: ['admin', 'company_admin'] },
  { name: 'addEmployee', to: '/employees', search: { dialog: 'add' }, Icon: IconUserPlus, roles: ['admin', 'company_admin'] },
  { name: 'invite', to: '/users', search: { invite: 'true' }, Icon: IconMailPlus, roles: ['admin', 'company_admin'] },
] as const

const THEMES = [
  { scheme: 'light', name: 'themeLight', Icon: IconSun },
  { scheme: 'dark', name: 'themeDark', Icon: IconMoon },
  { scheme: 'auto', name: 'themeAuto', Icon: IconDeviceDesktop },
] as const

const isFor = (roles: readonly Role[], role: Role): boolean => roles.includes(role)

/** The screens that the person may open, and what they may begin or change from anywhere. */
export function useCommands(): { screens: Choice[]; actions: Choice[] } {
  const t = useTranslations('palette')
  const shell = useTranslations('shell')
  const { role } = useUser()
  const navigate = useNavigate()
  const settings = useOwnSettings()
  const screens = SCREENS.filter(({ roles }) => isFor(roles, role)).map(({ to, name, Icon }) => ({
    ...{ id: `screen-${name}`, label: shell(name), Icon },
    act: () => void navigate({ to }),
  }))
  const beginnings = BEGINNINGS.filter(({ roles }) => isFor(roles, role)).map(({ name, to, search, Icon }) => ({
    ...{ id: `action-${name}`, label: t(name), Icon },
    act: () => void navigate({ to, search }),
  }))
  return { screens, actions: [...beginnings, ...settings] }
}

function useOwnSettings(): Choice[] {
  const t = useTranslations('palette')
  const shell = useTranslations('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { language } = useWords()
  const choose = useChooseLanguage()
  const { logout } = useLogout()
  const other = language === 'ar' ? 'en' : 'ar'
  const themes = THEMES.filter(({ scheme }) => scheme !== colorScheme).map(({ scheme, name, Icon }) => ({
    ...{ id: `action-${name}`, label: shell('theme', { choice: shell(name) }), Icon, stays: true as const },
    act: () => setColorScheme(scheme),
  }))
  return [
    ...themes,
    {
      id: 'action-language',
      label: t('language', { language: NAMES[other] }),
      Icon: IconLanguage,
      stays: true,
      act: () => void choose(other),
    },
    { id: 'action-keys', label: t('keys'), Icon: IconKeyboard, stays: true, act: () => show('keys') },
    { id: 'action-logout', label: shell('logout'), Icon: IconLogout, act: () => void logout() },
  ]
}
